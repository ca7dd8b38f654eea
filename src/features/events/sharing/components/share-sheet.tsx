import { useMemo } from "react";
import styles from "#src/features/events/sharing/components/share-sheet.module.css";
import { qrPath } from "#src/shared/qr.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

/** White margin that scanners need around a code, in modules. */
const QUIET_ZONE = 4;

/** An event's URL to copy, and its QR code. */
export function ShareSheet({ title, url, onClose }: { title: string; url: string; onClose: () => void }) {
  const { path, size } = useMemo(() => qrPath(url), [url]);
  const drawn = size + 2 * QUIET_ZONE;
  return (
    <Dialog title="Share" about={title} onClose={onClose}>
      <div className={styles.sheet}>
        <svg
          className={styles.code}
          viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${drawn} ${drawn}`}
          role="img"
          aria-label="QR code of the link"
        >
          <path d={path} />
        </svg>
        <p className="quiet">{url}</p>
        <CopyButton label="Copy the link" text={() => url} />
      </div>
    </Dialog>
  );
}
