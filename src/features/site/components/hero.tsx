import styles from "#src/features/site/components/hero.module.css";
import { Picture } from "#src/ui/picture.tsx";

type HeroProps = {
  /** A picture's name in the manifest; `<name>-tall` is its crop for phones. */
  picture: string;
  caption: string;
  /** The page's first hero: its picture loads first, its line is the page's title, and the header overlays it. */
  isFirst?: boolean;
  line: string;
  /** Buttons below the line. */
  children?: React.ReactNode;
};

/** A full-width picture with one short line and one caption. */
export function Hero({ picture, caption, isFirst = false, line, children }: HeroProps) {
  const Line = isFirst ? "h1" : "h2";
  return (
    <section className={styles.hero} data-first={isFirst || undefined} data-opening-picture={isFirst || undefined}>
      <figure className={styles.figure}>
        <Picture name={picture} tall={`${picture}-tall`} sizes="100vw" priority={isFirst} className={styles.picture} />
        <figcaption className={styles.caption}>{caption}</figcaption>
      </figure>
      <div className={styles.words}>
        <Line className={styles.line}>{line}</Line>
        {children !== undefined && <div className={styles.actions}>{children}</div>}
      </div>
    </section>
  );
}
