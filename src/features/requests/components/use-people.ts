import { useCallback, useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { PendingPerson } from "#src/features/requests/components/pending-types.ts";
import { failedToLoadPending } from "#src/features/requests/messages.ts";
import type { Pending } from "#src/features/requests/schema/requests.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

/** Maximum number of pages to reload automatically. */
const MOST_PAGES = 20;

type List = { readonly people: readonly PendingPerson[]; readonly total: number; readonly next: string | null };

function readPage(after: string | null, signal: AbortSignal): Promise<MemberAnswer<Pending>> {
  const query = new URLSearchParams({ type: "pendingJoinRequests", ...(after !== null && { after }) });
  return consoleFetch<Pending>(`/api/pending-join-requests?${query}`, { signal, isEntrance: true });
}

/** Loads the first `pages` pages, and more until everyone in `sought` is found. */
async function readList(pages: number, sought: readonly string[], signal: AbortSignal): Promise<MemberAnswer<List>> {
  const found: PendingPerson[] = [];
  let after: string | null = null;
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- each page says where the next begins
    const answer: MemberAnswer<Pending> = await readPage(after, signal);
    if (!answer.ok) return answer;
    const { pendingUsersWithMatches, total, next } = answer.value;
    found.push(...pendingUsersWithMatches);
    const isEnough = page >= pages && sought.every((id) => found.some(({ requestId }) => requestId === id));
    if (next === null || isEnough || page >= MOST_PAGES) return { ok: true, value: { people: found, total, next } };
    after = next;
  }
}

export type People = {
  /** Null until loaded. */
  readonly list: List | null;
  /** Why loading failed. */
  readonly failure: string | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Loads another page. */
  readonly more: () => void;
};

type PeopleOptions = {
  /** How many pages to load, and whose requests were being worked on: a reload looks for them again. */
  wanted: () => { pages: number; sought: readonly string[] };
  onRead: (people: readonly PendingPerson[]) => void;
  onMore: () => void;
};

/** Open join requests. The list stays while it reloads, and when that fails. */
export function usePeople({ wanted, onRead, onMore }: PeopleOptions): People {
  const [list, setList] = useState<List | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const request = useRef<AbortController>(undefined);
  const options = useRef({ wanted, onRead, onMore });
  useEffect(() => {
    options.current = { wanted, onRead, onMore };
  });

  const read = useCallback(async (ask: (signal: AbortSignal) => Promise<MemberAnswer<List>>) => {
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    setIsLoading(true);
    const answer = await ask(mine.signal);
    if (mine.signal.aborted) return;
    setIsLoading(false);
    setFailure(answer.ok ? null : failedToLoadPending(answer.message));
    if (!answer.ok) return;
    setList(answer.value);
    options.current.onRead(answer.value.people);
  }, []);

  const reload = useCallback(() => {
    void read((signal) => {
      const { pages, sought } = options.current.wanted();
      return readList(pages, sought, signal);
    });
  }, [read]);

  const more = useCallback(() => {
    if (!list || list.next === null) return;
    options.current.onMore();
    void read(async (signal) => {
      const answer = await readPage(list.next, signal);
      if (!answer.ok) return answer;
      const { pendingUsersWithMatches, total, next } = answer.value;
      return { ok: true, value: { people: [...list.people, ...pendingUsersWithMatches], total, next } };
    });
  }, [list, read]);

  useEffect(() => {
    reload();
    return () => request.current?.abort();
  }, [reload]);

  return { list, failure, isLoading, reload, more };
}
