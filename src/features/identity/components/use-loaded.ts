import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  askOrThrow,
  keepForOwner,
  memberClient,
  type Refused,
  useOwner,
} from "#src/features/identity/components/member-query.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";

export type Loaded<T> = {
  /** Null until the first answer has come. */
  readonly value: T | null;
  /** Null while there is an answer to show: it stays when asking again fails. */
  readonly failure: MemberFailure | null;
  /** Forgets the answer or failure and asks again. */
  readonly retry: () => void;
  /** Asks again while the old answer stays. */
  readonly refresh: () => Promise<void>;
  /** Takes what another call has answered. */
  readonly set: (value: T) => void;
};

/** What the API answers at `path` to who is signed in. */
export function useLoaded<T>(path: string, call: typeof memberFetch<T> = memberFetch): Loaded<T> {
  const owner = useOwner();
  const queryKey = useMemo(() => [owner, path], [owner, path]);
  const { data, error, refetch } = useQuery<T, Refused>(
    {
      queryKey,
      queryFn: ({ signal }) => askOrThrow(path, signal, call),
      enabled: owner !== null,
      placeholderData: keepForOwner(owner),
    },
    memberClient,
  );
  const retry = useCallback(() => void memberClient.resetQueries({ queryKey, exact: true }), [queryKey]);
  const refresh = useCallback(async () => void (await refetch()), [refetch]);
  const set = useCallback((value: T) => void memberClient.setQueryData(queryKey, value), [queryKey]);
  const failure = data === undefined && error ? error.failure : null;
  return { value: data ?? null, failure, retry, refresh, set };
}
