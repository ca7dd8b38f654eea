import styles from "#src/features/events/visitors/components/place.module.css";
import { GuestLinkList } from "#src/features/events/visitors/components/guest-link-list.tsx";
import type { GuestLinks } from "#src/features/events/visitors/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

type GuestLinksDialogProps = { eventId: string; title: string; onClose: () => void };

/** The links for the signed-in person's guests. */
export function GuestLinksDialog({ eventId, title, onClose }: GuestLinksDialogProps) {
  const { value, failure, retry } = useLoaded<GuestLinks>(
    `/api/social-events/${encodeURIComponent(eventId)}/guest-links`,
  );
  return (
    <Dialog title="Links for your guests" about={title} onClose={onClose}>
      <div className={styles.sheet}>
        {value && <GuestLinkList paths={value.guestPaths} />}
        {failure && (
          <Notice kind="warning" title="There are no links now">
            <p>{failure.message}</p>
            <Button variant="quiet" onClick={retry}>
              Try again
            </Button>
          </Notice>
        )}
        {!value && !failure && <p role="status">Making the links…</p>}
      </div>
    </Dialog>
  );
}
