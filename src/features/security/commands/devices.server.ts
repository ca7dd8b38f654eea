import { and, eq, ne, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { DEVICE_NOT_FOUND } from "#src/features/security/messages.ts";
import { listDevices } from "#src/features/security/queries/devices.server.ts";
import type { Devices } from "#src/features/security/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Signs out one device of the caller's account, and revokes the calendar URL created on it. */
export async function endDevice(app: App, signedIn: Proved, id: string, client: Client): Promise<Result<Devices>> {
  const { sub } = signedIn;
  const now = app.clock.now();
  const isEnded = await app.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.sub, sub)))
      .returning({ device: sessions.device });
    if (!ended) return false;
    await tx.delete(calendarLinks).where(and(eq(calendarLinks.sub, sub), eq(calendarLinks.sessionId, id)));
    await recordSecurityEvent(tx, { sub, kind: "session_ended", client, detail: ended.device }, now);
    return true;
  });
  return isEnded ? ok(await listDevices(app, signedIn)) : fail("not_found", DEVICE_NOT_FOUND);
}

/**
 * Signs out all other devices of the caller's account. Revokes a calendar URL unless it was created in this session: a
 * session that has since signed out may have created it.
 */
export async function endOtherDevices(app: App, signedIn: Proved, client: Client): Promise<Devices> {
  const { sub, session } = signedIn;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const current = session?.id ?? "";
    const isOther = and(eq(sessions.sub, sub), ne(sessions.id, current));
    const ended = await tx.delete(sessions).where(isOther).returning({ id: sessions.id });
    const isElsewhere = sql`${calendarLinks.sessionId} is distinct from ${current}`;
    await tx.delete(calendarLinks).where(and(eq(calendarLinks.sub, sub), isElsewhere));
    if (ended.length === 0) return;
    await recordSecurityEvent(tx, { sub, kind: "session_ended", client, detail: "all other devices" }, now);
  });
  return listDevices(app, signedIn);
}
