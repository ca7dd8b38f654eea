import { useEffect, useReducer, useRef, useState } from "react";
import type { Draft, Faults } from "#src/features/events/form/rules/draft.ts";
import { readEditable, sendChange } from "#src/features/events/edit/components/edit-calls.ts";
import { readEdit, writeEdit } from "#src/features/events/edit/components/edit-storage.ts";
import { CHANGE_REFUSED, CHANGE_WAITS, STILL_SAVING } from "#src/features/events/edit/messages.ts";
import {
  type Change,
  changeOf,
  draftOf,
  editFaults,
  fieldFaults,
  rebased,
  withTheirs,
} from "#src/features/events/edit/rules/edit.ts";
import type { SettingName } from "#src/features/events/edit/rules/settings.ts";
import type { ChangedEvent, EditableEvent, EventSettings } from "#src/features/events/edit/schema.ts";
import { getIdToken, hasSessionHint, useIdToken } from "#src/features/identity/session.ts";
import type { ChangeScope } from "#src/shared/states.ts";

type Sending =
  | { readonly kind: "idle" | "sending" }
  | { readonly kind: "saved"; readonly words: string }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The event as its form shows it. Its settings include the host's pending change, so that the host continues from it.
 * `published` is what guests read.
 */
export type EditedEvent = EditableEvent & { readonly published: EventSettings };

function asEdited(event: EditableEvent): EditedEvent {
  const { settings: published, mustWait, waiting } = event;
  return { ...event, published, settings: mustWait ? { ...published, ...waiting?.change } : published };
}

type Edit = {
  readonly event: EditedEvent;
  readonly draft: Draft;
  readonly faults: Faults;
  /** Settings that both sides changed to different values. */
  readonly conflicts: readonly SettingName[];
};
type Action =
  /** `own`: this page's own saved changes since the last read, which are no concurrent changes. */
  | {
      readonly type: "load";
      readonly eventId: string;
      readonly event: EditableEvent;
      readonly own?: Change | undefined;
    }
  | { readonly type: "change"; readonly changed: Partial<Draft> }
  | { readonly type: "theirs"; readonly name: SettingName }
  | { readonly type: "refuse"; readonly faults: Faults }
  | { readonly type: "discard" };

/** The current event with this form's changes reapplied. */
function loaded(edit: Edit | null, { eventId, event: read, own }: Extract<Action, { type: "load" }>): Edit {
  const event = asEdited(read);
  const kept = edit ? { base: { ...edit.event.settings, ...own }, draft: edit.draft } : readEdit(eventId);
  if (kept === null) return { event, draft: draftOf(event.settings, eventId), faults: {}, conflicts: [] };
  const { draft, conflicts } = rebased(kept.draft, kept.base, event.settings);
  return { event, draft, faults: {}, conflicts: own ? [] : conflicts };
}

function reduce(edit: Edit | null, action: Action): Edit | null {
  if (action.type === "load") return loaded(edit, action);
  if (edit === null) return null;
  switch (action.type) {
    case "change": {
      const faults = Object.fromEntries(Object.entries(edit.faults).filter(([name]) => !(name in action.changed)));
      return { ...edit, draft: { ...edit.draft, ...action.changed }, faults };
    }
    case "theirs":
      return {
        ...edit,
        draft: withTheirs(edit.draft, edit.event.settings, action.name),
        conflicts: edit.conflicts.filter((name) => name !== action.name),
      };
    case "refuse":
      return { ...edit, faults: action.faults };
    case "discard":
      return {
        ...edit,
        draft: draftOf(edit.event.settings, edit.draft.socialEventId ?? ""),
        faults: {},
        conflicts: [],
      };
  }
}

const IDLE: Sending = { kind: "idle" };

/** Why the form can't open. */
type Refusal = {
  readonly isSignedOut: boolean;
  /** Whether a retry can help. */
  readonly mayPass: boolean;
  readonly message: string;
};

const SIGNED_OUT = { ok: false, status: 401, message: "" } as const;

const refusalOf = ({ status, message }: { status: number; message: string }): Refusal => ({
  isSignedOut: status === 401,
  mayPass: status !== 403 && status !== 404,
  message,
});

