import { useCallback, useEffect, useRef, useState } from "react";
import { useOrderedChanges } from "#src/features/events/rsvps/components/use-ordered-changes.ts";
import type { Answer, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { openLiveStream } from "#src/features/identity/live-stream.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { useOwner } from "#src/features/identity/session.ts";

/** Debounces bursts of changes, and spreads the clients' reads. */
const SETTLE_MS = 150;
const SPREAD_MS = 450;

/** A message about a refused change, or about a promotion. */
type Word = { readonly kind: "refused" | "promoted"; readonly about: "place" | "poll"; readonly text: string };

const PROMOTED: Word = {
  kind: "promoted",
  about: "place",
  text: "A space opened up, and it is yours. You are going.",
};

/** Data of live updates besides the counts. */
type LiveData = { readonly version: string; readonly now: string };

export type RsvpTools = {
  /** The server's time at the last live update, in ISO 8601. */
  serverTime: string | null;
  /** Null until loaded, and for viewers without access. */
  rsvpState: RsvpState | null;
  /** Pressed but unconfirmed choices. */
  pending: {
    readonly answer?: Answer | "left";
    readonly guests?: number | undefined;
    readonly optionIds?: readonly string[];
  } | null;
  word: Word | null;
  /** Without `guests`, their number stays. */
  answer: (answer: Answer, guests?: number) => void;
  leaveWaiting: () => void;
  vote: (optionIds: readonly string[]) => void;
  closePoll: (closed: boolean) => void;
  /** Creates, changes or deletes the poll. Returns why it was refused, or null. */
  savePoll: (method: "POST" | "PATCH" | "DELETE", body?: unknown) => Promise<Refusal | null>;
  refresh: () => Promise<void>;
};

type Refusal = { readonly message: string; readonly fields: Readonly<Record<string, string>> };

type Change = {
  path: string;
  method: string;
  body?: unknown;
  pending: NonNullable<RsvpTools["pending"]>;
  /** The caller shows the error. */
  isOwn?: boolean;
};

/** Whether the person was promoted from the waiting list. */
function wasPromoted(before: RsvpState, after: RsvpState): boolean {
  return before.waiting !== null && after.waiting === null && after.answer === "going";
}

/** A loaded state with its event and account. */
type Asked = { eventId: string; owner: string | null; rsvpState: RsvpState };

function refusalOf(answer: Awaited<ReturnType<typeof memberFetch>>): Refusal | null {
  return answer.ok ? null : { message: answer.message, fields: answer.fields ?? {} };
}

/** The message for a failed change. Without a response the outcome is unknown. */
function refusedWord(path: string, { status, message }: MemberFailure): Word {
  const text = status === 0 ? message : `${message} Nothing was changed.`;
  return { kind: "refused", about: path === "/poll" ? "poll" : "place", text };
}

/** The last loaded state, and a function that stores a newer one and returns whether it promoted the person. */
function useKnown(eventId: string, owner: string | null) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const known = useRef<Asked | null>(null);
  const take = useCallback(
    (rsvpState: RsvpState) => {
      const before = known.current;
      known.current = { eventId, owner, rsvpState };
      setAsked(known.current);
      return before?.eventId === eventId && before.owner === owner && wasPromoted(before.rsvpState, rsvpState);
    },
    [eventId, owner],
  );
  // Never shows the state of another account or event.
  const rsvpState = asked?.eventId === eventId && asked.owner === owner ? asked.rsvpState : null;
  return { rsvpState, take };
}

/**
 * Loads, changes and follows the RSVP state of an event. `onNews` is called when the event itself changed (time, place,
 * status, photos), or is no longer visible.
 */
export function useRsvp(eventId: string, onNews?: () => void): RsvpTools {
  const owner = useOwner();
  const base = `/api/social-events/${encodeURIComponent(eventId)}`;
  const { rsvpState, take } = useKnown(eventId, owner);
  const [pending, setPending] = useState<RsvpTools["pending"]>(null);
  const [word, setWord] = useState<Word | null>(null);
  // Only the newest response counts: an older one would revert the shown state.
  const newest = useRef(0);
  const changing = useRef(0);

  const refresh = useCallback(async () => {
    // A change in flight will return the state.
    if (changing.current > 0) return;
    const mine = (newest.current += 1);
    const answer = await memberFetch<RsvpState>(`${base}/rsvp`);
    if (mine !== newest.current || !answer.ok) return;
    if (take(answer.value)) setWord(PROMOTED);
  }, [base, take]);
  const serverTime = useFollowed(eventId, refresh, onNews);
  const send = useOrderedChanges<RsvpState>();

  const change = useCallback(
    async ({ path, method, body, pending: wish, isOwn = false }: Change): Promise<Refusal | null> => {
      const mine = (newest.current += 1);
      changing.current += 1;
      setPending((before) => ({ ...before, ...wish }));
      setWord(null);
      const answer = await send({ path: base + path, method, body });
      changing.current -= 1;
      if (answer === null) return null;
      const refusal = refusalOf(answer);
      if (!answer.ok && !isOwn) setWord(refusedWord(path, answer));
      if (mine !== newest.current) return refusal;
      setPending(null);
      if (answer.ok) take(answer.value);
      else void refresh();
      return refusal;
    },
    [base, take, refresh, send],
  );

  return {
    rsvpState,
    pending,
    word,
    serverTime,
    refresh,
    ...useChanges(change),
  };
}

/** Loads now and on each live update of the event. Returns the server's time, once known. */
function useFollowed(eventId: string, refresh: () => Promise<void>, onNews?: () => void): string | null {
  const [serverTime, setServerTime] = useState<string | null>(null);
  useEffect(() => {
    void refresh();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    let version: string | null = null;
    let isNews = false;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          void refresh();
          if (isNews) onNews?.();
          isNews = false;
        },
        SETTLE_MS + Math.random() * SPREAD_MS,
      );
    };
    const stream = openLiveStream({
      path: `/api/live?${new URLSearchParams({ event: eventId })}`,
      onEvent: ({ event, data }) => {
        const said = JSON.parse(data) as LiveData;
        setServerTime(said.now);
        isNews ||= version !== null && said.version !== version;
        version = said.version;
        if (event === "changed" || isNews) soon();
      },
      onState: (state) => {
        // The event was hidden or deleted, or the viewer lost access.
        if (state === "refused" && wasOpen) onNews?.();
        if (state !== "open") return;
        // After a reconnection, updates may have been missed.
        if (wasOpen) soon();
        wasOpen = true;
      },
    });
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [eventId, refresh, onNews]);
  return serverTime;
}

function useChanges(change: (change: Change) => Promise<Refusal | null>) {
  return {
    answer: useCallback(
      (answer: Answer, guests?: number) =>
        void change({ path: "/rsvp", method: "PUT", body: { answer, guests }, pending: { answer, guests } }),
      [change],
    ),
    leaveWaiting: useCallback(
      () => void change({ path: "/waiting-list", method: "DELETE", pending: { answer: "left" } }),
      [change],
    ),
    vote: useCallback(
      (optionIds: readonly string[]) =>
        change({ path: "/poll", method: "PUT", body: { optionIds }, pending: { optionIds } }),
      [change],
    ),
    savePoll: useCallback(
      (method: "POST" | "PATCH" | "DELETE", body?: unknown) =>
        change({ path: "/poll", method, body, pending: {}, isOwn: true }),
      [change],
    ),
    closePoll: useCallback(
      (closed: boolean) => void change({ path: "/poll", method: "PATCH", body: { closed }, pending: {} }),
      [change],
    ),
  };
}
