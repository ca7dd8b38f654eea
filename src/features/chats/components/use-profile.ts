import { useEffect, useState } from "react";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { Profile } from "#src/features/profile/schema.ts";

/** One's own profile, as the server has it now; null when it could not be read. */
export function useProfile(): { profile: Profile | null; isLoading: boolean } {
  const [state, setState] = useState<{ profile: Profile | null; isLoading: boolean }>({
    profile: null,
    isLoading: true,
  });
  useEffect(() => {
    const request = new AbortController();
    void memberFetch<Profile>("/api/profile", { signal: request.signal }).then((answer) => {
      // When it cannot be read, the gate says what the chats themselves said.
      if (!request.signal.aborted) setState({ profile: answer.ok ? answer.value : null, isLoading: false });
    });
    return () => request.abort();
  }, []);
  return state;
}
