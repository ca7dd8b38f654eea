import styles from "#src/features/events/uploads/components/upload-progress.module.css";

/** The progress of one upload, 0 to 1. At 1 the server is still resizing. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.upload}>
      <p className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span>{share >= 1 ? "Resizing…" : `${percent}%`}</span>
      </p>
      <progress
        className={styles.bar}
        max={100}
        value={share >= 1 ? undefined : percent}
        aria-label={`Sending ${name}`}
      />
    </div>
  );
}
