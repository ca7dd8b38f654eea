import { useState } from "react";
import styles from "#src/features/chat-pictures/components/message-picture.module.css";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Picture } from "#src/ui/picture.tsx";

/** Longest side in a message, in pixels. */
const LONGEST = 320;

/** Reserves its space before it loads, from the dimensions in its key. */
function roomOf(key: string): React.CSSProperties {
  const { width, height } = uploadFacts(key) ?? { width: 1, height: 1 };
  const shown = Math.min(LONGEST, (LONGEST * width) / height, width);
  return { width: `min(100%, ${Math.round(shown)}px)`, aspectRatio: `${width} / ${height}` };
}

/** A message's picture; pressing it shows it large. */
export function MessagePicture({ picture: { key, alt }, name }: { picture: PictureView; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.picture} style={roomOf(key)} onClick={() => setIsOpen(true)}>
        <Picture
          name={key}
          alt={alt || `${PICTURE_WORD} from ${name}`}
          sizes={`${LONGEST}px`}
          className={styles.fill}
        />
      </button>
      {isOpen && (
        <Dialog title={`${PICTURE_WORD} from ${name}`} about={alt} isWide onClose={() => setIsOpen(false)}>
          <Picture name={key} alt={alt} sizes="100vw" className={styles.large} />
        </Dialog>
      )}
    </>
  );
}
