import { useCallback } from "react";
import { type Loaded, useLoaded } from "#src/features/dashboard/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";

/** A call by the organiser at the console. Never rejects. */
export const callConsole = memberFetch;

/** What the API answers at `path`; `refresh` asks again while the old answer stays to be seen. */
export function useConsoleList<T>(path: string): Loaded<T> & { readonly refresh: () => Promise<void> } {
  const loaded = useLoaded<T>(path);
  const { set } = loaded;
  const refresh = useCallback(async () => {
    const answer = await callConsole<T>(path);
    if (answer.ok) set(answer.value);
  }, [path, set]);
  return { ...loaded, refresh };
}
