import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Quoted } from "#src/features/chats/components/chat-types.ts";
import type { Messages } from "#src/features/chats/components/room-messages.ts";
import type { RoomSource } from "#src/features/chats/components/room-source.ts";
import { type Desk, keepDesk, readDesk, type Unsent } from "#src/features/chats/components/unsent.ts";
import type { PictureView } from "#src/features/chat-pictures/schema.ts";
import { randomUuid } from "#src/shared/ids.ts";

/** A message without a response counts as failed after this. */
const PATIENCE_MS = 15_000;

export type DeskTools = {
  draft: string;
  /** The message that the draft replies to. */
  replyTo: Quoted | null;
  setReplyTo: (message: Quoted | null) => void;
  /** The draft's uploaded picture. */
  picture: PictureView | null;
  setPicture: (picture: PictureView | null) => void;
  /** Messages that are not in the log yet. */
  unsent: readonly Unsent[];
  setDraft: (draft: string) => void;
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

/** Sends messages one at a time, so that they arrive in order. */
function useLine({ source, onSent }: Pick<DeskOptions, "source" | "onSent">, setDesk: SetDesk) {
  const line = useRef(Promise.resolve());
  return useCallback(
    ({ clientId, text, replyTo, picture }: Pick<Unsent, "clientId" | "text" | "replyTo" | "picture">) => {
      const change = (changes: Partial<Unsent>) =>
        setDesk((desk) => ({
          ...desk,
          unsent: desk.unsent.map((each) => (each.clientId === clientId ? { ...each, ...changes } : each)),
        }));
      change({ state: "sending", reason: "" });
      line.current = line.current.then(async () => {
        const pictured = { pictureKey: picture?.key ?? null, pictureAlt: picture?.alt ?? null };
        const message = { clientId, text, replyTo: replyTo?.id ?? null, ...pictured };
        const answer = await source.send(message, AbortSignal.timeout(PATIENCE_MS));
        if (answer.ok) onSent([answer.value]);
        change(answer.ok ? { state: "sent" } : { state: "failed", reason: answer.failure.message });
      });
    },
    [source, onSent, setDesk],
  );
}

/** The draft and the unsent messages, shown at once and stored until they arrive. Mounted per person and chat. */
export function useDesk({ source, meId, messages, onSent }: DeskOptions): DeskTools {
  const [desk, setDesk] = useState<Desk>(() => readDesk(source.id, meId));
  const { draft, replyTo, picture } = desk;
  useEffect(() => keepDesk(source.id, meId, desk), [source.id, meId, desk]);
  const post = useLine({ source, onSent }, setDesk);

  // A live update may deliver a message before its response; and messages restored after a reload may have arrived.
  const unsent = useMemo(() => {
    const arrived = new Set(messages.flatMap((message) => message.clientId ?? []));
    return desk.unsent.filter(({ clientId }) => !arrived.has(clientId));
  }, [desk.unsent, messages]);
  if (unsent.length < desk.unsent.length) setDesk({ ...desk, unsent });

  const send = useCallback(() => {
    const text = draft.trim();
    if (text === "" && picture === null) return;
    const createdAt = Math.floor(Date.now() / 1000);
    const message = { clientId: randomUuid(), text, replyTo, picture, createdAt, reason: "" };
    setDesk(({ unsent: others }) => ({
      draft: "",
      replyTo: null,
      picture: null,
      unsent: [...others, { ...message, state: "sending" }],
    }));
    post(message);
  }, [draft, replyTo, picture, post]);
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
  const setPicture = useCallback(
    (chosen: PictureView | null) => setDesk((known) => ({ ...known, picture: chosen })),
    [],
  );
  return { draft, replyTo, picture, setPicture, unsent, setDraft, setReplyTo, send, retry, discard };
}
