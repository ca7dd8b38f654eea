import { skipToken, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  askOrThrow,
  type Call,
  keepForOwner,
  memberClient,
  readAgain,
  type Refused,
} from "#src/features/identity/components/member-query.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { useOwner } from "#src/features/identity/session.ts";

export type Loaded<T> = {
  /** Null until the first answer. */
  readonly value: T | null;
  /** Whether `value` answers the previous question while the new one loads. */
  readonly isPrevious: boolean;
  /** Null while there is an answer to show, which stays even if a reload fails. */
  readonly failure: MemberFailure | null;
  /** Drops the answer or failure and loads again. */
  readonly retry: () => void;
  /** Reloads while the old answer stays. */
  readonly refresh: () => Promise<void>;
  /** Stores the response of another call. */
  readonly set: (value: T) => void;
};

/**
 * Loads the API's response at `path` for the signed-in person; nothing while `path` is null. A `question` that exceeds
 * URL limits is sent by POST.
 */
export function useLoaded<T>(path: string | null, call: Call<T> = memberFetch, question?: object): Loaded<T> {
  const owner = useOwner();
  const asked = JSON.stringify(question);
  const queryKey = useMemo(() => (asked === undefined ? [owner, path] : [owner, path, asked]), [owner, path, asked]);
  const { data, error, refetch, isPlaceholderData } = useQuery<T, Refused>(
    {
      queryKey,
      queryFn: path === null ? skipToken : ({ signal }) => askOrThrow(path, signal, call, question),
      enabled: owner !== null,
      placeholderData: keepForOwner(owner),
    },
    memberClient,
  );
  const retry = useCallback(() => void memberClient.resetQueries({ queryKey, exact: true }), [queryKey]);
  const refresh = useCallback(() => readAgain(queryKey, refetch), [queryKey, refetch]);
  const set = useCallback((value: T) => void memberClient.setQueryData(queryKey, value), [queryKey]);
  const failure = data === undefined && error ? error.failure : null;
  return { value: data ?? null, isPrevious: isPlaceholderData, failure, retry, refresh, set };
}
