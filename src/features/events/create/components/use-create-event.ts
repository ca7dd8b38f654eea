import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { readDraft, writeDraft } from "#src/features/events/create/components/draft-storage.ts";
import { findFaults, sendEvent } from "#src/features/events/create/components/send-event.ts";
import { NO_HOST_ID } from "#src/features/events/create/rules/password.ts";
import { DATE_PAST, EVENT_INCOMPLETE } from "#src/features/events/create/messages.ts";
import {
  BLANK,
  type Draft,
  draftFrom,
  type Faults,
  faultsOf,
  payloadOf,
} from "#src/features/events/form/rules/draft.ts";
import { readDay } from "#src/features/events/form/rules/read-values.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { getIdToken, hasSessionHint, useSignedIn } from "#src/features/identity/session.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { chatGroupOf } from "#src/shared/chat-groups.ts";
import type { Day } from "#src/shared/dates.ts";

/** How long the success message is shown before the form returns. */
const SUCCESS_MS = 3000;

export type Created = {
  readonly title: string;
  readonly socialEventId: string;
  readonly held: boolean;
  /** The given Host ID is not valid. */
  readonly isHostIdUnknown: boolean;
  readonly count: number;
};

type Sending =
  | { readonly kind: "idle" | "sending" | "signed-out" }
  | { readonly kind: "failed"; readonly message: string; readonly detail?: string | undefined }
  | { readonly kind: "created" };

const IDLE: Sending = { kind: "idle" };

/** Text typed before hydration: the values of the fields that were not empty. */
function typedBefore(form: HTMLFormElement | null): Draft {
  const fields = form ? [...new FormData(form)].filter(([, value]) => value !== "") : [];
  return draftFrom(Object.fromEntries(fields));
}

type State = { readonly draft: Draft; readonly faults: Faults; readonly isReady: boolean };
type Action =
  | { readonly type: "start" | "replace"; readonly draft: Draft }
  | { readonly type: "change"; readonly changed: Partial<Draft> }
  | { readonly type: "host"; readonly name: string }
  | { readonly type: "refuse"; readonly fields: Readonly<Record<string, string>> };

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "start":
      return { draft: action.draft, faults: {}, isReady: true };
    case "replace":
      return { ...state, draft: action.draft, faults: {} };
    case "change": {
      // Editing a field clears its error until the next send.
      const faults = Object.entries(state.faults).filter(([name]) => !(name in action.changed));
      return { ...state, draft: { ...state.draft, ...action.changed }, faults: Object.fromEntries(faults) };
    }
    case "host":
      return state.draft.host === "" ? { ...state, draft: { ...state.draft, host: action.name } } : state;
    case "refuse":
      return { ...state, faults: faultsOf(action.fields, state.draft) };
  }
}

/** The form's values with their errors, stored in this tab. An empty Host becomes `ownName` once that is loaded. */
function useDraft(form: RefObject<HTMLFormElement | null>, ownName: string) {
  const [state, dispatch] = useReducer(reduce, { draft: BLANK, faults: {}, isReady: false });
  const { isReady, draft } = state;

  // Runs before paint, so that a reload never flashes an empty form.
  useLayoutEffect(() => {
    dispatch({ type: "start", draft: readDraft() ?? typedBefore(form.current) });
  }, [form]);

  useEffect(() => {
    if (isReady) writeDraft(draft);
  }, [isReady, draft]);

  useEffect(() => {
    if (isReady && ownName !== "") dispatch({ type: "host", name: ownName });
  }, [isReady, ownName]);

  return [state, dispatch] as const;
}

/** The signed-in person's name, which is the default host; empty until loaded. */
function useOwnName(): string {
  const isSignedIn = useSignedIn();
  const [name, setName] = useState("");
  useEffect(() => {
    if (!isSignedIn) return;
    const request = new AbortController();
    void memberFetch<Profile>("/api/profile", { signal: request.signal }).then((answer) => {
      // On failure the field stays empty, as for visitors.
      if (answer.ok && !request.signal.aborted) setName(answer.value.name);
    });
    return () => request.abort();
  }, [isSignedIn]);
  return isSignedIn ? name : "";
}

/** The state of the form: its values, and sending them. */
export function useCreateEvent(form: RefObject<HTMLFormElement | null>, today: Day) {
  const ownName = useOwnName();
  const [state, dispatch] = useDraft(form, ownName);
  const { chatGroups = [] } = useSiteFacts() ?? {};
  const draft = { ...state.draft, chat: chatGroupOf(chatGroups, state.draft.chat) };
  const [sending, setSending] = useState<Sending>(IDLE);
  const [created, setCreated] = useState<Created | null>(null);
  const [isUploading, setUploading] = useState(false);
  // Guards against a second press before the rerender.
  const isUnderWay = useRef(false);

  useEffect(() => {
    if (sending.kind !== "created") return;
    const timer = setTimeout(() => setSending({ kind: "idle" }), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [sending.kind]);

  async function sendNow(): Promise<void> {
    if (getIdToken() === null && !hasSessionHint()) return setSending({ kind: "signed-out" });
    const payload = payloadOf(draft);
    const fields = { ...(await findFaults(payload)) };
    const day = readDay(draft.date);
    if (day !== null && day < today) fields["date"] ??= DATE_PAST;
    dispatch({ type: "refuse", fields });
    if (Object.keys(fields).length > 0) return setSending({ kind: "failed", message: EVENT_INCOMPLETE });
    setSending({ kind: "sending" });
    const outcome = await sendEvent(payload);
    if (!outcome.ok) {
      dispatch({ type: "refuse", fields: outcome.fields });
      return setSending({ kind: "failed", message: outcome.message, detail: outcome.detail });
    }
    const { socialEventId, held, count } = outcome;
    const isHostIdUnknown = held && !["", NO_HOST_ID].includes(draft.hostId.trim());
    setCreated({ title: draft.title.trim(), socialEventId, held, isHostIdUnknown, count });
    dispatch({ type: "replace", draft: { ...BLANK, host: ownName } });
    setSending({ kind: "created" });
  }

  // Hides the message about incomplete fields once the last fault is fixed.
  const isMended =
    sending.kind === "failed" && sending.message === EVENT_INCOMPLETE && Object.keys(state.faults).length === 0;
  return {
    ...state,
    draft,
    sending: isMended ? IDLE : sending,
    /** The last created event. */
    created,
    isUploading,
    setUploading,
    change: (changed: Partial<Draft>) => dispatch({ type: "change", changed }),
    replace: (other: Draft) => dispatch({ type: "replace", draft: other }),
    async submit(): Promise<void> {
      if (isUploading || isUnderWay.current) return;
      isUnderWay.current = true;
      await sendNow();
      isUnderWay.current = false;
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateEvent>;
