import styles from "#src/features/marketing/components/field-drawing.module.css";

/** A picture of a filled-in form field; not editable. */
export function FieldDrawing() {
  return (
    <figure className={styles.drawing}>
      <div role="img" aria-label="The field 'Chat username', with 'Ana from the pier' typed into it">
        <p className={styles.label} aria-hidden>
          Chat username
        </p>
        <p className={styles.field} aria-hidden>
          Ana from the pier
          <span className={styles.caret} />
        </p>
      </div>
      <figcaption className={styles.caption}>
        Someone who is called 'Ana from the pier' in the chat types exactly that.
      </figcaption>
    </figure>
  );
}
