import { useRef, useState } from "react";
import { boardPath } from "#src/features/events/court-sync/components/board-sync.ts";
import styles from "#src/features/events/court-follow/components/follow-panel.module.css";
import type { FollowLink } from "#src/features/events/courts/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QrCode } from "#src/ui/qr-code.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

function Failure({ words }: { words: string }) {
  if (words === "") return null;
  return (
    <Notice kind="error" title="The link was not changed">
      <p>{words}</p>
    </Notice>
  );
}

type EndLinkProps = { failure: string; isBusy: boolean; onEnd: () => void; onClose: () => void };

function EndLink({ failure, isBusy, onEnd, onClose }: EndLinkProps) {
  return (
    <Dialog title="End this link?" onClose={onClose}>
      <div className={styles.panel}>
        <p>
          Everyone following this link, on a phone or the tablet, stops seeing the board at once. The QR code no longer
          works, even where you printed or shared it.
        </p>
        <p>You can make another link, with a new code. Players who are signed in still see the board.</p>
        <Failure words={failure} />
        <div className={styles.buttons}>
          <ConfirmButton aria-disabled={isBusy || undefined} onClick={onEnd}>
            {isBusy ? "Ending link…" : "End link"}
          </ConfirmButton>
          <Button variant="quiet" onClick={onClose}>
            Keep link
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type FollowPanelProps = { eventId: string; given: FollowLink["link"]; say: (words: string) => void };

/** The state of a board's link, and the calls that make and end it. */
function useLink({ eventId, given, say }: FollowPanelProps) {
  const [link, setLink] = useState(given);
  const [known, setKnown] = useState(given);
  const [isBusy, setIsBusy] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [failure, setFailure] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  // Another phone may have made or ended a link since.
  if (given !== known) {
    setKnown(given);
    setLink(given);
  }
  const send = async (method: "POST" | "DELETE") => {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await memberFetch<FollowLink>(`${boardPath(eventId)}/link`, { method });
    setIsBusy(false);
    setFailure(answer.ok ? "" : answer.message);
    if (!answer.ok) return;
    thenFocus(
      () => {
        setLink(answer.value.link);
        setIsEnding(false);
        say(method === "POST" ? "The link for players is made." : "The link has ended.");
      },
      () => panel.current?.querySelector("button"),
    );
  };
  const ask = (isAsking: boolean) => {
    setIsEnding(isAsking);
    setFailure("");
  };
  return { link, panel, isBusy, isEnding, failure, send, ask };
}

/** The link for players: a QR code at the net, and the big view for a tablet. */
export function FollowPanel(props: FollowPanelProps) {
  const { link, panel, isBusy, isEnding, failure, send, ask } = useLink(props);
  return (
    <div ref={panel} className={styles.panel}>
      <p className={styles.quiet}>
        Anyone with the link sees first names, courts and scores, without an account, until the day after the event.
      </p>
      {!isEnding && <Failure words={failure} />}
      {link ? (
        <div className={styles.follow}>
          <QrCode {...link.qr} label="QR code: follow the courts" />
          <div className={styles.followActions}>
            <CopyButton label="Copy link" text={() => link.url} />
            <ButtonLink to={`${new URL(link.url).pathname}?view=big`} variant="quiet">
              Big view
            </ButtonLink>
            <TextButton onClick={() => ask(true)}>End link</TextButton>
          </div>
        </div>
      ) : (
        <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void send("POST")}>
          {isBusy ? "Making link…" : "Make link for players"}
        </Button>
      )}
      {isEnding && (
        <EndLink failure={failure} isBusy={isBusy} onEnd={() => void send("DELETE")} onClose={() => ask(false)} />
      )}
    </div>
  );
}
