import { useState } from "react";
import { boardPath } from "#src/features/events/courts/components/board-sync.ts";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import type { FollowLink } from "#src/features/events/courts/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QrCode } from "#src/ui/qr-code.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

/** The link for players: a QR code at the net, and the big view for a tablet. */
export function FollowPanel({ eventId, given }: { eventId: string; given: FollowLink["link"] }) {
  const [made, setMade] = useState<FollowLink | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const link = made === null ? given : made.link;
  const send = async (method: "POST" | "DELETE") => {
    setIsBusy(true);
    const answer = await memberFetch<FollowLink>(`${boardPath(eventId)}/link`, { method });
    setIsBusy(false);
    setFailure(answer.ok ? "" : answer.message);
    if (answer.ok) setMade(answer.value);
  };
  return (
    <div className={styles.panel}>
      <p className={look.quiet}>
        Anyone with the link sees first names, courts and scores, without an account, until the day after the event.
      </p>
      {failure !== "" && (
        <Notice kind="error" title="The link was not changed">
          <p>{failure}</p>
        </Notice>
      )}
      {link ? (
        <div className={styles.follow}>
          <QrCode {...link.qr} label="QR code: follow the courts" />
          <div className={styles.followActions}>
            <CopyButton label="Copy link" text={() => link.url} />
            <ButtonLink to={`${new URL(link.url).pathname}?view=big`} variant="quiet">
              Big view
            </ButtonLink>
            <TextButton disabled={isBusy} onClick={() => void send("DELETE")}>
              End link
            </TextButton>
          </div>
        </div>
      ) : (
        <Button variant="quiet" disabled={isBusy} onClick={() => void send("POST")}>
          {isBusy ? "Making link…" : "Make link for players"}
        </Button>
      )}
    </div>
  );
}
