import { and, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { groupsNow } from "#src/db/groups-now.ts";
import { accounts, identityCodes, sessionRotations, sessions, signInChallenges } from "#src/db/tables/accounts.ts";
import { signInLinks } from "#src/db/tables/sign-in-links.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { users } from "#src/db/tables/users.ts";
import { rememberAccount } from "#src/features/identity/commands/accounts.server.ts";
import { rememberDevice } from "#src/features/identity/commands/known-devices.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import {
  familyHashOf,
  hashOf,
  newSecret,
  sealingKeyOf,
  successorOf,
} from "#src/features/identity/commands/session-tokens.server.ts";
import { SESSION_EXPIRED } from "#src/features/identity/messages.ts";
import { readAccountViewer } from "#src/features/identity/queries.server.ts";
import type { Client } from "#src/http/client.server.ts";
import { endOfSession, type SignedIn, signedInOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { seal, unseal } from "#src/shared/sealed.server.ts";
import type { Proof } from "#src/shared/security.ts";

/** How long a replaced credential stays valid: two tabs may ask at once, or a response may be lost. */
const GRACE_MS = 60_000;

/** Longer than any call to a pool: after that, the process that claimed it has died. */
const POOL_CLAIM_MS = 15_000;

/** What a browser receives when a session starts or continues. */
export type SessionGrant = {
  readonly idToken: string;
  readonly expiresAt: Date;
  /** For the HttpOnly cookie; null when the browser already has the right one. */
  readonly refreshToken: string | null;
  /** When the session ends regardless of activity. */
  readonly endsAt: Date;
  /** For the cookie that identifies this browser after a sign-in; null when nothing changed. */
  readonly deviceToken: string | null;
};

export type Proven = {
  readonly sub: string;
  readonly provedWith: readonly Proof[];
  /** From an external user pool that checked the password; null for every other proof. */
  readonly poolToken: string | null;
};

const over = () => fail("unauthenticated", SESSION_EXPIRED);

/** Starts a session for an account, if `isEnough`. The caller must have verified every proof; use `completeSignIn`. */
export async function startSession(
  app: App,
  proven: Proven,
  client: Client,
  isEnough = async (_tx: Transaction) => true,
): Promise<Result<SessionGrant>> {
  const { sub, provedWith, poolToken } = proven;
  const viewer = await readAccountViewer(app, sub);
  if (!viewer) return over();
  const now = app.clock.now();
  const refreshToken = newSecret();
  const id = crypto.randomUUID();
  const endsAt = endOfSession(viewer, now);
  const isStarted = await app.db.transaction(async (tx) => {
    if (!(await isEnough(tx))) return false;
    await tx.insert(sessions).values({
      id,
      sub,
      tokenHash: hashOf(refreshToken),
      familyHash: familyHashOf(refreshToken),
      rotationKey: newSecret(),
      poolToken: poolToken === null ? null : seal(poolToken, sealingKeyOf(refreshToken)),
      createdAt: now,
      usedAt: now,
      expiresAt: endsAt,
      provedAt: now,
      provedWith: [...provedWith],
      device: client.device,
      network: client.network,
    });
    await recordSecurityEvent(tx, { sub, kind: "sign_in", client, detail: provedWith.join(", ") }, now);
    return true;
  });
  if (!isStarted) return over();
  const granted = await grant(app, { id, sub, endsAt }, refreshToken);
  return granted.ok ? ok({ ...granted.value, deviceToken: await rememberDevice(app, sub, client) }) : granted;
}

type Going = { readonly id: string; readonly sub: string; readonly endsAt: Date };

async function grant(app: App, { id, sub, endsAt }: Going, refreshToken: string | null): Promise<Result<SessionGrant>> {
  const now = app.clock.now();
  const [account] = await app.db
    .select({
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: groupsNow(sql`${now.toISOString()}`),
      phone: users.phone,
      sex: users.zsex,
      shirtSize: users.shirtsize,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.sub, sub));
  if (!account) return over();
  const { phone, sex, shirtSize, ...facts } = account;
  const person = { phone: phone ?? "", sex: sex ?? "", shirtSize: shirtSize ?? "" };
  const left = Math.floor((endsAt.getTime() - now.getTime()) / 1000);
  const seconds = Math.max(1, Math.min(app.config.idTokenSeconds, left));
  const idToken = await app.idTokens.sign({ sub, ...facts, sessionId: id, person }, now, seconds);
  return ok({
    idToken,
    expiresAt: new Date((Math.floor(now.getTime() / 1000) + seconds) * 1000),
    refreshToken,
    endsAt,
    deviceToken: null,
  });
}

const SESSION = {
  id: sessions.id,
  sub: sessions.sub,
  tokenHash: sessions.tokenHash,
  rotationKey: sessions.rotationKey,
  poolToken: sessions.poolToken,
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
};

async function findSession(app: App, refreshToken: string) {
  const [session] = await app.db
    .select(SESSION)
    .from(sessions)
    .where(and(eq(sessions.familyHash, familyHashOf(refreshToken)), gt(sessions.expiresAt, app.clock.now())));
  return session;
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Issues another id token and credential for a session. */
export async function refreshSession(app: App, refreshToken: string, client: Client): Promise<Result<SessionGrant>> {
  const session = await findSession(app, refreshToken);
  if (!session) return over();
  // Before locking the row: an external user pool may be slow.
  const isKnown = session.tokenHash !== hashOf(refreshToken) || (await renewAtPool(app, session, refreshToken));
  if (!isKnown) return over();
  const viewer = await readAccountViewer(app, session.sub);
  const endsAt = viewer && endOfSession(viewer, session.createdAt);
  const now = app.clock.now();
  if (!endsAt || endsAt <= now) {
    await app.db.delete(sessions).where(eq(sessions.id, session.id));
    return over();
  }
  const rotated = await app.db.transaction((tx) => rotate(tx, { session, refreshToken, client, endsAt }, now));
  return rotated ? grant(app, { id: session.id, sub: session.sub, endsAt }, rotated.refreshToken) : over();
}

/** Updates the account from its pool. False if the pool ended the session, which then ends here too. */
async function renewAtPool(app: App, { id, sub, poolToken }: FoundSession, refreshToken: string): Promise<boolean> {
  const isThis = eq(sessions.id, id);
  const key = sealingKeyOf(refreshToken);
  const sealed = poolToken === null ? null : await claimPoolToken(app, id);
  // Another tab or process is renewing it; a pool that rotates its tokens would refuse a second request.
  if (sealed === undefined) return true;
  const asked = app.identity.renew({ sub, poolToken: sealed === null ? null : unseal(sealed, key) });
  // If the pool is unreachable, the next request asks again.
  const renewed = await asked.catch(async (error: unknown) => {
    await app.db.update(sessions).set({ poolAskedAt: null }).where(isThis);
    throw error;
  });
  if (!renewed.ok) {
    await app.db.delete(sessions).where(isThis);
    return false;
  }
  await rememberAccount(app, renewed.value);
  const next = renewed.value.poolToken;
  if (next !== null)
    await app.db
      .update(sessions)
      .set({ poolToken: seal(next, key), poolAskedAt: null })
      .where(isThis);
  return true;
}

/** The sealed pool token, for the one request that may renew it; undefined while another request does. */
async function claimPoolToken(app: App, id: string): Promise<string | null | undefined> {
  const now = app.clock.now();
  const isForgotten = lt(sessions.poolAskedAt, new Date(now.getTime() - POOL_CLAIM_MS));
  const [claimed] = await app.db
    .update(sessions)
    .set({ poolAskedAt: now })
    .where(and(eq(sessions.id, id), or(isNull(sessions.poolAskedAt), isForgotten)))
    .returning({ poolToken: sessions.poolToken });
  return claimed?.poolToken;
}

const graceFrom = (now: Date) => new Date(now.getTime() - GRACE_MS);

/** Whether a credential was replaced so lately that it still counts. */
async function isInGrace(db: Db | Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const isIt = eq(sessionRotations.tokenHash, tokenHash);
  return (await db.$count(sessionRotations, and(isIt, gt(sessionRotations.replacedAt, graceFrom(now))))) > 0;
}

type Rotation = {
  readonly session: FoundSession;
  readonly refreshToken: string;
  readonly client: Client;
  readonly endsAt: Date;
};

/**
 * Rotates the credential under the session's lock. A credential replaced within the grace period returns the same
 * successor; an older one means that two parties hold the session, so it ends and the owner is notified. Null when the
 * session is over.
 */
async function rotate(tx: Transaction, rotation: Rotation, now: Date): Promise<{ refreshToken: string | null } | null> {
  const { session, refreshToken, client, endsAt } = rotation;
  const isThis = eq(sessions.id, session.id);
  const [locked] = await tx.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isThis).for("update");
  if (!locked) return null;
  const given = hashOf(refreshToken);
  const next = successorOf(refreshToken, session.rotationKey);
  if (locked.tokenHash === given) {
    const { device, network } = client;
    const used = { tokenHash: hashOf(next), usedAt: now, expiresAt: endsAt, device, network };
    await tx.update(sessions).set(used).where(isThis);
    const ofThis = eq(sessionRotations.sessionId, session.id);
    await tx.delete(sessionRotations).where(and(ofThis, lt(sessionRotations.replacedAt, graceFrom(now))));
    await tx.insert(sessionRotations).values({ tokenHash: given, sessionId: session.id, replacedAt: now });
    return { refreshToken: next };
  }
  // Only while it is the current one: the browser may already hold a later one.
  if (await isInGrace(tx, given, now)) return { refreshToken: locked.tokenHash === hashOf(next) ? next : null };
  await tx.delete(sessions).where(isThis);
  const ofSession = and(eq(calendarLinks.sub, session.sub), eq(calendarLinks.sessionId, session.id));
  await tx.delete(calendarLinks).where(ofSession);
  await recordSecurityEvent(tx, { sub: session.sub, kind: "refresh_reused", client }, now);
  return null;
}

type Leaving = { readonly refreshToken: string | undefined; readonly viewer: Viewer };

/** The session of a refresh credential, or else of the id token. A replaced credential may be a thief's. */
async function leavingSession(app: App, { refreshToken, viewer }: Leaving, now: Date) {
  if (!refreshToken) {
    const { sub, session } = signedInOf(viewer) ?? {};
    return sub && session ? { id: session.id, sub, poolToken: null, isSpent: false } : undefined;
  }
  const session = await findSession(app, refreshToken);
  const given = hashOf(refreshToken);
  const isSpent = session?.tokenHash !== given && !(await isInGrace(app.db, given, now));
  return session && { ...session, isSpent };
}

/** Ends the caller's session, or everything of its account; its id tokens are refused from then on. */
export async function signOut(app: App, leaving: Leaving, isForAll: boolean, client: Client): Promise<void> {
  const now = app.clock.now();
  const session = await leavingSession(app, leaving, now);
  if (!session) return;
  // As in a refresh, a replaced credential ends only its own session.
  const everywhere = isForAll && !session.isSpent;
  await app.db.transaction(async (tx) => {
    if (everywhere) await endEverything(tx, session.sub);
    else await tx.delete(sessions).where(eq(sessions.id, session.id));
    const detail = everywhere ? "everywhere" : "";
    await recordSecurityEvent(tx, { sub: session.sub, kind: "session_ended", client, detail }, now);
  });
  if (session.poolToken === null || !leaving.refreshToken) return;
  await app.identity.endPoolSession(unseal(session.poolToken, sealingKeyOf(leaving.refreshToken)), { everywhere });
}

/**
 * Revokes everything granted by an account's proofs: sessions with their id tokens and live streams, pending sign-ins
 * and resets, and the secret calendar URL. Keeps `exceptSession`.
 */
export async function endEverything(tx: Transaction, sub: string, exceptSession?: string): Promise<void> {
  const others = exceptSession === undefined ? undefined : ne(sessions.id, exceptSession);
  await tx.delete(sessions).where(and(eq(sessions.sub, sub), others));
  await tx.delete(signInChallenges).where(eq(signInChallenges.sub, sub));
  const email = sql`(select email from accounts where sub = ${sub})`;
  await tx.delete(signInLinks).where(eq(signInLinks.email, email));
  await tx
    .delete(identityCodes)
    .where(and(eq(identityCodes.email, email), eq(identityCodes.purpose, "reset_password")));
  await tx.delete(calendarLinks).where(eq(calendarLinks.sub, sub));
}

/** Records that the person has just confirmed their identity in this session. */
export async function recordFreshProof(tx: Transaction, signedIn: SignedIn, proof: Proof, now: Date): Promise<void> {
  const id = signedIn.session?.id;
  if (id === undefined) return;
  const provedWith = sql`array_append(array_remove(${sessions.provedWith}, ${proof}), ${proof})`;
  await tx.update(sessions).set({ provedAt: now, provedWith }).where(eq(sessions.id, id));
}
