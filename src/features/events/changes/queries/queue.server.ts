import { inArray } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, pageOf } from "#src/http/cursor.ts";
import { isPlaceInQueue } from "#src/features/events/review/queries/held-events.server.ts";
import type { ChangesToDecide } from "#src/features/events/changes/schema.ts";
import { viewPerson } from "#src/features/events/review/view.ts";
import { countWaitingChanges, listWaitingChanges } from "#src/features/events/changes/queries/waiting.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const CHANGES_A_PAGE = 20;

/** A page of hosts' changes that wait for review, with their hosts and the total. */
export async function listEventChanges(
  app: App,
  admin: Admin,
  after: string | undefined,
): Promise<Result<ChangesToDecide>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPlaceInQueue);
  if (position === null) return fail("bad_request", BAD_PAGE);
  const [rows, total] = await Promise.all([
    listWaitingChanges(app, admin, CHANGES_A_PAGE + 1, position),
    countWaitingChanges(app, admin),
  ]);
  const { shown, next } = pageOf(rows, CHANGES_A_PAGE, (last) => [last.place, last.event.socialEventId]);
  const hostIds = shown.map(({ hostUserId }) => hostUserId);
  const hosts = await app.db.select().from(users).where(inArray(users.userId, hostIds));
  const byId = new Map(hosts.map((host) => [host.userId, host]));
  return ok({
    changes: shown.map(({ event, hostUserId, before, after: proposed, scope, version, proposedAt }) => ({
      event,
      before,
      after: proposed,
      scope,
      version,
      host: viewPerson(byId.get(hostUserId) ?? null),
      proposedAt: proposedAt.toISOString(),
    })),
    total,
    next,
  });
}
