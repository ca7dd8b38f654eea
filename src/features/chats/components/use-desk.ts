import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Quoted } from "#src/features/chats/components/chat-types.ts";
import type { Messages } from "#src/features/chats/components/room-messages.ts";
import type { RoomSource } from "#src/features/chats/components/room-source.ts";
import { type Desk, keepDesk, readDesk, type Unsent } from "#src/features/chats/components/unsent.ts";
import { randomUuid } from "#src/shared/ids.ts";

/** After this long without an answer a message counts as not sent. */
const PATIENCE_MS = 15_000;

export type DeskTools = {
  draft: string;
  /** The message that the draft answers. */
  replyTo: Quoted | null;
  setReplyTo: (message: Quoted | null) => void;
  /** What is not among the messages yet. */
  unsent: readonly Unsent[];
  setDraft: (draft: string) => void;
  /** Sends the draft. */
  send: () => void;
  retry: (clientId: string) => void;
  discard: (clientId: string) => void;
};

type DeskOptions = {
  source: RoomSource;
  meId: string;
  messages: Messages;
  onSent: (news: Messages) => void;
};

type SetDesk = Dispatch<SetStateAction<Desk>>;

/** Sends one message after the other, so that they arrive in the order they were typed. */
function useLine({ source, onSent }: Pick<DeskOptions, "source" | "onSent">, setDesk: SetDesk) {
  const line = useRef(Promise.resolve());
  return useCallback(
    ({ clientId, text, replyTo }: Pick<Unsent, "clientId" | "text" | "replyTo">) => {
      const change = (changes: Partial<Unsent>) =>
        setDesk((desk) => ({
          ...desk,
          unsent: desk.unsent.map((each) => (each.clientId === clientId ? { ...each, ...changes } : each)),
        }));
      change({ state: "sending", reason: "" });
      line.current = line.current.then(async () => {
        const message = { clientId, text, replyTo: replyTo?.id ?? null };
        const answer = await source.send(message, AbortSignal.timeout(PATIENCE_MS));
        if (answer.ok) onSent([answer.value]);
        change(answer.ok ? { state: "sent" } : { state: "failed", reason: answer.failure.message });
      });
    },
    [source, onSent, setDesk],
  );
}

/** The draft and the unsent messages: shown at once, stored until they have arrived. Mounted per person and chat. */
export function useDesk({ source, meId, messages, onSent }: DeskOptions): DeskTools {
  const [desk, setDesk] = useState<Desk>(() => readDesk(source.id, meId));
  const { draft, replyTo } = desk;
  useEffect(() => keepDesk(source.id, meId, desk), [source.id, meId, desk]);
  const post = useLine({ source, onSent }, setDesk);

  // The live line may bring it before the answer does; and what a reload left behind may have arrived after all.
  const unsent = useMemo(() => {
    const arrived = new Set(messages.flatMap((message) => message.clientId ?? []));
    return desk.unsent.filter(({ clientId }) => !arrived.has(clientId));
  }, [desk.unsent, messages]);
  if (unsent.length < desk.unsent.length) setDesk({ ...desk, unsent });

  const send = useCallback(() => {
    const text = draft.trim();
    if (text === "") return;
    const message = { clientId: randomUuid(), text, replyTo, createdAt: Math.floor(Date.now() / 1000), reason: "" };
    setDesk(({ unsent: others }) => ({
      draft: "",
      replyTo: null,
      unsent: [...others, { ...message, state: "sending" }],
    }));
    post(message);
  }, [draft, replyTo, post]);
  const retry = useCallback(
    (clientId: string) => {
      const message = unsent.find((each) => each.clientId === clientId);
      if (message) post(message);
    },
    [unsent, post],
  );
  const discard = useCallback((clientId: string) => {
    setDesk((known) => ({ ...known, unsent: known.unsent.filter((each) => each.clientId !== clientId) }));
  }, []);
  const setDraft = useCallback((typed: string) => setDesk((known) => ({ ...known, draft: typed })), []);
  const setReplyTo = useCallback((message: Quoted | null) => setDesk((known) => ({ ...known, replyTo: message })), []);
  return { draft, replyTo, unsent, setDraft, setReplyTo, send, retry, discard };
}
