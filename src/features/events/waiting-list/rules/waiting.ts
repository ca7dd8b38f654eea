import {
  hasLimit,
  isPlaceForNewcomer,
  type Mine,
  type MineNow,
  type Places,
} from "#src/features/events/rsvps/rules.ts";
import { HAS_A_PLACE, NO_WAITING_LIST, NOT_WAITING, PLACES_LEFT } from "#src/features/events/waiting-list/messages.ts";
import { BLOCKED } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** A person's state after asking to wait for a place. */
export function afterJoining({ isBlocked, ...mine }: MineNow, places: Places): Result<Mine> {
  if (isBlocked) return fail("forbidden", BLOCKED);
  if (mine.isWaiting) return ok(mine);
  if (mine.answer === "going") return fail("conflict", HAS_A_PLACE);
  if (!hasLimit(places)) return fail("conflict", NO_WAITING_LIST);
  return isPlaceForNewcomer(places) ? fail("conflict", PLACES_LEFT) : ok({ ...mine, isWaiting: true, guests: 0 });
}

export function afterLeaving(mine: Mine): Result<Mine> {
  return mine.isWaiting ? ok({ ...mine, isWaiting: false, guests: 0 }) : fail("conflict", NOT_WAITING);
}
