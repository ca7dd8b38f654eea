import { useCallback, useEffect, useRef, useState } from "react";
import type { ChatDetail, ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { merge, type Messages, prepend } from "#src/features/chats/components/room-messages.ts";
import type { RoomSource } from "#src/features/chats/components/room-source.ts";
import { isRefusal, useRefresh } from "#src/features/chats/components/use-refresh.ts";
import type { React } from "#src/features/chats/schema.ts";
import { type LiveState, openLiveStream } from "#src/features/identity/live-stream.ts";
import type { Failure } from "#src/shared/result.ts";

type Read = { chat: ChatDetail | null; meId: string | null };
export type Room = {
  /** Undefined while loading, null if the chat does not exist. */
  chat: ChatDetail | null | undefined;
  meId: string | null;
  messages: Messages;
  failure: Failure | null;
  live: LiveState;
  hasOlder: boolean;
  isReadingOlder: boolean;
  /** Resolves to whether older messages were loaded. */
  readOlderMessages: () => Promise<boolean>;
  addMessages: (news: Messages) => void;
  /** Edits the user's own message, or deletes it if `text` is null. Resolves to an error message, or null. */
  change: (messageId: string, text: string | null) => Promise<string | null>;
  /** Adds or removes a reaction. Resolves to an error message, or null. */
  react: (messageId: string, reaction: React) => Promise<string | null>;
  /** Whether replies, reactions and edits are possible here at all. Muted people can still change their own. */
  canChange: boolean;
  refresh: () => void;
};

type Line = { livePath: string; isReady: boolean; newest: React.RefObject<number> };

/** Live messages. Starts after the first load's last message, so that none is missed. */
function useLive({ livePath, isReady, newest }: Line, add: (news: Messages) => void, refresh: () => void): LiveState {
  const [state, setState] = useState<LiveState>("waiting");
  useEffect(() => {
    if (!isReady) return;
    const stream = openLiveStream({
      path: livePath,
      lastEventId: String(newest.current),
      onEvent: ({ event, data }) => {
        if (event === "message") add([JSON.parse(data) as ChatMessage]);
        else if (event === "reload") refresh();
      },
      onState: (next) => {
        setState(next);
        // The reader may have been removed: check now rather than at the next poll.
        if (next === "refused") refresh();
      },
    });
    return () => stream.close();
  }, [livePath, isReady, newest, add, refresh]);
  return state;
}

function useOlder(source: RoomSource, messages: Messages, add: (change: (known: Messages) => Messages) => void) {
  const [isReadingOlder, setIsReading] = useState(false);
  const [isAtStart, setIsAtStart] = useState(false);
  const first = messages[0]?.seq ?? 1;
  const readOlderMessages = useCallback(async () => {
    setIsReading(true);
    const answer = await source.readOlder(first);
    setIsReading(false);
    if (!answer.ok) return false;
    const older = answer.value;
    setIsAtStart(older.length < source.pageSize);
    add((known) => prepend(known, older));
    return older.length > 0;
  }, [source, first, add]);
  return { hasOlder: first > 1 && !isAtStart, isReadingOlder, readOlderMessages };
}

type Reading = { messages: Messages; chat: ChatDetail | null | undefined; add: (news: Messages) => void };

/** Marks messages read while the page is visible, edits the reader's own messages, and reacts to any. */
function useReader(source: RoomSource, { messages, chat, add }: Reading): Pick<Room, "change" | "react" | "canChange"> {
  const newest = messages.at(-1)?.seq ?? 0;
  useEffect(() => {
    const mark = () => {
      if (newest > 0 && document.visibilityState === "visible") source.markRead?.(newest);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [source, newest]);
  const change = useCallback(
    async (messageId: string, text: string | null) => {
      const answer = await source.change(messageId, text);
      if (answer.ok) add([answer.value]);
      return answer.ok ? null : answer.failure.message;
    },
    [source, add],
  );
  const react = useCallback(
    async (messageId: string, reaction: React) => {
      const answer = await source.react(messageId, reaction);
      if (answer.ok) add([answer.value]);
      return answer.ok ? null : answer.failure.message;
    },
    [source, add],
  );
  // Messages of a provider's chat are edited there. Muted and blocked people can still delete their own.
  const isOpen = chat?.canWrite === true || (chat?.muteNotice ?? null) !== null;
  return { change, react, canChange: isOpen && chat?.syncAge === null };
}

/** The chat's message count, including messages that arrived after it was loaded. */
function counted(chat: ChatDetail, messages: Messages): ChatDetail {
  const last = chat.messages.at(-1)?.seq ?? 0;
  return { ...chat, messageCount: chat.messageCount + messages.filter(({ seq }) => seq > last).length };
}

/** A chat or thread, loaded, polled and updated live. The source must not change. */
export function useRoom(source: RoomSource): Room {
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [messages, setMessages] = useState<Messages>([]);
  // In a ref, because several updates may arrive before a render.
  const newest = useRef(0);
  const request = useRef<AbortController>(undefined);

  const refresh = useCallback(() => {
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    void source.read(mine.signal).then((answer) => {
      if (mine.signal.aborted) return;
      if (!answer.ok) {
        setFailure(answer.failure);
        if (isRefusal(answer.failure)) setRead(null);
        return;
      }
      const { chat, meId } = answer.value;
      const news = chat?.messages ?? [];
      newest.current = Math.max(newest.current, news.at(-1)?.seq ?? 0);
      setFailure(null);
      setMessages((known) => merge(known, news));
      setRead({ chat, meId });
    });
  }, [source]);
  const addMessages = useCallback(
    (news: Messages) => {
      const [first] = news;
      // A gap: the next poll fills it.
      if (!first || first.seq > newest.current + 1) return refresh();
      newest.current = Math.max(newest.current, news.at(-1)?.seq ?? 0);
      setMessages((known) => merge(known, news));
    },
    [refresh],
  );
  useEffect(() => {
    refresh();
    return () => request.current?.abort();
  }, [refresh]);
  useRefresh(refresh);

  const isReady = Boolean(read?.chat);
  const live = useLive({ livePath: source.livePath, isReady, newest }, addMessages, refresh);
  const reader = useReader(source, { messages, chat: read?.chat, add: addMessages });
  const older = useOlder(source, messages, setMessages);
  return {
    chat: read === null ? undefined : read.chat && counted(read.chat, messages),
    meId: read?.meId ?? null,
    messages,
    // Once there is data, a failed poll is not shown; the next is seconds away.
    failure: read === null ? failure : null,
    live,
    ...older,
    ...reader,
    addMessages,
    refresh,
  };
}
