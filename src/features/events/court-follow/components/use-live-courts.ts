import { useEffect } from "react";
import { type LiveState, openLiveStream } from "#src/features/identity/live-stream.ts";

/** Calls `onChange` when the board of `query` changes, on reconnection, and when the reader loses access. */
export function useLiveCourts(query: string | null, onChange: () => void): void {
  useEffect(() => {
    if (query === null) return;
    const onState = (state: LiveState) => state === "refused" && onChange();
    const stream = openLiveStream({ path: `/api/live?${query}`, onEvent: onChange, onState });
    return () => stream.close();
  }, [query, onChange]);
}
