import { makeEvent } from "#seeds/factories.ts";
import type { Db } from "#src/db/connect.server.ts";
import { eventChanges } from "#src/db/tables/event-changes.ts";
import { placeLinks } from "#src/db/tables/place-links.ts";
import { socialEvents } from "#src/db/tables/events.ts";

type Given = { readonly db: Db; readonly id: string; readonly userId: string; readonly now: Date };

/** Gives a person a hosted event with a change that waits for an organizer. */
export async function giveChange({ db, id, userId, now }: Given): Promise<void> {
  const event = makeEvent({ day: "2026-12-06", title: `Changed ${id}`, hostUserId: userId });
  await db.insert(socialEvents).values(event);
  await db
    .insert(eventChanges)
    .values({ eventId: event.id, userId, change: { title: "New" }, scope: "this", version: id, proposedAt: now });
}

/** Gives a person a mailed link to their place at an event. */
export async function givePlaceLink({ db, id, userId, now, eventId }: Given & { eventId: string }): Promise<void> {
  const email = `${id}@example.com`;
  await db.insert(placeLinks).values({ tokenHash: id, eventId, email, userId, createdAt: now, expiresAt: now });
}
