import styles from "#src/features/events/uploads/components/picture-choice.module.css";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { describedBy, FieldError } from "#src/ui/field.tsx";
import { Picture } from "#src/ui/picture.tsx";

type PictureChoiceProps = {
  name: string;
  legend: string;
  /** Picture keys. */
  pictures: readonly string[];
  /** Chat pictures are square. */
  isSquare?: boolean;
  chosen: string;
  error?: string | undefined;
  onChosen: (picture: string) => void;
};

/** `chat-rock-climbing` → `rock climbing`. */
function wordsOf(picture: string): string {
  if (isUploadKey(picture)) return "your own";
  return picture.replace(/^chat-/, "").replaceAll("-", " ");
}

export function PictureChoice({
  name,
  legend,
  pictures,
  isSquare = false,
  chosen,
  error,
  onChosen,
}: PictureChoiceProps) {
  const id = `create-${name}`;
  return (
    <fieldset id={id} className={styles.group} tabIndex={-1} {...describedBy(id, error)}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.pictures}>
        {pictures.map((picture) => (
          <label key={picture} className={styles.choice}>
            <input
              type="radio"
              name={`${name}-choice`}
              value={picture}
              checked={picture === chosen}
              onChange={() => onChosen(picture)}
            />
            <span>
              <Picture
                name={picture}
                alt=""
                sizes="120px"
                className={`${styles.picture} ${isSquare ? styles.square : ""}`}
              />
            </span>
            <span className={styles.name}>{wordsOf(picture)}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
