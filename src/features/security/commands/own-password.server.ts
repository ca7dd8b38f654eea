import { eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { users } from "#src/db/tables/users.ts";
import { hasFactor } from "#src/features/factors/queries.server.ts";
import { refuseKnownPassword } from "#src/features/identity/commands/known-passwords.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import { endEverything } from "#src/features/identity/commands/sessions.server.ts";
import { CURRENT_PASSWORD_WRONG, PASSWORD_NOT_CHANGED, PASSWORD_ELSEWHERE } from "#src/features/security/messages.ts";
import type { Client } from "#src/http/client.server.ts";
import { countUse, forgetUses } from "#src/http/rate-limit.server.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const TRIES = { name: "password-change", max: 10, windowSeconds: 15 * 60 };

async function namesOf(app: App, userId: string | null): Promise<string[]> {
  if (userId === null) return [];
  const names = { firstName: users.firstName, lastName: users.lastName, nickname: users.nickname };
  const [person] = await app.db.select(names).from(users).where(eq(users.userId, userId));
  return person ? [person.firstName, person.lastName, person.nickname] : [];
}

type Change = { readonly current: string; readonly password: string };

/** Changes the caller's password, given the current one. Signs out every other device. */
export async function changePassword(
  app: App,
  signedIn: SignedIn,
  change: Change,
  client: Client,
): Promise<Result<void>> {
  const { sub, email, userId, session } = signedIn;
  const { own } = app.identity;
  if (!own) return fail("not_found", PASSWORD_ELSEWHERE);
  // The current password suffices for an account without a second factor. Setting a first password needs another proof,
  // so that a device left signed in cannot set one.
  const isProofEnough = (await own.hasPassword(sub)) && !(await hasFactor(app.db, sub));
  const mayChoose = isProofEnough ? ok(undefined) : requireFreshProof(ok(signedIn), app.clock.now());
  if (!mayChoose.ok) return mayChoose;
  const strong = await refuseKnownPassword(app, change.password, { email, names: await namesOf(app, userId) });
  if (!strong.ok) return strong;
  const allowed = await countUse(app, TRIES, sub);
  if (!allowed.ok) return allowed;
  const outcome = await own.changePassword({ sub, ...change }, async (tx) => {
    await endEverything(tx, sub, session?.id);
    await recordSecurityEvent(tx, { sub, kind: "password_changed", client }, app.clock.now());
  });
  if (!outcome.ok) return fail("invalid", PASSWORD_NOT_CHANGED, { fields: { current: CURRENT_PASSWORD_WRONG } });
  await forgetUses(app, TRIES, sub);
  return ok(undefined);
}
