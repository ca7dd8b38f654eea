import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import {
  askOrThrow,
  keepForOwner,
  memberClient,
  readAgain,
  type Refused,
} from "#src/features/identity/components/member-query.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import { useOwner } from "#src/features/identity/session.ts";

type Page<T> = { readonly items: readonly T[]; readonly next: string | null };
type Read<A, T> = Page<T> & { readonly answer: A };

export type PagedList<A, T> = {
  /** Null until the first page has loaded. */
  readonly items: readonly T[] | null;
  readonly next: string | null;
  /** The latest response, for fields besides the items. */
  readonly answer: A | null;
  readonly failure: MemberFailure | null;
  readonly isBusy: boolean;
  /** Loads the next page after the loaded ones. */
  readonly more: () => void;
  /** Reloads all loaded pages. */
  readonly reload: () => void;
  /** Replaces an item. */
  readonly replace: (isIt: (item: T) => boolean, item: T) => void;
};

export type PagedSource<A, T> = {
  /** The name of the query's cursor field. */
  readonly cursor: string;
  readonly read: (answer: A) => Page<T>;
};

function withCursor(path: string, name: string, key: string | null): string {
  return key === null ? path : `${path}${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(key)}`;
}

/** A paginated list of the console. A new `path` is a new list. */
export function usePagedList<A, T>(path: string, source: PagedSource<A, T>): PagedList<A, T> {
  const owner = useOwner();
  const queryKey = [owner, path, "pages"];
  const query = useInfiniteQuery<Read<A, T>, Refused, InfiniteData<Read<A, T>>, typeof queryKey, string | null>(
    {
      queryKey,
      queryFn: async ({ pageParam, signal }) => {
        const answer = await askOrThrow<A>(withCursor(path, source.cursor, pageParam), signal, consoleFetch);
        return { ...source.read(answer), answer };
      },
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      enabled: owner !== null,
      placeholderData: keepForOwner(owner),
    },
    memberClient,
  );
  const { data, error, fetchNextPage, refetch } = query;
  // While another list loads, the previous one stays visible, marked busy.
  const isBusy = query.isFetching || query.isPending || query.isPlaceholderData;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? null, [data]);
  const last = data?.pages.at(-1);
  return {
    items,
    next: last?.next ?? null,
    answer: last?.answer ?? null,
    failure: isBusy || !error ? null : error.failure,
    isBusy,
    more: () => {
      if (query.hasNextPage && !isBusy) void fetchNextPage();
    },
    reload: () => void readAgain(queryKey, refetch),
    replace: (isIt, item) =>
      void memberClient.setQueryData<InfiniteData<Read<A, T>>>(queryKey, (known) => {
        const pages = known?.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (isIt(one) ? item : one)),
        }));
        return known && pages && { ...known, pages };
      }),
  };
}
