import { useEffect } from "react";
import styles from "#src/features/events/door/components/door.module.css";
import type { CheckInCode } from "#src/features/events/door/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { QrCode } from "#src/ui/qr-code.tsx";

/** A code is valid for ten minutes, so a person who scans the oldest one still has time to sign in. */
const NEW_CODE_MS = 4 * 60_000;

/** The code that people scan to check themselves in. */
export function CodeDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { value, failure, retry, refresh } = useLoaded<CheckInCode>(
    `/api/social-events/${encodeURIComponent(eventId)}/door/code`,
  );
  useEffect(() => {
    const timer = setInterval(() => void refresh(), NEW_CODE_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <Dialog title="Scan to check in" onClose={onClose}>
      <div className={styles.sheet}>
        {value !== null && (
          <div className={styles.code}>
            <QrCode {...value.qr} label="QR code that checks you in" />
          </div>
        )}
        {value !== null && <p>Point your phone’s camera at the code and sign in. It works for this event only.</p>}
        {failure !== null && (
          <Notice kind="warning" title="There is no code now">
            <p>{failure.message}</p>
            <p>You can mark everyone on the list without it.</p>
            <Button variant="quiet" onClick={retry}>
              Try again
            </Button>
          </Notice>
        )}
        {value === null && failure === null && <p role="status">Making the code…</p>}
      </div>
    </Dialog>
  );
}
