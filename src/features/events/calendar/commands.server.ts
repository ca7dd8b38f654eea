import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { hashSecret, SECRET_BYTES } from "#src/features/events/calendar/queries.server.ts";
import type { CalendarLink, NewCalendarLink } from "#src/features/events/calendar/schema.ts";
import type { SignedIn } from "#src/policy/viewer.ts";

/** Gives somebody's calendar a secret address; the one before it ends in the same moment. */
export async function makeCalendarLink(app: App, { sub }: SignedIn): Promise<NewCalendarLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const link = { secretHash: hashSecret(secret), createdAt: app.clock.now() };
  await app.db
    .insert(calendarLinks)
    .values({ sub, ...link })
    .onConflictDoUpdate({ target: calendarLinks.sub, set: link });
  return { url: `${app.publicUrl}/calendar/${secret}.ics`, madeAt: link.createdAt.toISOString() };
}

/** Ends the address, if there is one. */
export async function endCalendarLink(app: App, { sub }: SignedIn): Promise<CalendarLink> {
  await app.db.delete(calendarLinks).where(eq(calendarLinks.sub, sub));
  return { madeAt: null };
}
