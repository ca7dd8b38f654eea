import { and, eq, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { viewPhotos } from "#src/features/events/photos/view.ts";
import { findEvent } from "#src/features/events/queries.server.ts";
import { canSeePhotos, requirePhotoKeeper } from "#src/policy/events.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Whether the viewer owns a valid Host ID. */
export async function hasHostId(db: Pick<Transaction, "select">, viewer: Viewer): Promise<boolean> {
  const person = personOf(viewer);
  if (!person) return false;
  const [found] = await db
    .select({ id: hostIds.id })
    .from(hostIds)
    .where(and(eq(hostIds.userId, person.userId), isNull(hostIds.revokedAt)))
    .limit(1);
  return found !== undefined;
}

/** An event's photos, and whether the viewer may change them. */
export async function getPhotos(app: App, viewer: Viewer, eventId: string): Promise<Result<EventPhotos>> {
  const found = await findEvent(app, viewer, eventId);
  if (!found.ok) return found;
  const event = found.value;
  if (!canSeePhotos(viewer, event)) return fail("not_found", EVENT_NOT_FOUND);
  const keeper = requirePhotoKeeper(viewer, event, await hasHostId(app.db, viewer));
  // Hidden albums are visible only to people who can show them.
  if (!event.showPhotos && !keeper.ok) return ok({ photos: [], canChange: false });
  return ok(viewPhotos(event, keeper.ok));
}
