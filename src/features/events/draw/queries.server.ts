import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { NO_DRAW } from "#src/features/events/draw/messages.ts";
import type { DrawRecord } from "#src/features/events/draw/schema/record.ts";
import { viewDraw } from "#src/features/events/draw/view.ts";
import { findEvent } from "#src/features/events/queries.server.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Entry = DrawRecord["entries"][number] & { isMine: boolean };

/** The record of an event's past or future draw. Contains numbers, no names. */
export async function getDraw(app: App, viewer: Viewer, eventId: string): Promise<Result<DrawRecord>> {
  const event = await findEvent(app, viewer, eventId);
  if (!event.ok) return event;
  const draw = viewDraw(event.value);
  if (draw === undefined) return fail("not_found", NO_DRAW);
  const { drawSeed, drawnAt } = event.value;
  const userId = personOf(viewer)?.userId ?? "";
  const { rows } = await app.db.execute<Entry>(sql`
    select draw_number as number, lost_before as "lostBefore",
      encode(sha256(convert_to(${drawSeed}::text || ':' || draw_number, 'UTF8')), 'hex') as hash,
      status = 'promoted' and ended_at = ${drawnAt?.toISOString() ?? null}::timestamptz as "hasPlace",
      user_id = ${userId} as "isMine"
    from waiting_list where event_id = ${eventId} and draw_number is not null
    order by lost_before desc, hash`);
  return ok({
    ...draw,
    commitment: createHash("sha256").update(drawSeed).digest("hex"),
    seed: drawnAt === null ? null : drawSeed,
    mine: rows.find(({ isMine }) => isMine)?.number ?? null,
    entries: rows.map(({ number, lostBefore, hash, hasPlace }) => ({ number, lostBefore, hash, hasPlace })),
  });
}
