import { useEffect, useState } from "react";
import { useIdToken } from "#src/features/identity/session.ts";

/**
 * What the API answers at `path` to who is signed in; null for visitors, while it is on its way, and when it failed.
 * The page that the server rendered is true for everybody, so it simply stays when there is no better answer. Asks again
 * when `version` changes, and keeps the answer before until then.
 */
export function useAsMember<T>(path: string, version = 0): T | null {
  const token = useIdToken();
  const [answer, setAnswer] = useState<{ path: string; token: string; value: T } | null>(null);

  useEffect(() => {
    if (token === null) return;
    const request = new AbortController();
    fetch(path, { headers: { authorization: `Bearer ${token}` }, signal: request.signal })
      .then(async (response) => {
        if (response.ok) setAnswer({ path, token, value: (await response.json()) as T });
        else if (response.status === 404) setAnswer(null);
      })
      // Offline, or left before the answer came: nothing to say, the public page stays.
      .catch(() => {});
    return () => request.abort();
  }, [path, token, version]);

  // An answer for another path or another account is never shown.
  return answer !== null && answer.path === path && answer.token === token ? answer.value : null;
}
