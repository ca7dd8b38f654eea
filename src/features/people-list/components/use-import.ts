import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { readMapping, rememberMapping } from "#src/features/people-list/components/import-mapping.ts";
import { CSV_PASTE_OR_CHOOSE, csvStopped, importedWords } from "#src/features/people/messages/csv.ts";
import type { Imported, ImportPreview } from "#src/features/people/schema/csv.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";
import { randomUuid } from "#src/shared/ids.ts";

const IMPORT = "/api/admin/users/import";

type Busy = "looking" | "bringing" | null;

/** The results of the imported parts, and the progress. */
type Done = { readonly parts: number; readonly rows: number; readonly answers: readonly Imported[] };
const NOTHING_DONE: Done = { parts: 0, rows: 0, answers: [] };

function sum(answers: readonly Imported[], of: "create" | "fill" | "proposed"): number {
  return answers.reduce((total, { counts }) => total + counts[of], 0);
}

function wordsOf(answers: readonly Imported[]): string {
  return importedWords({
    create: sum(answers, "create"),
    fill: sum(answers, "fill"),
    proposed: sum(answers, "proposed"),
  });
}

const idsOf = (answers: readonly Imported[]) => answers.flatMap(({ auditId }) => (auditId === null ? [] : [auditId]));

/** The API calls for one table: its preview, and the import of each part. */
function useCalls(table: Blob | string) {
  // One id for each part, so that a repeated call imports it once.
  const importIds = useRef<string[]>([]);
  function send<T>(path: string, query: Record<string, string>): Promise<MemberAnswer<T>> {
    const body = new FormData();
    body.set("file", new Blob([table]), "people.csv");
    return consoleFetch<T>(`${path}?${new URLSearchParams(query)}`, { method: "POST", body });
  }
  return {
    async preview(columns: readonly string[] | null): Promise<MemberAnswer<ImportPreview>> {
      const answer = await send<ImportPreview>(
        `${IMPORT}/preview`,
        columns === null ? {} : { columns: columns.join(",") },
      );
      if (answer.ok) importIds.current = answer.value.parts.map(() => randomUuid());
      return answer;
    },
    bring: ({ columns, parts }: ImportPreview, part: number) =>
      send<Imported>(IMPORT, {
        importId: importIds.current[part] ?? "",
        plan: parts[part]?.plan ?? "",
        part: String(part),
        columns: columns.map(({ field }) => field).join(","),
      }),
  };
}

type Calls = ReturnType<typeof useCalls>;

/** Imports the remaining parts in order; stops at the first failure. */
async function bringParts(
  calls: Calls,
  preview: ImportPreview,
  { done, onDone }: { done: Done; onDone: (now: Done) => void },
): Promise<{ now: Done; failure: { message: string; status: number } | null }> {
  let now = done;
  for (const [part, { rows, brings }] of preview.parts.entries()) {
    if (part < now.parts) continue;
    // oxlint-disable-next-line no-await-in-loop -- a row may be the person of an earlier part
    const answer = brings > 0 ? await calls.bring(preview, part) : null;
    if (answer && !answer.ok) return { now, failure: answer };
    now = { parts: part + 1, rows: now.rows + rows, answers: answer ? [...now.answers, answer.value] : now.answers };
    onDone(now);
  }
  return { now, failure: null };
}

/**
 * The state of an import: choose or paste a table, map its columns, preview it, and import it in parts. Pasted text
 * survives a reload.
 */
export function useImport(onImported: (words: string, auditIds: readonly string[]) => void) {
  const [{ text }, setKept] = useKept("import", { text: "" });
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const [done, setDone] = useState(NOTHING_DONE);
  const calls = useCalls(file ?? text);

  async function look(columns: readonly string[] | null): Promise<void> {
    if (busy) return;
    if (!file && text.trim() === "") return setFailure(CSV_PASTE_OR_CHOOSE);
    setBusy("looking");
    setFailure(null);
    let answer = await calls.preview(columns);
    // Applies the mapping that was used for these headings before.
    const remembered = answer.ok && columns === null ? readMapping(answer.value.columns) : null;
    if (remembered) answer = await calls.preview(remembered);
    setBusy(null);
    if (!answer.ok) return setFailure(answer.message);
    setDone(NOTHING_DONE);
    setPreview(answer.value);
  }

  async function bring(): Promise<void> {
    if (busy || !preview) return;
    setBusy("bringing");
    setFailure(null);
    const { now, failure: fault } = await bringParts(calls, preview, { done, onDone: setDone });
    setBusy(null);
    // The records changed since the preview: load a new one.
    if (fault?.status === 409) setPreview(null);
    if (fault) return setFailure(now.rows > 0 ? csvStopped(now.rows, fault.message) : fault.message);
    rememberMapping(preview.columns);
    setKept({ text: "" });
    onImported(wordsOf(now.answers), idsOf(now.answers));
  }

  return {
    text,
    setText: (typed: string) => setKept({ text: typed }),
    file,
    setFile,
    preview,
    failure,
    busy,
    /** The number of imported rows. */
    rowsDone: done.rows,
    look: () => look(null),
    /** Remaps a column and reloads the preview. */
    map: (at: number, field: string) =>
      look((preview?.columns ?? []).map((column, index) => (index === at ? field : column.field))),
    bring,
    back: () => {
      setPreview(null);
      setFailure(null);
    },
  };
}
