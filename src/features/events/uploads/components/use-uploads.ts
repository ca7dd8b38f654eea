import { useRef, useState } from "react";
import { uploadFile } from "#src/features/events/uploads/components/upload-file.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

/** Parallel uploads; the server processes two at a time. */
const AT_ONCE = 2;

export type UploadItem = {
  readonly id: number;
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  readonly state: "waiting" | "sending" | "failed";
  /** Why it failed. */
  readonly message: string;
  /** Whether a retry with the same file may succeed. */
  readonly mayRetry: boolean;
};

/** A damaged or oversized file won't improve; a network or server failure may. */
const mayRetry = ({ status }: { readonly status: number }) =>
  status < 400 || status >= 500 || [401, 408, 429].includes(status);

/** Uploads several files, each with its own progress and error. Finished ones leave the list. */
export function useUploads(addPhoto: (key: string) => Promise<MemberAnswer<unknown>>) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const line = useRef<{ made: number; underWay: number; waiting: UploadItem[] }>({ made: 0, underWay: 0, waiting: [] });
  const change = (id: number, changed: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...changed } : item)));
  const remove = (id: number) => setItems((all) => all.filter((item) => item.id !== id));

  async function run({ id, file }: UploadItem): Promise<void> {
    change(id, { state: "sending", share: 0, message: "" });
    const sent = await uploadFile(file, (share) => change(id, { share }));
    const answer = sent.ok ? await addPhoto(sent.value.key) : sent;
    if (answer.ok) remove(id);
    else change(id, { state: "failed", message: answer.message, mayRetry: mayRetry(answer) });
  }

  /** Starts queued uploads up to the limit. Called again after each one ends. */
  function goOn(): void {
    const { waiting } = line.current;
    while (line.current.underWay < AT_ONCE && waiting.length > 0) {
      const item = waiting.shift();
      if (!item) return;
      line.current.underWay += 1;
      void run(item).finally(() => {
        line.current.underWay -= 1;
        goOn();
      });
    }
  }

  return {
    items,
    add: (files: readonly File[]) => {
      const fresh = files.map((file): UploadItem => ({
        id: (line.current.made += 1),
        file,
        share: 0,
        state: "waiting",
        message: "",
        mayRetry: true,
      }));
      setItems((all) => [...all, ...fresh]);
      line.current.waiting.push(...fresh);
      goOn();
    },
    retry: (item: UploadItem) => {
      change(item.id, { state: "waiting", message: "" });
      line.current.waiting.push(item);
      goOn();
    },
    remove,
  };
}
