import { useEffect, useState } from "react";
import { useIdToken, useOwner } from "#src/features/identity/session.ts";

/**
 * The API's response at `path` for the signed-in person; null for visitors, while loading, and after a failure, when
 * the server-rendered page simply stays. Reloads when `version` changes, and keeps the previous response until then.
 */
export function useAsMember<T>(path: string, version = 0): T | null {
  const token = useIdToken();
  const owner = useOwner();
  const [answer, setAnswer] = useState<{ path: string; owner: string | null; value: T } | null>(null);

  useEffect(() => {
    if (token === null) return;
    const request = new AbortController();
    fetch(path, { headers: { authorization: `Bearer ${token}` }, signal: request.signal })
      .then(async (response) => {
        if (response.ok) setAnswer({ path, owner, value: (await response.json()) as T });
        else if (response.status === 404) setAnswer(null);
      })
      // Offline, or the page was left: the public page stays.
      .catch(() => {});
    return () => request.abort();
  }, [path, token, owner, version]);

  // Never shows a response for another path or account.
  return answer !== null && answer.path === path && answer.owner === owner ? answer.value : null;
}
