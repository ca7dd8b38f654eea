import { eq, TransactionRollbackError } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { knownDevice } from "#src/features/identity/commands/known-devices.server.ts";
import { recordSecurityEvent } from "#src/features/identity/commands/security-events.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { RateLimit } from "#src/http/endpoint.server.ts";
import { countUse, forgetUses } from "#src/http/rate-limit.server.ts";
import { inboxOf } from "#src/mail/strangers.server.ts";
import { ok, type Result } from "#src/shared/result.ts";

// Guesses are counted by account and origin together, so a stranger's never lock out the owner. Unknown addresses are
// counted like known ones, so a refusal reveals nothing.

const DAY_SECONDS = 86_400;
const WRONG_PASSWORDS = { name: "wrong-passwords", max: 10, windowSeconds: 15 * 60 };
const WRONG_PASSWORDS_A_DAY = { name: "wrong-passwords-a-day", max: 100, windowSeconds: DAY_SECONDS };
/** An IPv6 customer may have more than a /64, so a whole /48 counts together. */
const WRONG_PASSWORDS_OF_A_NETWORK = { name: "wrong-passwords-of-a-network", max: 30, windowSeconds: 15 * 60 };
/** From all networks together, except devices that the owner signed in on: stops distributed guessing. */
const WRONG_PASSWORDS_OF_STRANGERS = { name: "wrong-passwords-of-strangers", max: 1000, windowSeconds: DAY_SECONDS };
/** Per session, whatever the address: a stolen token may be used from many networks. */
const WRONG_OWN_PASSWORDS = { name: "wrong-own-passwords", max: 10, windowSeconds: 15 * 60 };
const WRONG_OWN_PASSWORDS_A_DAY = { name: "wrong-own-passwords-a-day", max: 30, windowSeconds: DAY_SECONDS };
/** For known and unknown addresses alike, so it does not claim that a mail was sent. */
const why = "Several emails to this address were requested. Check your inbox and spam folder.";
/** To one inbox from all networks together: three an hour and ten a day (SAFE-10). */
const MAILS = { name: "sign-in-mails", max: 3, windowSeconds: 3600, why };
const MAILS_A_DAY = { name: "sign-in-mails-a-day", max: 10, windowSeconds: DAY_SECONDS, why };
/** The limit for sign-ups, in two parts: the first is reserved for networks that have not requested one that day. */
const FIRST_OF_A_NETWORK = { name: "first-of-a-network", max: 1, windowSeconds: DAY_SECONDS, why };
const FIRST_MAILS = { name: "first-mails", max: 1, windowSeconds: 3600, why };
const FIRST_MAILS_A_DAY = { name: "first-mails-a-day", max: 3, windowSeconds: DAY_SECONDS, why };
const FURTHER_MAILS = { name: "further-mails", max: 2, windowSeconds: 3600, why };
const FURTHER_MAILS_A_DAY = { name: "further-mails-a-day", max: 7, windowSeconds: DAY_SECONDS, why };
/** Nine guesses at six digits: odds of 1 in 111,111 a day. */
const WRONG_CODES = { name: "wrong-codes", max: 9, windowSeconds: DAY_SECONDS };
const WRONG_SIGN_UP_CODES = { name: "wrong-sign-up-codes", max: 10, windowSeconds: DAY_SECONDS };
/** Logs one pause per quarter of an hour. */
const PAUSES_NOTED = { name: "pauses-noted", max: 1, windowSeconds: 15 * 60 };

/** The account and address that a guess counts against. */
export type Guesser = {
  readonly email: string;
  /** The account with this email; null when there is none. */
  readonly sub: string | null;
  /** Whether the account has signed in on this browser before. */
  readonly isKnownDevice: boolean;
  /** The email plus the known device, else plus the IP address. */
  readonly key: string;
  /** Null on a known device. */
  readonly network: string | null;
};

/** Returns the keys that a guess at an account counts against: the known device, or the network. */
export async function whoGuesses(app: App, email: string, client: Client): Promise<Guesser> {
  const [account] = await app.db.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.email, email));
  const sub = account?.sub ?? null;
  const device = await knownDevice(app, sub, client);
  return {
    email,
    sub,
    isKnownDevice: device !== null,
    key: device === null ? `${email} from ${client.address}` : `${email} device ${device}`,
    network: device === null ? `${email} from ${client.network}` : null,
  };
}

/** Counts a use of each limit; stops at the first one that is exceeded. */
async function countAll(
  app: App,
  uses: readonly (readonly [RateLimit, string])[],
  db?: Transaction,
): Promise<Result<void>> {
  for (const [limit, key] of uses) {
    // In sequence: a use that the first limit refuses must not count against the next.
    // oxlint-disable-next-line no-await-in-loop
    const allowed = await countUse(app, limit, key, db);
    if (!allowed.ok) return allowed;
  }
  return ok(undefined);
}

/** Counts a password attempt before it is checked, so that parallel attempts count too. */
export async function countPassword(
  app: App,
  { key, sub, email, network }: Guesser,
  client: Client,
): Promise<Result<void>> {
  const allowed = await countAll(app, [
    [WRONG_PASSWORDS, key],
    [WRONG_PASSWORDS_A_DAY, key],
    ...ofNetwork(network),
    ...(network === null ? [] : [[WRONG_PASSWORDS_OF_STRANGERS, email] as const]),
  ]);
  if (!allowed.ok && sub !== null) await notePause(app, { key, sub }, client);
  return allowed;
}

