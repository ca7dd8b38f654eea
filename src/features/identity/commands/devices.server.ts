import { and, eq, ne } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { sessions } from "#src/db/tables/accounts.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { DEVICE_NOT_FOUND } from "#src/features/identity/messages.ts";
import { listDevices } from "#src/features/identity/queries/devices.server.ts";
import type { Devices } from "#src/features/identity/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Signs one device of one's own account out. */
export async function endDevice(app: App, signedIn: SignedIn, id: string, client: Client): Promise<Result<Devices>> {
  const { sub } = signedIn;
  const now = app.clock.now();
  const isEnded = await app.db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.sub, sub)))
      .returning({ device: sessions.device });
    if (!ended) return false;
    await recordSecurityEvent(tx, { sub, kind: "session_ended", client, detail: ended.device }, now);
    return true;
  });
  return isEnded ? ok(await listDevices(app, signedIn)) : fail("not_found", DEVICE_NOT_FOUND);
}

/** Signs every device of one's own account out but the one that asks. */
export async function endOtherDevices(app: App, signedIn: SignedIn, client: Client): Promise<Devices> {
  const { sub, session } = signedIn;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const isOther = and(eq(sessions.sub, sub), ne(sessions.id, session?.id ?? ""));
    const ended = await tx.delete(sessions).where(isOther).returning({ id: sessions.id });
    if (ended.length === 0) return;
    await recordSecurityEvent(tx, { sub, kind: "session_ended", client, detail: "all other devices" }, now);
  });
  return listDevices(app, signedIn);
}
