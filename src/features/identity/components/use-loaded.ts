import { useCallback, useEffect, useState } from "react";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { useIdToken } from "#src/features/identity/session.ts";

export type Loaded<T> = {
  /** Null while it is on its way, and when it failed. */
  readonly value: T | null;
  readonly failure: MemberFailure | null;
  readonly retry: () => void;
  /** Takes what another call has answered. */
  readonly set: (value: T) => void;
};

type State<T> = { readonly value: T | null; readonly failure: MemberFailure | null };
const NOTHING = { value: null, failure: null };

/** What the API answers at `path` to who is signed in. `call`: how it is asked; the same function at every render. */
export function useLoaded<T>(path: string, call: typeof memberFetch<T> = memberFetch): Loaded<T> {
  const isSignedIn = useIdToken() !== null;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<T>>(NOTHING);

  useEffect(() => {
    if (!isSignedIn) return;
    const request = new AbortController();
    void call(path, { signal: request.signal }).then((answer) => {
      if (request.signal.aborted) return;
      setState(answer.ok ? { value: answer.value, failure: null } : { value: null, failure: answer });
    });
    return () => request.abort();
  }, [path, call, isSignedIn, attempt]);

  const retry = useCallback(() => {
    setState(NOTHING);
    setAttempt((count) => count + 1);
  }, []);
  const set = useCallback((value: T) => setState({ value, failure: null }), []);
  // Of whoever was signed in before, nothing stays to be seen.
  return { ...(isSignedIn ? state : NOTHING), retry, set };
}
