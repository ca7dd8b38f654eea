import { useCallback, useState } from "react";
import { consoleFetch } from "#src/features/admin/components/console-fetch.ts";
import { type Loaded, useLoaded } from "#src/features/dashboard/components/use-loaded.ts";

/** What the organisers' API answers at `path`; `refresh` asks again while the old answer stays to be seen. */
export function useConsoleList<T>(path: string): Loaded<T> & { readonly refresh: () => Promise<void> } {
  const loaded = useLoaded<T>(path, consoleFetch);
  const { set } = loaded;
  const refresh = useCallback(async () => {
    const answer = await consoleFetch<T>(path);
    if (answer.ok) set(answer.value);
  }, [path, set]);
  return { ...loaded, refresh };
}

/** A list that goes on page after page; `join` puts the next page after what is shown. */
export function useConsolePages<T extends { readonly next: string | null }>(
  path: string,
  join: (known: T, page: T) => T,
) {
  const list = useConsoleList<T>(path);
  // Why the next page did not come; what is shown stays.
  const [problem, setProblem] = useState<string | null>(null);
  const { value, set } = list;
  async function more(): Promise<void> {
    if (!value?.next) return;
    const answer = await consoleFetch<T>(`${path}?${new URLSearchParams({ after: value.next })}`);
    setProblem(answer.ok ? null : answer.message);
    if (answer.ok) set(join(value, answer.value));
  }
  return { ...list, problem, more };
}
