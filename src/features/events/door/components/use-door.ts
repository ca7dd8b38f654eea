import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import {
  changeKeptDoor,
  getKeptDoor,
  keepList,
  type KeptDoor,
  subscribeToDoors,
} from "#src/features/events/door/components/door-storage.ts";
import { type DoorRow, shownRows } from "#src/features/events/door/rules.ts";
import { type DoorView, type Mark, MOST_MARKS } from "#src/features/events/door/schema.ts";
import { useOwner } from "#src/features/identity/session.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { openLiveStream } from "#src/features/identity/live-stream.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { useKeptPage } from "#src/ui/use-kept-page.ts";

/** Batches quick marks into one call. */
const GATHER_MS = 300;
const RETRY_MS = 4_000;

export type DoorTools = {
  /** Null until the list was read, now or in an earlier visit. */
  readonly door: DoorView | null;
  readonly rows: readonly DoorRow[];
  /** Why the list could not be loaded. */
  readonly failure: MemberFailure | null;
  readonly retry: () => void;
  /** Number of marks that the server has not confirmed. */
  readonly unsent: number;
  /** Why the server rejects marks; null while it accepts them or is unreachable. */
  readonly refusal: string | null;
  readonly mark: (mark: Omit<Mark, "id">) => void;
  /** Drops the rejected marks. */
  readonly discard: () => void;
  readonly set: (door: DoorView) => void;
};

const nothing = () => null;

/** Transient failures: no network, a restart, too many requests, a session being renewed. */
const isPassing = ({ status }: MemberFailure) => status === 0 || status === 401 || status === 429 || status >= 500;

/** Sends unsent marks, oldest first, until none are left. Retries after a pause while the server is unreachable. */
function useSending(eventId: string, owner: string | null, kept: KeptDoor | null, take: (door: DoorView) => void) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [wait, setWait] = useState({ ms: GATHER_MS });
  const isSending = useRef(false);
  const isOwing = (kept?.unsent.length ?? 0) > 0;
  useEffect(() => {
    if (owner === null || kept?.owner !== owner || !isOwing || refusal !== null) return;
    const send = async () => {
      if (isSending.current) return;
      isSending.current = true;
      const marks = getKeptDoor(eventId)?.unsent.slice(0, MOST_MARKS) ?? [];
      const answer = await memberFetch<DoorView>(`/api/social-events/${encodeURIComponent(eventId)}/door`, {
        method: "POST",
        body: { marks },
      });
      isSending.current = false;
      if (answer.ok) {
        keepList(eventId, owner, answer.value, marks);
        take(answer.value);
      } else if (!isPassing(answer)) setRefusal(answer.message);
      // Also starts the next wait, for marks made in the meantime.
      setWait({ ms: answer.ok ? GATHER_MS : RETRY_MS });
    };
    const timer = setTimeout(() => void send(), wait.ms);
    const atOnce = () => void send();
    addEventListener("online", atOnce);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", atOnce);
    };
    // Does not depend on the marks: in a rush, a wait restarted by each mark would never end.
  }, [eventId, owner, kept?.owner, isOwing, refusal, wait, take]);
  return { refusal, setRefusal };
}

/** Reloads the list when another phone marks a person, and when the stream opens, because it may have missed a mark. */
function useFollowedDoor(eventId: string, isReader: boolean, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!isReader) return;
    const stream = openLiveStream({
      path: `/api/live?${new URLSearchParams({ door: eventId })}`,
      onEvent: () => void refresh(),
    });
    return () => stream.close();
  }, [eventId, isReader, refresh]);
}

/** An event's door on this phone. Works offline and converges to the list that all phones have. */
export function useDoor(eventId: string): DoorTools {
  const owner = useOwner();
  const loaded = useLoaded<DoorView>(`/api/social-events/${encodeURIComponent(eventId)}/door`);
  const stored = useSyncExternalStore(subscribeToDoors, () => getKeptDoor(eventId), nothing);
  // Offline, a new tab has no session yet: show the list of the phone's last door keeper.
  const kept = owner === null || stored?.owner === owner ? stored : null;
  const { value, refresh, failure, retry } = loaded;
  useEffect(() => {
    if (owner !== null && value !== null) keepList(eventId, owner, value);
  }, [eventId, owner, value]);
  const isReader = value !== null;
  useKeptPage(isReader);
  useFollowedDoor(eventId, isReader, refresh);
  const { refusal, setRefusal } = useSending(eventId, owner, kept, loaded.set);

  const mark = useCallback(
    (wish: Omit<Mark, "id">) =>
      changeKeptDoor(eventId, (before) =>
        before === null ? null : { ...before, unsent: [...before.unsent, { ...wish, id: randomUuid() }] },
      ),
    [eventId],
  );
  const discard = useCallback(() => {
    changeKeptDoor(eventId, (before) => before && { ...before, unsent: [] });
    setRefusal(null);
    void refresh();
  }, [eventId, refresh, setRefusal]);
  const rows = useMemo(() => (kept === null ? [] : shownRows(kept.list, kept.unsent)), [kept]);
  const isGone = failure !== null && !isPassing(failure);
  return {
    door: isGone ? null : (kept?.list ?? null),
    rows,
    failure: kept === null || isGone ? failure : null,
    retry,
    unsent: kept?.unsent.length ?? 0,
    refusal,
    mark,
    discard,
    set: loaded.set,
  };
}
