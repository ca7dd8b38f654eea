import { useCallback, useEffect, useRef, useState } from "react";
import { readChats } from "#src/features/chats/components/chat-calls.ts";
import type { ListedChat } from "#src/features/chats/components/chat-types.ts";
import { isRefusal, useRefresh } from "#src/features/chats/components/use-refresh.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import type { Failure } from "#src/shared/result.ts";

type Chats = {
  /** Null while loading. */
  chats: readonly ListedChat[] | null;
  failure: Failure | null;
  retry: () => void;
};

/** The chat list for signed-in users, polled. */
export function useChats(): Chats {
  const token = useIdToken();
  const isSignedIn = token !== null;
  const [chats, setChats] = useState<readonly ListedChat[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = useRef<AbortController>(undefined);

  const refresh = useCallback(() => {
    request.current?.abort();
    if (!isSignedIn) return;
    const mine = new AbortController();
    request.current = mine;
    void readChats(mine.signal).then((answer) => {
      if (mine.signal.aborted) return;
      setFailure(answer.ok ? null : answer.failure);
      // A network failure keeps what is shown; the next poll is seconds away.
      setChats((known) => (answer.ok ? answer.value.chats : isRefusal(answer.failure) ? null : known));
    });
  }, [isSignedIn]);
  useEffect(() => {
    refresh();
    return () => request.current?.abort();
  }, [refresh]);
  useRefresh(refresh);

  const retry = useCallback(() => {
    setFailure(null);
    setChats(null);
    refresh();
  }, [refresh]);
  // Once there is data, a failed poll is not shown.
  return { chats: isSignedIn ? chats : null, failure: isSignedIn && chats === null ? failure : null, retry };
}
