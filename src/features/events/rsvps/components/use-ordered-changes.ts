import { useCallback, useRef } from "react";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";
import { nextPaint } from "#src/ui/after-paint.ts";

type Change = { readonly path: string; readonly method: string; readonly body?: unknown };

/**
 * Returns a function that sends changes one at a time, each after the screen shows its press, because parallel requests
 * could arrive out of order. A queued change is superseded by a later one of the same kind: it is not sent and resolves
 * to null.
 */
export function useOrderedChanges<T>(): (change: Change) => Promise<MemberAnswer<T> | null> {
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const newest = useRef(new Map<string, Change>());
  return useCallback((change: Change) => {
    const { path, method, body } = change;
    const kind = `${method} ${path}`;
    newest.current.set(kind, change);
    const isReplaced = () => newest.current.get(kind) !== change;
    const answer = line.current.then(async () => {
      await nextPaint();
      if (isReplaced()) return null;
      const taken = await memberFetch<T>(path, { method, ...(body !== undefined && { body }) });
      return isReplaced() ? null : taken;
    });
    line.current = answer;
    return answer;
  }, []);
}
