import { consoleFetch, onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import type { User } from "#src/features/people/schema/users.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

// Responses of GET A/users are cached for twelve hours in this tab, and dropped at the first change an organizer makes
// in any tab of this browser, so nobody sees a record from before their own change.

const LIFE_MS = 43_200_000;
const PAGE = { page: "1", limit: "10" } as const;
/** The key prefix makes sign-out clear it. */
const KEY = "member:admin-users";
const MOST_KEPT = 30;
const CHANNEL = "sandbar-console";

type UserPage = { readonly users: readonly User[]; readonly total: number };
type Kept = Record<string, { readonly at: number; readonly page: UserPage }>;

function readKept(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function keep(path: string, page: UserPage): void {
  const newest = Object.entries({ ...readKept(), [path]: { at: Date.now(), page } })
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST_KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Storage is blocked or full: fetch again next time.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** The first ten records matching the search. `isFresh` bypasses the cache. */
export async function findUsers(search: string, { isFresh = false } = {}): Promise<MemberAnswer<UserPage>> {
  const path = `/api/pending-join-requests/users?${new URLSearchParams({ ...PAGE, search })}`;
  const kept = readKept()[path];
  if (!isFresh && kept && Date.now() - kept.at < LIFE_MS) return { ok: true, value: kept.page };
  const answer = await consoleFetch<UserPage>(path);
  if (answer.ok) keep(path, answer.value);
  return answer;
}

if (typeof window !== "undefined") {
  const others = new BroadcastChannel(CHANNEL);
  others.addEventListener("message", forget);
  onConsoleChanged(() => {
    forget();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
    others.postMessage("changed");
  });
}
