import { useId, useRef } from "react";
import styles from "#src/features/events/uploads/components/file-button.module.css";
import buttonStyles from "#src/ui/button.module.css";

type FileButtonProps = {
  label: string;
  hint?: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** A file picker that looks like the other buttons. */
export function FileButton({ label, hint, accept, multiple = false, disabled = false, onFiles }: FileButtonProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.picker}>
      <span className={styles.button}>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Allows picking the same file again.
            target.value = "";
            if (files.length > 0) onFiles(files);
          }}
        />
        <label htmlFor={id} className={`${buttonStyles["button"]} ${buttonStyles["quiet"]} ${buttonStyles["md"]}`}>
          {label}
        </label>
      </span>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
