import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { hashSecret, SECRET_BYTES } from "#src/features/events/calendar/queries.server.ts";
import type { CalendarLink, NewCalendarLink } from "#src/features/events/calendar/schema.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";

/**
 * Issues a secret URL for the caller's calendar, which replaces the previous one. Notifies the owner by mail. The URL
 * stops working when the session that created it is ended (`endDevice`).
 */
export async function makeCalendarLink(app: App, { sub, session }: SignedIn, client: Client): Promise<NewCalendarLink> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const now = app.clock.now();
  const link = { secretHash: hashSecret(secret), createdAt: now, sessionId: session?.id ?? null };
  await app.db.transaction(async (tx) => {
    await tx
      .insert(calendarLinks)
      .values({ sub, ...link })
      .onConflictDoUpdate({ target: calendarLinks.sub, set: link });
    await recordSecurityEvent(tx, { sub, kind: "calendar_address", client }, now);
  });
  return { url: `${app.publicUrl}/calendar/${secret}.ics`, madeAt: link.createdAt.toISOString() };
}

/** Revokes the URL, if there is one. */
export async function endCalendarLink(app: App, { sub }: SignedIn): Promise<CalendarLink> {
  await app.db.delete(calendarLinks).where(eq(calendarLinks.sub, sub));
  return { madeAt: null };
}
