import styles from "#src/ui/empty-state.module.css";

type EmptyStateProps = {
  /** A spot illustration in `assets/brand`, without extension. */
  picture: "empty-events" | "not-found" | "offline" | "joined";
  title: string;
  /** Heading level; 1 if it is the page's title. */
  level?: 1 | 2;
  text?: React.ReactNode;
  /** The next action. */
  children?: React.ReactNode;
};

/** An empty state: a picture, a sentence, the next action. */
export function EmptyState({ picture, title, level = 2, text, children }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <img className={styles.picture} src={`/brand/${picture}.svg`} width={320} height={240} alt="" />
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
