import styles from "#src/features/events/create/components/picture-choice.module.css";
import { Picture } from "#src/ui/picture.tsx";

type PictureChoiceProps = {
  name: string;
  legend: string;
  /** Names of pictures. */
  pictures: readonly string[];
  /** Chat pictures are square. */
  isSquare?: boolean;
  chosen: string;
  onChosen: (picture: string) => void;
};

/** `chat-rock-climbing` → `rock climbing`. */
function wordsOf(picture: string): string {
  return picture.replace(/^chat-/, "").replaceAll("-", " ");
}

/** One picture of a few. */
export function PictureChoice({ name, legend, pictures, isSquare = false, chosen, onChosen }: PictureChoiceProps) {
  return (
    <fieldset className={styles.group}>
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
    </fieldset>
  );
}
