import { useEffect, useState } from "react";
import { consoleFetch, onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import type { Counts } from "#src/features/console/schema.ts";

/** How much waits in the tabs: read anew when one changes, and after each change made here. Null while unknown. */
export function useCounts(tab: string): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null);
  useEffect(() => {
    let request = new AbortController();
    async function read(): Promise<void> {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      const answer = await consoleFetch<Counts>("/api/admin/counts", { signal });
      // They only help: without them the tabs are as good.
      if (!signal.aborted && answer.ok) setCounts(answer.value);
    }
    void read();
    const stop = onConsoleChanged(() => void read());
    return () => {
      stop();
      request.abort();
    };
  }, [tab]);
  return counts;
}
