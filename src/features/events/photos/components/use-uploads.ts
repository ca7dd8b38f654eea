import { useEffect, useRef, useState } from "react";
import { uploadFile, type UploadOutcome } from "#src/features/events/photos/components/upload-file.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";

/** Files on their way at once; the server works on two. */
const AT_ONCE = 2;

export type UploadItem = {
  readonly id: number;
  readonly file: File;
  /** 0 to 1. */
  readonly share: number;
  readonly state: "waiting" | "sending" | "failed";
  /** Why it failed. */
  readonly message: string;
};

async function addTo(eventId: string, sent: UploadOutcome): Promise<MemberAnswer<EventPhotos>> {
  if (!sent.ok) return sent;
  const path = `/api/social-events/${encodeURIComponent(eventId)}/photos`;
  return memberFetch<EventPhotos>(path, { method: "POST", body: { key: sent.value.key } });
}

/** Several files, each with its own progress and its own failure; what has arrived is out of the list. */
export function useUploads(eventId: string, onPhotos: (photos: EventPhotos) => void) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const made = useRef(0);
  const change = (id: number, changed: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...changed } : item)));
  const remove = (id: number) => setItems((all) => all.filter((item) => item.id !== id));

  async function run({ id, file }: UploadItem): Promise<void> {
    change(id, { state: "sending", share: 0, message: "" });
    const sent = await uploadFile(file, (share) => change(id, { share }));
    const answer = await addTo(eventId, sent);
    if (!answer.ok) return change(id, { state: "failed", message: answer.message });
    remove(id);
    onPhotos(answer.value);
  }

  useEffect(() => {
    const free = AT_ONCE - items.filter(({ state }) => state === "sending").length;
    for (const item of items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))) void run(item);
  });

  return {
    items,
    add(files: readonly File[]) {
      const fresh = files.map((file): UploadItem => ({
        id: (made.current += 1),
        file,
        share: 0,
        state: "waiting",
        message: "",
      }));
      setItems((all) => [...all, ...fresh]);
    },
    retry: (id: number) => change(id, { state: "waiting" }),
    remove,
  };
}
