import { useEffect } from "react";
import { openLiveStream } from "#src/features/identity/live-stream.ts";

/** Calls `onChange` when a board changed, and after each reconnection. `query` says which board. */
export function useLiveCourts(query: string | null, onChange: () => void): void {
  useEffect(() => {
    if (query === null) return;
    const stream = openLiveStream({ path: `/api/live?${query}`, onEvent: onChange, onState: () => {} });
    return () => stream.close();
  }, [query, onChange]);
}
