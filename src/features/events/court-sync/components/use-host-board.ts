import { useEffect, useState, useSyncExternalStore } from "react";
import { readKept, type WalkIn, writeKept } from "#src/features/events/court-sync/components/board-storage.ts";
import {
  boardPath,
  EMPTY_SHOWN,
  overruledIn,
  readBoard,
  sendBoard,
  sendWalkIn,
  type Shown,
  showKept,
  withAction,
  withAnswer,
  withSaved,
} from "#src/features/events/court-sync/components/board-sync.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";

const RETRY_MS = 4000;

/** `saving`: being sent. `waiting`: stored on this phone until the network is back. `refused`: the server rejected it. */
export type SyncState =
  | { readonly kind: "saved" | "saving" | "waiting" }
  | { readonly kind: "refused"; readonly message: string };

/** Syncs one board between this phone and the server. Outside React state, so that renders cannot lose a write. */
class HostBoard {
  readonly #owner: string;
  readonly #eventId: string;
  readonly #listeners = new Set<() => void>();
  #state: { readonly shown: Shown; readonly sync: SyncState; readonly overruled: readonly string[] };
  /** Overruled scores already shown, so that news during a send does not bring back dismissed ones. */
  readonly #told = new WeakSet<Action>();
  #isSending = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: string, eventId: string) {
    this.#owner = owner;
    this.#eventId = eventId;
    const kept = readKept(owner, eventId);
    this.#state = { shown: kept ? showKept(kept) : EMPTY_SHOWN, sync: { kind: "saved" }, overruled: [] };
    if (this.#isOwing()) this.#state = { ...this.#state, sync: { kind: "waiting" } };
  }

  get shown(): Shown {
    return this.#state.shown;
  }

  /** Whether anything is unsent. */
  #isOwing(): boolean {
    return this.shown.walkIns.length + this.shown.pending.length > 0;
  }

  readonly read = () => this.#state;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    this.#isClosed = false;
    addEventListener("online", this.#retry);
    return () => {
      this.#listeners.delete(changed);
      this.#isClosed = true;
      clearTimeout(this.#timer);
      removeEventListener("online", this.#retry);
    };
  };

  readonly #retry = (): void => void this.#send();

  #show(shown: Shown, sync: SyncState = this.#state.sync): void {
    this.#state = { ...this.#state, shown, sync };
    const { board: _board, ...kept } = shown;
    if (shown.title !== "") writeKept(this.#owner, this.#eventId, kept);
    for (const changed of this.#listeners) changed();
  }

  readonly act = (action: Action): void => {
    this.#show(withAction(this.shown, action));
    void this.#send();
  };

  readonly addWalkIn = (name: string): void => {
    const walkIn: WalkIn = { id: crypto.randomUUID(), markId: crypto.randomUUID(), name };
    const player = playerIdOf(walkIn.id);
    const names = { ...this.shown.names, [player]: name };
    this.#show({ ...this.shown, names, walkIns: [...this.shown.walkIns, walkIn] });
    this.act({ type: "arrive", id: player });
  };

  take(view: CourtsView): void {
    this.#repeatOn(view);
    void this.#send();
  }

  #repeatOn(view: CourtsView): void {
    const shown = withAnswer(this.shown, view);
    const news = overruledIn(shown).filter(({ action }) => !this.#told.has(action));
    for (const { action } of news) this.#told.add(action);
    const overruled = new Set([...this.#state.overruled, ...news.map(({ words }) => words)]);
    this.#state = { ...this.#state, overruled: [...overruled] };
    this.#show(shown);
  }

  readonly dismiss = (): void => {
    this.#state = { ...this.#state, overruled: [] };
    this.#show(this.shown);
  };

  /** Sends walk-ins, then the board, until nothing is unsent. */
  async #send(): Promise<void> {
    if (this.#isSending || this.#isClosed || this.shown.title === "") return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    while (this.#isOwing()) {
      this.#show(this.shown, { kind: "saving" });
      const isDone = await this.#sendOne();
      if (!isDone) break;
    }
    this.#isSending = false;
    if (!this.#isOwing()) this.#show(this.shown, { kind: "saved" });
  }

  async #sendOne(): Promise<boolean> {
    const [walkIn] = this.shown.walkIns;
    if (walkIn) {
      const answer = await sendWalkIn(this.#eventId, walkIn);
      if (!answer.ok) return this.#later(answer);
      this.#show({ ...this.shown, walkIns: this.shown.walkIns.slice(1) });
      return true;
    }
    const sent = this.shown;
    const answer = await sendBoard(this.#eventId, sent);
    if (answer.ok) {
      this.#show(withSaved(this.shown, sent, answer.value.version));
      return true;
    }
    if (answer.status !== 409) return this.#later(answer);
    const current = await readBoard(boardPath(this.#eventId));
    if (!current.ok) return this.#later(current);
    // After a restore from a backup the server's version is older. It wins, or this phone could never save again.
    if (current.value.version < this.shown.version) this.#show({ ...this.shown, version: -1 });
    this.#repeatOn(current.value);
    return true;
  }

  #later({ status, message }: { status: number; message: string }): false {
    const isRefused = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
    this.#show(this.shown, isRefused ? { kind: "refused", message } : { kind: "waiting" });
    if (!isRefused && !this.#isClosed) this.#timer = setTimeout(this.#retry, RETRY_MS);
    return false;
  }
}

export type HostTools = {
  readonly shown: Shown;
  readonly sync: SyncState;
  /** Sentences about this phone's scores that lost to another phone's, until dismissed. */
  readonly overruled: readonly string[];
  readonly dismiss: () => void;
  readonly act: (action: Action) => void;
  readonly addWalkIn: (name: string) => void;
  /** Announces what happened. */
  readonly say: (words: string) => void;
};

/** The host's board with optimistic updates, even offline. Null until it can be shown. */
export function useHostBoard(owner: string, eventId: string, view: CourtsView | null): Omit<HostTools, "say"> | null {
  const [board] = useState(() => new HostBoard(owner, eventId));
  const state = useSyncExternalStore(board.subscribe, board.read, board.read);
  useEffect(() => {
    if (view) board.take(view);
  }, [board, view]);
  return state.shown.title === ""
    ? null
    : { ...state, act: board.act, addWalkIn: board.addWalkIn, dismiss: board.dismiss };
}
