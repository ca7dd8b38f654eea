import { SESSION_OVER } from "#src/features/console/messages.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";
import { endRefusedSession } from "#src/features/identity/session.ts";

type Options = NonNullable<Parameters<typeof memberFetch>[1]> & {
  /** The call that decides access to the console: its refusal ends the session. */
  isEntrance?: boolean;
  /** A read sent as POST because its question can exceed URL limits. Does not invalidate caches. */
  isQuestion?: boolean;
};

const CHANGED = "sandbar:console-changed";

/** Calls back after each change made in this console. Returns an unsubscribe function. */
export function onConsoleChanged(onChanged: () => void): () => void {
  window.addEventListener(CHANGED, onChanged);
  return () => window.removeEventListener(CHANGED, onChanged);
}

/**
 * Calls the organizers' API. If the session is no longer valid, signs out and shows the console's sign-in with the
 * reason. A failure without a message reads 'Error: {status}'. Never rejects.
 */
export async function consoleFetch<T>(
  path: string,
  { isEntrance = false, isQuestion = false, ...options }: Options = {},
): Promise<MemberAnswer<T>> {
  const answer = await memberFetch<T>(path, options);
  if (answer.ok) {
    if (options.method !== undefined && options.method !== "GET" && !isQuestion)
      window.dispatchEvent(new Event(CHANGED));
    return answer;
  }
  const isOver = answer.status === 401 || (isEntrance && answer.status === 403);
  if (!isOver) return answer;
  await endRefusedSession();
  return { ...answer, message: SESSION_OVER };
}