/** Counts a signed-in user's password attempt before it is checked: by session first, then as for a sign-in. */
export async function countOwnPassword(
  app: App,
  guesser: Guesser,
  sessionId: string,
  client: Client,
): Promise<Result<void>> {
  const allowed = await countAll(app, [
    [WRONG_OWN_PASSWORDS, sessionId],
    [WRONG_OWN_PASSWORDS_A_DAY, sessionId],
  ]);
  if (allowed.ok) return countPassword(app, guesser, client);
  if (guesser.sub !== null) await notePause(app, { key: sessionId, sub: guesser.sub }, client);
  return allowed;
}

/** Resets the session's wrong passwords after a correct one. */
export async function forgetOwnPasswords(app: App, sessionId: string): Promise<void> {
  await forgetUses(app, WRONG_OWN_PASSWORDS, sessionId);
  await forgetUses(app, WRONG_OWN_PASSWORDS_A_DAY, sessionId);
}

/** An IPv4 address is counted alone: its neighbors belong to other people. */
const ofNetwork = (network: string | null) =>
  network?.endsWith("::/48") ? [[WRONG_PASSWORDS_OF_A_NETWORK, network] as const] : [];

/** Resets the wrong passwords from the same origin after a correct one. */
export async function forgetPasswords(app: App, { key, network }: Guesser): Promise<void> {
  await forgetUses(app, WRONG_PASSWORDS, key);
  await forgetUses(app, WRONG_PASSWORDS_A_DAY, key);
  for (const [limit, who] of ofNetwork(network)) await forgetUses(app, limit, who);
}

async function notePause(app: App, { key, sub }: { key: string; sub: string }, client: Client): Promise<void> {
  const isFirst = await countUse(app, PAUSES_NOTED, key);
  if (!isFirst.ok) return;
  const now = app.clock.now();
  // Strangers can trigger this, so the owner gets at most one mail a day.
  const mailKey = `locked:${sub}:${now.toISOString().slice(0, 10)}`;
  await app.db.transaction((tx) => recordSecurityEvent(tx, { sub, kind: "locked", client, mailKey }, now));
}

const countMails = (app: App, who: string) =>
  countAll(app, [
    [MAILS, who],
    [MAILS_A_DAY, who],
  ]);

/** Counts a sign-up's mail before it is sent. A single network cannot use up the inbox's limit. */
export async function countSignUpMail(
  app: App,
  { key, email, isKnownDevice }: Guesser,
  client: Client,
): Promise<Result<void>> {
  if (isKnownDevice) return countMails(app, `sign-up ${key}`);
  const inbox = await inboxOf(app.db, email);
  try {
    await app.db.transaction(async (tx) => {
      const first = await countAll(
        app,
        [
          [FIRST_OF_A_NETWORK, `${inbox} from ${client.network}`],
          [FIRST_MAILS, inbox],
          [FIRST_MAILS_A_DAY, inbox],
        ],
        tx,
      );
      // Roll back: the network keeps its reserved first mail.
      if (!first.ok) tx.rollback();
    });
    return ok(undefined);
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
    return countAll(app, [
      [FURTHER_MAILS, inbox],
      [FURTHER_MAILS_A_DAY, inbox],
    ]);
  }
}

/**
 * Counts a reset's mail before it is sent. By address, not by inbox, because only an account's own address gets one: if
 * one is refused, earlier ones were for this account, and the newest link still works.
 */
export const countResetMail = (app: App, { key, email, isKnownDevice }: Guesser): Promise<Result<void>> =>
  countMails(app, `reset ${isKnownDevice ? key : email}`);

/** Counts a link mail before it is sent: by inbox, or by device if the account signed in on it before. */
export const countLinkMail = async (app: App, { key, email, isKnownDevice }: Guesser): Promise<Result<void>> =>
  countMails(app, `link ${isKnownDevice ? key : await inboxOf(app.db, email)}`);

/** Limits wrong codes per account and day: one count for all unknown devices, and one per known device. */
const codeKey = ({ key, email, isKnownDevice }: Guesser) => (isKnownDevice ? key : email);

/** Counts the code of a reset before it is compared. */
export const countResetCode = (app: App, guesser: Guesser): Promise<Result<void>> =>
  countUse(app, WRONG_CODES, codeKey(guesser));

/** Resets the wrong codes after a correct one. */
export const forgetResetCodes = (app: App, guesser: Guesser): Promise<void> =>
  forgetUses(app, WRONG_CODES, codeKey(guesser));

/** Counts the code of a sign-up before it is compared. There is no account yet, so each network has its own count. */
export const countSignUpCode = (app: App, { key }: Guesser): Promise<Result<void>> =>
  countUse(app, WRONG_SIGN_UP_CODES, key);

/** Resets the wrong codes after a correct one. */
export const forgetSignUpCodes = (app: App, { key }: Guesser): Promise<void> =>
  forgetUses(app, WRONG_SIGN_UP_CODES, key);
