import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import { useEffect, useRef, useState } from "react";
import styles from "#src/ui/copy-button.module.css";

/** How long the confirmation shows. */
const FEEDBACK_MS = 2000;

/** Copies text; false if the browser denies it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Denied or missing: the clipboard needs a secure context.
    return false;
  }
}

type CopyButtonProps = {
  label: string;
  /** Called on click, because the URL is known only in the browser. */
  text: () => string;
};

/** Copies, and confirms for two seconds. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [answer, setAnswer] = useState<"copied" | "failed" | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copyAndTell() {
    const copied = await copy(text());
    clearTimeout(timer.current);
    setAnswer(copied ? "copied" : "failed");
    timer.current = setTimeout(() => setAnswer(null), FEEDBACK_MS);
  }

  const Icon = answer === "copied" ? IconCheck : IconCopy;
  const words = answer === "copied" ? "Copied" : "Could not copy";
  return (
    <span className={styles.copy}>
      <button
        type="button"
        className={styles.button}
        onClick={copyAndTell}
        data-copied={answer === "copied" || undefined}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        {label}
      </button>
      <span className={styles.answer} aria-live="polite">
        {answer && words}
      </span>
    </span>
  );
}
