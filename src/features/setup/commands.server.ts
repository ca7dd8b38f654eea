import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { setupCodes } from "#src/db/tables/setup-codes.ts";
import { personOfProvenEmail } from "#src/features/identity/commands/accounts.server.ts";
import { refuseKnownPassword } from "#src/features/identity/commands/known-passwords.server.ts";
import { lockOrganizers } from "#src/features/identity/commands/organizers.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { readAccountViewer } from "#src/features/identity/queries.server.ts";
import { setSettings } from "#src/features/settings/commands.server.ts";
import { loadSettings } from "#src/features/settings/queries.server.ts";
import { SETUP_CODE_WRONG, SETUP_DONE, SETUP_FAILED } from "#src/features/setup/messages.ts";
import { isSetupOpen } from "#src/features/setup/queries.server.ts";
import type { Setup } from "#src/features/setup/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { adminOf } from "#src/policy/roles.ts";
import { ADMINS } from "#src/policy/viewer.ts";
import type { OptionalPage } from "#src/shared/group-settings.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const CODE_BYTES = 16;

/** Sample pages, hidden until an organizer shows them in the settings. */
const SAMPLE_PAGES: OptionalPage[] = ["/map", "/example"];

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

/**
 * Creates a new first-run code, replacing an earlier one. Returns the URL with the code, which is stored nowhere else;
 * null if no first run is needed.
 */
export async function openSetup(app: App): Promise<string | null> {
  if (!(await isSetupOpen(app))) {
    await app.db.delete(setupCodes);
    return null;
  }
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await app.db.transaction(async (tx) => {
    await lockOrganizers(tx);
    await tx.delete(setupCodes);
    await tx.insert(setupCodes).values({ codeHash: hashOf(code), madeAt: app.clock.now() });
  });
  return `${app.publicUrl}/setup#${code}`;
}

/** Whether this is the code of the latest start. */
async function isCode(db: Pick<Transaction, "select">, code: string): Promise<boolean> {
  const rows = await db
    .select()
    .from(setupCodes)
    .where(eq(setupCodes.codeHash, hashOf(code)));
  return rows.length > 0;
}

/** Why a code is not accepted now; null if it is. */
async function whyClosed(app: App, db: Pick<Transaction, "select">, code: string): Promise<Result<never> | null> {
  if (!(await isSetupOpen(app))) return fail("conflict", SETUP_DONE);
  return (await isCode(db, code)) ? null : fail("invalid", SETUP_CODE_WRONG, { fields: { code: SETUP_CODE_WRONG } });
}

/**
 * Creates the first organizer and names the group, for the holder of the code. Works once: calls are serialized, and
 * the second finds an organizer. Never changes an existing account: its address is refused.
 */
export async function setUpGroup(app: App, setup: Setup, client: Client): Promise<Result<{ success: true }>> {
  const { code, email, password, firstName, lastName, ...group } = setup;
  // Checked first, before any work that a stranger could trigger.
  const closed = await whyClosed(app, app.db, code);
  if (closed) return closed;
  const known = await refuseKnownPassword(app, password, { email, names: [firstName, lastName, group.groupName] });
  if (!known.ok) return known;
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<{ success: true }>> => {
    await lockOrganizers(tx);
    const gone = await whyClosed(app, tx, code);
    if (gone) return gone;
    // In the user pool's own transaction. If ours fails afterwards, the organizer exists and can name the group in the
    // console.
    const made = await app.identity.createAccount({ email, password, groups: [ADMINS] });
    if (!made.ok) return fail("conflict", SETUP_FAILED, { fields: { email: "This address has an account already." } });
    await personOfProvenEmail(tx, { email, firstName, lastName, phone: "" }, now);
    await tx.delete(setupCodes);
    const account = await readAccountViewer(app, made.value.sub);
    const admin = account && adminOf(account, "change_settings");
    if (admin) {
      const settings = { ...group, hiddenPages: SAMPLE_PAGES };
      await setSettings(tx, { start: app.settings.start, admin, now }, settings);
    }
    const event = { sub: made.value.sub, kind: "account_made", detail: `added to ${ADMINS}`, client } as const;
    await recordSecurityEvent(tx, event, now);
    return ok({ success: true });
  });
  if (done.ok) await loadSettings(app);
  return done;
}
