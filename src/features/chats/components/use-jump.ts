import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Room } from "#src/features/chats/components/use-room.ts";

/** Scrolls to a message of the log, loading older pages until it is there. */
export function useJump(
  content: RefObject<HTMLElement | null>,
  { messages, readOlderMessages }: Pick<Room, "messages" | "readOlderMessages">,
): (seq: number) => void {
  const target = useRef<number | null>(null);
  const first = messages[0]?.seq ?? 0;
  const look = useCallback(async () => {
    const seq = target.current;
    if (seq === null) return;
    if (seq < first) {
      // A loaded page changes the messages, so the effect runs again.
      if (!(await readOlderMessages())) target.current = null;
      return;
    }
    target.current = null;
    const line = content.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  }, [first, readOlderMessages, content]);
  useEffect(() => void look(), [look]);
  return useCallback(
    (seq: number) => {
      target.current = seq;
      void look();
    },
    [look],
  );
}
