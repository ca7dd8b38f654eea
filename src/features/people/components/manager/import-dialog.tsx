import { useId } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { ImportRows } from "#src/features/people/components/manager/import-rows.tsx";
import { useImport } from "#src/features/people/components/manager/use-import.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextArea } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";

type ImportDialogProps = {
  onClose: () => void;
  onImported: (words: string, auditIds: readonly string[]) => void;
};

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>A file</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

function Limits() {
  return (
    <p className={styles.quiet}>
      A table as CSV whose first line names the columns: First name, Last name, Email, Phone and so on, as an export has
      them. At most 1,000 people and 1 MB. Who is known by email, phone, GroupMe id or user id is not made again: they
      get what they do not have, and keep what they have.
    </p>
  );
}

/** Brings people from a table: first it is shown row by row what would come of it, then it is done just so. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { text, setText, file, setFile, preview, failure, busy, look, bring, back } = useImport(onImported);
  const brings = preview ? preview.counts.create + preview.counts.fill : 0;
  return (
    <Dialog title="Import people" isWide mayClose={() => busy !== "bringing"} onClose={onClose}>
      <div className={styles.form}>
        {failure !== null && (
          <Notice kind="error">
            <p>{failure}</p>
          </Notice>
        )}
        {preview ? (
          <>
            <ImportRows preview={preview} />
            <div className={styles.actions}>
              {brings > 0 && (
                <Button aria-disabled={busy !== null || undefined} onClick={() => void bring()}>
                  {busy === "bringing" ? "Importing…" : `Import ${brings}`}
                </Button>
              )}
              <Button variant="quiet" onClick={back}>
                Change the table
              </Button>
              <Button variant="quiet" disabled={busy === "bringing"} onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        ) : (
          <>
            <Limits />
            <ChooseFile onFile={setFile} />
            {file === null ? (
              <TextArea label="Or paste it here" rows={8} spellCheck={false} value={text} onValue={setText} />
            ) : (
              <p>
                {file.name}{" "}
                <button type="button" className={styles.textButton} onClick={() => setFile(null)}>
                  Paste instead
                </button>
              </p>
            )}
            <div className={styles.actions}>
              <Button aria-disabled={busy !== null || undefined} onClick={() => void look()}>
                {busy === "looking" ? "Looking…" : "Show what would happen"}
              </Button>
              <Button variant="quiet" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
