import styles from "#src/ui/beside-picture.module.css";
import { Picture } from "#src/ui/picture.tsx";

type BesidePictureProps = {
  /** A manifest name. The picture is decoration. */
  picture: string;
  children: React.ReactNode;
};

/** A form with a picture beside it if two columns fit; without it on a phone. */
export function BesidePicture({ picture, children }: BesidePictureProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.content}>{children}</div>
      <div className={styles.side} aria-hidden>
        <Picture name={picture} sizes="40rem" alt="" className={styles.picture} />
      </div>
    </div>
  );
}