function useEditable(eventId: string, onEvent: (event: EditableEvent) => void) {
  const token = useIdToken();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [attempt, setAttempt] = useState(0);
  const take = useRef(onEvent);
  useEffect(() => {
    take.current = onEvent;
  });
  const isSignedIn = token !== null;
  useEffect(() => {
    const request = new AbortController();
    const isVisitor = !isSignedIn && getIdToken() === null && !hasSessionHint();
    const asked = isVisitor ? Promise.resolve(SIGNED_OUT) : readEditable(eventId, request.signal);
    void asked.then((answer) => {
      if (request.signal.aborted) return;
      if (answer.ok) take.current(answer.value);
      setRefusal(answer.ok ? null : refusalOf(answer));
    });
    return () => request.abort();
  }, [eventId, isSignedIn, attempt]);
  return { refusal, retry: () => setAttempt((count) => count + 1) };
}

/** The message after a save, with the number of later events changed too. */
function savedWords({ also: { length: also }, waiting }: ChangedEvent): string {
  if (waiting !== null) return CHANGE_WAITS;
  if (also === 0) return "Saved.";
  return also === 1 ? "Saved, and so is the one that follows." : `Saved, and so are the ${also} that follow.`;
}

/** Edits an event: loads it, keeps unsaved input in this tab, and saves without overwriting concurrent changes. */
export function useEditEvent(eventId: string) {
  const [edit, dispatch] = useReducer(reduce, null);
  const [sending, setSending] = useState<Sending>(IDLE);
  const isUnderWay = useRef(false);
  const { refusal, retry } = useEditable(eventId, (event) => dispatch({ type: "load", eventId, event }));
  const settings = edit?.event.settings;
  const draft = edit?.draft;
  const change: Change = settings && draft ? changeOf(settings, draft) : {};
  const isChanged = Object.keys(change).length > 0;

  useEffect(() => {
    if (settings && draft) writeEdit(eventId, isChanged ? { base: settings, draft } : null);
  }, [eventId, settings, draft, isChanged]);

  async function reload(own?: Change): Promise<void> {
    const answer = await readEditable(eventId);
    if (answer.ok) dispatch({ type: "load", eventId, event: answer.value, own });
  }

  /** Sends a change. Returns an error sentence, or null. `isForm`: it is the form's whole change. */
  async function send(sent: Change, scope: ChangeScope, isForm: boolean): Promise<string | null> {
    if (!settings || isUnderWay.current) return STILL_SAVING;
    isUnderWay.current = true;
    setSending({ kind: "sending" });
    const answer = await sendChange(eventId, { change: sent, base: settings, scope });
    if (answer.ok || answer.status === 409) await reload(answer.ok && isForm ? sent : undefined);
    if (!answer.ok) dispatch({ type: "refuse", faults: fieldFaults(answer.fields ?? {}) });
    setSending(
      answer.ok ? { kind: "saved", words: savedWords(answer.value) } : { kind: "failed", message: answer.message },
    );
    isUnderWay.current = false;
    return answer.ok ? null : (Object.values(answer.fields ?? {})[0] ?? answer.message);
  }

  return {
    edit,
    refusal,
    retry,
    // "Saved." does not apply to input since then.
    sending: sending.kind === "saved" && isChanged ? IDLE : sending,
    change,
    isChanged,
    withdrawn: () => reload({}),
    onChange: (changed: Partial<Draft>) => dispatch({ type: "change", changed }),
    takeTheirs: (name: SettingName) => dispatch({ type: "theirs", name }),
    discard: () => {
      dispatch({ type: "discard" });
      setSending(IDLE);
    },
    send,
    async save(scope: ChangeScope): Promise<void> {
      if (!draft) return;
      const faults = editFaults(draft);
      dispatch({ type: "refuse", faults });
      if (Object.keys(faults).length > 0) return setSending({ kind: "failed", message: CHANGE_REFUSED });
      await send(change, scope, true);
    },
  };
}

export type EditTools = ReturnType<typeof useEditEvent>;
