import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { saveFile } from "#src/ui/save-file.ts";

/** Downloads the file returned by a POST to `path`; `onSaid` gets the progress as a message. */
export function useExport(path: string, fileName: string, onSaid: (words: string) => void) {
  const [isBusy, setIsBusy] = useState(false);
  async function download(body: unknown): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    onSaid("Putting the table together…");
    const answer = await consoleFetch<Blob>(path, { method: "POST", body, as: "blob" });
    if (answer.ok) saveFile(fileName, answer.value);
    onSaid(answer.ok ? `Saved as ${fileName}.` : `Error: ${answer.message}`);
    setIsBusy(false);
  }
  return { isBusy, download };
}
