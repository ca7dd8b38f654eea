import { notifyManager, type QueryKey, QueryClient } from "@tanstack/react-query";
import type { MemberAnswer, MemberFailure } from "#src/features/identity/member-fetch.ts";

// A pressed checkbox shows its new state at once: the default, a timeout, lets it fall back for a moment.
notifyManager.setScheduler(queueMicrotask);

/** The API's responses in this tab. The server never uses it: it renders pages as a visitor sees them. */
export const memberClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `memberFetch` renews the token, and reports a lost connection in words.
      retry: false,
      networkMode: "always",
      // Lists reload on live updates and on retry, never in the background.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Personal data: dropped when no component uses it.
      gcTime: 0,
    },
  },
});

/** An API failure as an exception: TanStack Query distinguishes failures that way. */
export class Refused extends Error {
  readonly failure: MemberFailure;

  constructor(failure: MemberFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

type CallOptions = { signal: AbortSignal; method?: "POST"; body?: object; isQuestion?: boolean };
/** `memberFetch`, or `consoleFetch` in the console. */
export type Call<T> = (path: string, options: CallOptions) => Promise<MemberAnswer<T>>;

/** Reads `path`; with a `question`, by POST. Throws {@link Refused}. */
export async function askOrThrow<T>(path: string, signal: AbortSignal, call: Call<T>, question?: object): Promise<T> {
  const answer = await call(path, { signal, ...(question && { method: "POST", body: question, isQuestion: true }) });
  if (!answer.ok) throw new Refused(answer);
  return answer.value;
}

/**
 * Refetches a query. Cancels a first load in flight: it may have read the state before a change, and TanStack Query
 * would wait for it instead of refetching.
 */
export async function readAgain(queryKey: QueryKey, refetch: () => Promise<unknown>): Promise<void> {
  await memberClient.cancelQueries({ queryKey, exact: true });
  await refetch();
}

/** Shows the previous answer while the same person's next question loads. */
export function keepForOwner(owner: string | null) {
  return <T>(previous: T | undefined, query: { readonly queryKey: QueryKey } | undefined): T | undefined =>
    query?.queryKey[0] === owner ? previous : undefined;
}
