import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import {
  AUTHENTICATION_FAILED,
  MUST_CHANGE_PASSWORD,
  NOT_CONFIRMED,
  REGISTRATION_FAILED,
  SESSION_EXPIRED,
  VERIFICATION_FAILED,
} from "#src/features/identity/messages.ts";
import { countUse, forgetUses } from "#src/http/rate-limit.server.ts";
import type { IdentityFault, IdentityTokens } from "#src/ports/identity/port.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { type Failure, fail, ok, type Result } from "#src/shared/result.ts";

// Counted by address, known or not, whichever machine asks: so guessing is slow, and nothing is learnt from a refusal.
const WRONG_PASSWORDS = { name: "wrong-passwords", max: 10, windowSeconds: 15 * 60 };
const CODE_MAILS = { name: "code-mails", max: 5, windowSeconds: 3600 };
const CODE_TRIES = { name: "code-tries", max: 20, windowSeconds: 3600 };

/** Of an account whose sessions were never all ended: tokens of any age are good. */
const NONE_ENDED = new Date(0);

/** What a refusal of the user pool reads as. */
const FAULTS: Readonly<Record<IdentityFault, Pick<Failure, "code" | "message">>> = {
  wrong_credentials: { code: "unauthenticated", message: AUTHENTICATION_FAILED },
  not_confirmed: { code: "forbidden", message: NOT_CONFIRMED },
  must_change_password: { code: "forbidden", message: MUST_CHANGE_PASSWORD },
  wrong_code: { code: "invalid", message: VERIFICATION_FAILED },
  session_over: { code: "unauthenticated", message: SESSION_EXPIRED },
  weak_password: { code: "invalid", message: REGISTRATION_FAILED },
  exists: { code: "conflict", message: REGISTRATION_FAILED },
  unknown_account: { code: "not_found", message: AUTHENTICATION_FAILED },
};

function refused(fault: IdentityFault): Result<never> {
  const { code, message } = FAULTS[fault];
  return fail(code, message);
}

/**
 * Keeps what the pool says of an account, and ties a verified address to the person who has it: the approved record
 * before an applicant's, the older before the newer; a new person when nobody has it. An unverified address ties to
 * nobody: anybody can type anybody's.
 */
async function rememberAccount(app: App, { claims }: IdentityTokens): Promise<{ isNewlyTied: boolean }> {
  const { sub, email, emailVerified, groups } = claims;
  const now = app.clock.now();
  const isNewlyTied = await app.db.transaction(async (tx) => {
    await tx
      .insert(accounts)
      .values({
        sub,
        email,
        emailVerified,
        groups: [...groups],
        tokensValidFrom: NONE_ENDED,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: accounts.sub,
        set: { email, emailVerified, groups: [...groups], updatedAt: now },
        setWhere: sql`(${accounts.email}, ${accounts.emailVerified}, ${accounts.groups}) is distinct from (excluded.email, excluded.email_verified, excluded.groups)`,
      });
    if (!emailVerified) return false;
    const [open] = await tx
      .select({ sub: accounts.sub })
      .from(accounts)
      .where(and(eq(accounts.sub, sub), isNull(accounts.userId)))
      .for("update");
    if (!open) return false;
    const [person] = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(eq(users.email, email))
      .orderBy(desc(eq(users.status, "approved")), asc(users.userId))
      .limit(1);
    const userId = person?.userId ?? uuidv7(now.getTime());
    if (!person) await tx.insert(users).values({ userId, email, dateAdded: now, createdAt: now, updatedAt: now });
    await tx.update(accounts).set({ userId, updatedAt: now }).where(eq(accounts.sub, sub));
    return true;
  });
  return { isNewlyTied };
}

/** Signs in. Ten wrong passwords for one address within a quarter of an hour lock it until that is over. */
export async function signIn(app: App, input: { email: string; password: string }): Promise<Result<IdentityTokens>> {
  // Counted before it is tried, and taken back when it was right: many tries at once are not free.
  const allowed = await countUse(app, WRONG_PASSWORDS, input.email);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.signIn(input);
  if (!outcome.ok) return refused(outcome.fault);
  await forgetUses(app, WRONG_PASSWORDS, input.email);
  const { isNewlyTied } = await rememberAccount(app, outcome.value);
  // The token just made knows nothing of the person yet; another one does.
  return isNewlyTied ? refreshSession(app, outcome.value.refreshToken) : ok(outcome.value);
}

/** Another id token for a session that goes on. */
export async function refreshSession(app: App, refreshToken: string): Promise<Result<IdentityTokens>> {
  const outcome = await app.identity.refresh(refreshToken);
  if (!outcome.ok) return refused(outcome.fault);
  await rememberAccount(app, outcome.value);
  return ok(outcome.value);
}

export async function signUp(app: App, input: { email: string; password: string }): Promise<Result<string>> {
  const allowed = await countUse(app, CODE_MAILS, input.email);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.signUp(input);
  return outcome.ok ? ok(outcome.value.signUpId) : refused(outcome.fault);
}

type Confirmation = { email: string; code: string; signUpId?: string | undefined };

export async function confirmSignUp(app: App, { signUpId, ...input }: Confirmation): Promise<Result<void>> {
  const allowed = await countUse(app, CODE_TRIES, input.email);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.confirmSignUp({ ...input, ...(signUpId !== undefined && { signUpId }) });
  return outcome.ok ? ok(undefined) : refused(outcome.fault);
}

export async function resendCode(
  app: App,
  { email, signUpId }: { email: string; signUpId?: string | undefined },
): Promise<Result<void>> {
  const allowed = await countUse(app, CODE_MAILS, email);
  if (!allowed.ok) return allowed;
  await app.identity.resendCode({ email, ...(signUpId !== undefined && { signUpId }) });
  return ok(undefined);
}

export async function forgotPassword(app: App, email: string): Promise<Result<void>> {
  const allowed = await countUse(app, CODE_MAILS, email);
  if (!allowed.ok) return allowed;
  await app.identity.forgotPassword(email);
  return ok(undefined);
}

/** Sets another password; whoever was signed in with the old one is not any more. */
export async function resetPassword(
  app: App,
  input: { email: string; code: string; password: string },
): Promise<Result<void>> {
  const allowed = await countUse(app, CODE_TRIES, input.email);
  if (!allowed.ok) return allowed;
  const outcome = await app.identity.resetPassword(input);
  if (!outcome.ok) return refused(outcome.fault);
  await forgetUses(app, WRONG_PASSWORDS, input.email);
  return ok(undefined);
}

/** Ends a session at the server: its refresh token is worth nothing from now on. */
export async function signOut(app: App, refreshToken: string, everywhere: boolean): Promise<void> {
  await app.identity.signOut(refreshToken, { everywhere });
}
