import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { BAD_PAGE, decodeCursor, encodeCursor } from "#src/http/cursor.ts";
import type { HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import { viewPerson } from "#src/features/events/review/view.ts";
import { countHeldEvents, listHeldEvents } from "#src/features/events/queries.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const EVENTS_A_PAGE = 20;

type Position = [place: string, id: string];
/** Whether a value is a keyset position: a timestamp as PostgreSQL prints it, and an id. */
export function isPlaceInQueue(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === "string" && isCleanText(part)) &&
    // The format of a PostgreSQL timestamptz.
    /^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(String(value[0])) &&
    !Number.isNaN(
      Date.parse(
        String(value[0])
          .replace(" ", "T")
          .replace(/([+-]\d\d)$/, "$1:00"),
      ),
    )
  );
}

/** Number of waiting events in each of these series. */
async function countInSeries(app: App, seriesIds: readonly string[]): Promise<ReadonlyMap<string | null, number>> {
  const { seriesId, held, refusedAt } = socialEvents;
  const rows = await app.db
    .select({ seriesId, waiting: count() })
    .from(socialEvents)
    .where(and(inArray(seriesId, [...seriesIds]), eq(held, true), isNull(refusedAt)))
    .groupBy(seriesId);
  return new Map(rows.map((row) => [row.seriesId, row.waiting]));
}

/** A page of events that wait for review, with their hosts and the total. */
export async function listHeld(app: App, admin: Admin, after?: string): Promise<Result<HeldEvents>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPlaceInQueue);
  if (position === null) return fail("bad_request", BAD_PAGE);
  const [rows, total] = await Promise.all([
    listHeldEvents(app, admin, EVENTS_A_PAGE + 1, position),
    countHeldEvents(app, admin),
  ]);
  const shown = rows.slice(0, EVENTS_A_PAGE);
  const last = rows.length > EVENTS_A_PAGE ? shown.at(-1) : undefined;
  const makerIds = shown.flatMap(({ hostUserId }) => hostUserId ?? []);
  const makers = makerIds.length === 0 ? [] : await app.db.select().from(users).where(inArray(users.userId, makerIds));
  const inSeries = await countInSeries(
    app,
    shown.flatMap(({ seriesId }) => seriesId ?? []),
  );
  const byId = new Map(makers.map((maker) => [maker.userId, maker]));
  return ok({
    heldEvents: shown.map(({ event, hostUserId, seriesId, createdAt, updatedAt }) => ({
      event,
      maker: viewPerson(byId.get(hostUserId ?? "") ?? null),
      createdAt: createdAt.toISOString(),
      version: updatedAt.toISOString(),
      seriesWaiting: inSeries.get(seriesId) ?? 1,
    })),
    total,
    next: last ? encodeCursor([last.place, last.event.socialEventId]) : null,
  });
}
