import type { Kept, WalkIn } from "#src/features/events/court-sync/components/board-storage.ts";
import { act, EMPTY_BOARD, type Board } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { isSameScore, type Score, scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import { learnServerTime } from "#src/features/events/court-follow/components/server-clock.ts";
import type { CourtsView, SavedBoard } from "#src/features/events/courts/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";

/** The phone's state: the saved board with the unsent actions applied. */
export type Shown = Kept & { readonly board: Board };

export const EMPTY_SHOWN: Shown = {
  version: 0,
  saved: EMPTY_BOARD,
  pending: [],
  walkIns: [],
  names: {},
  title: "",
  board: EMPTY_BOARD,
};

const repeat = (board: Board, pending: readonly Action[]): Board => pending.reduce(act, board);

export const showKept = (kept: Kept): Shown => ({ ...kept, board: repeat(kept.saved, kept.pending) });

export function withAction(shown: Shown, action: Action): Shown {
  const board = act(shown.board, action);
  return board === shown.board ? shown : { ...shown, board, pending: [...shown.pending, action] };
}

/** Rebases the unsent actions on the server's board. Actions that no longer apply change nothing. */
export function withAnswer(shown: Shown, view: CourtsView): Shown {
  const { host, version, title } = view;
  if (!host) return shown;
  const names = { ...shown.names, ...Object.fromEntries(host.people.map(({ id, name }) => [id, name])) };
  // The response is older than the shown board, or brings nothing new.
  if (version < shown.version || (version === shown.version && shown.title !== "")) return { ...shown, names, title };
  const saved = host.board ?? { ...EMPTY_BOARD, format: host.usualFormat };
  return { ...shown, version, saved, names, title, board: repeat(saved, shown.pending) };
}

/** An unsent score that lost to another phone's score, in words. */
type Overruled = { readonly action: Action; readonly words: string };

export function overruledIn({ board, pending }: Shown): Overruled[] {
  const mine = new Map<string, { action: Action; own: Score }>();
  for (const action of pending)
    if ((action.type === "finish" || action.type === "score") && action.score)
      mine.set(action.game, { action, own: action.score });
  return board.games.flatMap(({ id, round, court, score }) => {
    const { action, own } = mine.get(id) ?? {};
    if (!action || !own || score === null || isSameScore(own, score)) return [];
    const words = `Round ${round}, court ${court}: ${scoreWords(score)} is saved, your ${scoreWords(own)} is not.`;
    return { action, words };
  });
}

/** Drops the actions that were saved with `sent`. A newer save by another phone may already have been read. */
export function withSaved(shown: Shown, sent: Shown, version: number): Shown {
  const pending = shown.pending.slice(sent.pending.length);
  const newest = shown.version > version ? shown : { version, saved: sent.board };
  return { ...shown, version: newest.version, saved: newest.saved, pending, board: repeat(newest.saved, pending) };
}

export const boardPath = (eventId: string) => `/api/social-events/${encodeURIComponent(eventId)}/courts`;

/** Reads an event's board, and the server's time. */
export async function readBoard(path: string, options: { signal?: AbortSignal } = {}) {
  const sentAt = Date.now();
  const answer = await memberFetch<CourtsView>(path, options);
  if (answer.ok) learnServerTime(answer.value.serverTime, sentAt);
  return answer;
}

/** Sends a walk-in to the door list, which stores the player's name. */
export async function sendWalkIn(eventId: string, { id, markId, name }: WalkIn) {
  const mark = { id: markId, walkIn: { id, name }, presence: "here", guests: 0 };
  return memberFetch(`/api/social-events/${encodeURIComponent(eventId)}/door`, {
    method: "POST",
    body: { marks: [mark] },
  });
}

export async function sendBoard(eventId: string, { version, board }: Shown) {
  return memberFetch<SavedBoard>(boardPath(eventId), { method: "PUT", body: { version, board } });
}
