import { useId } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { ImportColumns } from "#src/features/people-list/components/import-columns.tsx";
import { ImportRows } from "#src/features/people-list/components/import-rows.tsx";
import { useImport } from "#src/features/people-list/components/use-import.ts";
import type { ImportPreview } from "#src/features/people/schema/csv.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextArea } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

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
    <p className="quiet">
      A table as CSV whose first line names the columns, such as an export of this site, Google Contacts, Wild Apricot
      or Meetup; you can say what each column is. At most 10,000 people and 10 MB. People who are known by email, phone,
      GroupMe id or user id are not added again: their empty fields are filled in, and existing values stay. You see a
      preview before anything is saved.
    </p>
  );
}

type Work = ReturnType<typeof useImport>;

function Looked({ preview, work, onClose }: { preview: ImportPreview; work: Work; onClose: () => void }) {
  const { busy, rowsDone, map, bring, back } = work;
  const brings = preview.parts.reduce((total, part) => total + part.brings, 0);
  const all = preview.rows.length;
  return (
    <>
      <ImportColumns columns={preview.columns} isBusy={busy !== null} onMapped={(at, field) => void map(at, field)} />
      <ImportRows key={preview.parts[0]?.plan ?? ""} preview={preview} />
      {busy === "bringing" && (
        <label className={styles.form}>
          Row {rowsDone.toLocaleString("en-US")} of {all.toLocaleString("en-US")}
          <progress max={all} value={rowsDone} />
        </label>
      )}
      <div className="buttons">
        {brings > 0 && (
          <Button aria-disabled={busy !== null || undefined} onClick={() => void bring()}>
            {busy === "bringing"
              ? "Importing…"
              : rowsDone > 0
                ? "Import the rest"
                : `Import ${brings.toLocaleString("en-US")}`}
          </Button>
        )}
        <Button variant="quiet" disabled={busy === "bringing"} onClick={back}>
          Change the table
        </Button>
        <Button variant="quiet" disabled={busy === "bringing"} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** Imports people from a table: previews the result row by row, then does exactly that. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const work = useImport(onImported);
  const { text, setText, file, setFile, preview, failure, busy, look } = work;
  return (
    // Pasted text is kept for the next time.
    <Dialog title="Import people" isWide hasAnswers={false} mayClose={() => busy !== "bringing"} onClose={onClose}>
      <div className={styles.form}>
        <FailureNotice words={failure} />
        {preview ? (
          <Looked preview={preview} work={work} onClose={onClose} />
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
            <div className="buttons">
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
