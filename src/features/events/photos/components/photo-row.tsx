import { useState } from "react";
import styles from "#src/features/events/photos/components/photo-manager.module.css";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Picture } from "#src/ui/picture.tsx";

type PhotoRowProps = {
  photo: EventPhotos["photos"][number];
  /** Position, from 1. */
  number: number;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onCaption: (caption: string) => void;
  onDelete: () => void;
};

/** One photo in the manager. Its caption is saved on blur; deleting asks for confirmation. */
export function PhotoRow({ photo, number, isLast, onMove, onCaption, onDelete }: PhotoRowProps) {
  const [caption, setCaption] = useState(photo.caption);
  const [isSure, setIsSure] = useState(false);
  const what = `${photo.kind === "video" ? "video" : "photo"} ${number}`;
  return (
    <li className={styles.row}>
      <div className={styles.thumb}>
        {photo.kind === "video" ? (
          <span>Video</span>
        ) : (
          <Picture name={photo.key} alt="" sizes="96px" className={styles.picture} />
        )}
      </div>
      <div className={styles.fields}>
        <TextField
          label={`What ${what} shows`}
          value={caption}
          maxLength={200}
          onValue={setCaption}
          onBlur={() => caption.trim() !== photo.caption && onCaption(caption)}
        />
        <div className={styles.buttons}>
          <Button variant="quiet" disabled={number === 1} onClick={() => onMove(-1)}>
            Earlier<span className="visually-hidden"> {what}</span>
          </Button>
          <Button variant="quiet" disabled={isLast} onClick={() => onMove(1)}>
            Later<span className="visually-hidden"> {what}</span>
          </Button>
          <Button
            variant="quiet"
            onClick={() => (isSure ? onDelete() : setIsSure(true))}
            onBlur={() => setIsSure(false)}
          >
            {isSure ? "Really delete" : "Delete"}
            <span className="visually-hidden"> {what}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}
