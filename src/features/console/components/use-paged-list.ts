import { useCallback, useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

type State<A, T> = {
  /** Of which list this is what is known. */
  readonly path: string | null;
  /** Null until the first page has come. */
  readonly items: readonly T[] | null;
  readonly next: string | null;
  /** The newest answer whole, for what it says besides the items. */
  readonly answer: A | null;
  readonly failure: MemberFailure | null;
  readonly isBusy: boolean;
};

export type PagedList<A, T> = Omit<State<A, T>, "path"> & {
  /** The next page, after those that are shown. */
  readonly more: () => void;
  /** As much as is shown, as it is now: what one looks at keeps its place. */
  readonly reload: () => void;
  /** Puts another in the place of an item. */
  readonly replace: (isIt: (item: T) => boolean, item: T) => void;
};

export type PagedSource<A, T> = {
  /** The name of the query's cursor. */
  readonly cursor: string;
  readonly read: (answer: A) => Page<T>;
};

const NOTHING = { path: null, items: null, next: null, answer: null, failure: null, isBusy: false };

function withCursor(path: string, name: string, key: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(key)}`;
}

/** A list of the organizers' API that goes on page after page. A new `path` is a new list. */
export function usePagedList<A, T>(path: string, source: PagedSource<A, T>): PagedList<A, T> {
  const [state, setState] = useState<State<A, T>>(NOTHING);
  const request = useRef<AbortController | null>(null);
  const pages = useRef(1);

  const load = useCallback(
    async (from: string | null, count: number, kept: readonly T[]) => {
      request.current?.abort();
      const own = (request.current = new AbortController());
      let items = [...kept];
      let key = from;
      for (let page = 0; page < count; page += 1) {
        const address = key === null ? path : withCursor(path, source.cursor, key);
        // One page after the other: each begins where the one before ended.
        // oxlint-disable-next-line no-await-in-loop
        const answer = await consoleFetch<A>(address, { signal: own.signal });
        if (own.signal.aborted) return;
        if (!answer.ok) return setState((now) => ({ ...now, path, failure: answer, isBusy: false }));
        const { items: found, next } = source.read(answer.value);
        items = [...items, ...found];
        key = next;
        setState({ path, items, next, answer: answer.value, failure: null, isBusy: page + 1 < count && next !== null });
        if (next === null) break;
      }
      pages.current = from === null ? count : pages.current + count;
    },
    [path, source],
  );

  useEffect(() => {
    pages.current = 1;
    void load(null, 1, []);
    return () => request.current?.abort();
  }, [load]);

  function begin(from: string | null, count: number, kept: readonly T[]): void {
    setState((now) => ({ ...now, failure: null, isBusy: true }));
    void load(from, count, kept);
  }

  // Until the first answer for another list, what is shown is that of the one before, and says so.
  const isBusy = state.isBusy || state.path !== path;
  const { items, next, answer } = state;
  return {
    items,
    next,
    answer,
    failure: isBusy ? null : state.failure,
    isBusy,
    more: () => {
      if (next !== null && !isBusy) begin(next, 1, items ?? []);
    },
    reload: () => begin(null, pages.current, []),
    replace: (isIt, item) =>
      setState((now) => ({ ...now, items: now.items?.map((one) => (isIt(one) ? item : one)) ?? null })),
  };
}
