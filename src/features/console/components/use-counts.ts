import { useEffect } from "react";
import { consoleFetch, onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import type { Counts } from "#src/features/console/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";

/** Counts for the tabs, reloaded when the tab changes and after each change made here. Null while unknown. */
export function useCounts(tab: string): Counts | null {
  const { value, refresh } = useLoaded<Counts>("/api/admin/counts", consoleFetch);
  useEffect(() => {
    void refresh();
    return onConsoleChanged(() => void refresh());
  }, [tab, refresh]);
  return value;
}
