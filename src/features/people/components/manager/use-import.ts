import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { CSV_PASTE_OR_CHOOSE } from "#src/features/people/messages/csv.ts";
import type { Imported, ImportPreview } from "#src/features/people/schema/csv.ts";
import { randomUuid } from "#src/shared/ids.ts";

const IMPORT = "/api/admin/users/import";

type Busy = "looking" | "bringing" | null;

/** A table on its way in: chosen or pasted, looked at, done. What is pasted outlives a reload. */
export function useImport(onImported: (words: string, auditIds: readonly string[]) => void) {
  const [{ text }, setKept] = useKept("import", { text: "" });
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  // One import, however often it is sent until an answer comes through.
  const importId = useRef("");

  function body(): FormData {
    const form = new FormData();
    form.set("file", new Blob([file ?? text]), "people.csv");
    return form;
  }

  async function look(): Promise<void> {
    if (busy) return;
    if (!file && text.trim() === "") return setFailure(CSV_PASTE_OR_CHOOSE);
    setBusy("looking");
    setFailure(null);
    const answer = await consoleFetch<ImportPreview>(`${IMPORT}/preview`, { method: "POST", body: body() });
    setBusy(null);
    if (!answer.ok) return setFailure(answer.message);
    importId.current = randomUuid();
    setPreview(answer.value);
  }

  async function bring(): Promise<void> {
    if (busy || !preview) return;
    setBusy("bringing");
    setFailure(null);
    const query = new URLSearchParams({ importId: importId.current, plan: preview.plan });
    const answer = await consoleFetch<Imported>(`${IMPORT}?${query}`, { method: "POST", body: body() });
    setBusy(null);
    if (answer.ok) {
      setKept({ text: "" });
      onImported(answer.value.message, answer.value.auditId === null ? [] : [answer.value.auditId]);
      return;
    }
    setFailure(answer.message);
    // What it was to do is not what it would do now: look again.
    if (answer.status === 409) setPreview(null);
  }

  return {
    text,
    setText: (typed: string) => setKept({ text: typed }),
    file,
    setFile,
    preview,
    failure,
    busy,
    look,
    bring,
    back: () => {
      setPreview(null);
      setFailure(null);
    },
  };
}
