import { useBeforeUnload } from "react-router";
import styles from "#src/features/factors/components/factors.module.css";
import { Button } from "#src/ui/button-link.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { saveFile } from "#src/ui/save-file.ts";

const FILE_NAME = "recovery-codes.txt";

function fileOf(codes: readonly string[]): string {
  return [`Recovery codes for ${location.host}. Each works once.`, "", ...codes, ""].join("\n");
}

type PanelProps = { codes: readonly string[]; onSaved: () => void };

/** New recovery codes, shown this once. */
export function RecoveryCodesPanel({ codes, onSaved }: PanelProps) {
  // A reload would lose the codes, so the browser asks first.
  useBeforeUnload((event) => event.preventDefault());
  return (
    <div className={styles.stack}>
      <p>
        If you ever lose your devices, your password and one of these codes sign you in. Keep them where you keep other
        important papers. <strong>They are shown only now.</strong>
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton label="Copy codes" text={() => codes.join("\n")} />
        <Button
          variant="quiet"
          onClick={() => saveFile(FILE_NAME, new Blob([fileOf(codes)], { type: "text/plain;charset=utf-8" }))}
        >
          Download codes
        </Button>
      </div>
      <Button className={styles.next ?? ""} onClick={onSaved}>
        I saved my codes
      </Button>
    </div>
  );
}
