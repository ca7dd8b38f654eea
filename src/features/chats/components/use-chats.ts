import { useCallback, useEffect, useState } from "react";
import { readChats } from "#src/features/chats/components/chat-calls.ts";
import type { ListedChat } from "#src/features/chats/components/chat-types.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import type { Failure } from "#src/shared/result.ts";

type Chats = {
  /** Null while they are on their way. */
  chats: readonly ListedChat[] | null;
  failure: Failure | null;
  retry: () => void;
};

/** The list of chats, for who is signed in. */
export function useChats(): Chats {
  const token = useIdToken();
  const isSignedIn = token !== null;
  const [attempt, setAttempt] = useState(0);
  const [chats, setChats] = useState<readonly ListedChat[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (!isSignedIn) return;
    const request = new AbortController();
    void readChats(request.signal).then((answer) => {
      if (request.signal.aborted) return;
      setFailure(answer.ok ? null : answer.failure);
      setChats(answer.ok ? answer.value.chats : null);
    });
    return () => request.abort();
  }, [isSignedIn, attempt]);

  const retry = useCallback(() => {
    setFailure(null);
    setChats(null);
    setAttempt((count) => count + 1);
  }, []);
  return { chats: isSignedIn ? chats : null, failure: isSignedIn ? failure : null, retry };
}
