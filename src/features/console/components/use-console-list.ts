import { useCallback } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";

/** What the organizers' API answers at `path`; `refresh` asks again while the old answer stays to be seen. */
export function useConsoleList<T>(path: string): Loaded<T> & { readonly refresh: () => Promise<void> } {
  const loaded = useLoaded<T>(path, consoleFetch);
  const { set } = loaded;
  const refresh = useCallback(async () => {
    const answer = await consoleFetch<T>(path);
    if (answer.ok) set(answer.value);
  }, [path, set]);
  return { ...loaded, refresh };
}
