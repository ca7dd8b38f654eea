import { randomInt } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts, credentials } from "#src/db/tables/accounts.ts";
import { signInLinks } from "#src/db/tables/sign-in-links.ts";
import { rememberAccount } from "#src/features/identity/commands/accounts.server.ts";
import { countLinkMail, whoGuesses } from "#src/features/identity/commands/guesses.server.ts";
import { refused } from "#src/features/sign-in/commands/refusals.server.ts";
import { hashOf, newSecret } from "#src/features/identity/commands/session-tokens.server.ts";
import { completeSignIn, type SignInOutcome } from "#src/features/sign-in/commands/sign-in.server.ts";
import { LINK_OVER, LINKS_ELSEWHERE, NUMBER_NEEDED, NUMBER_WRONG } from "#src/features/sign-in/messages.ts";
import type { Client } from "#src/http/client.server.ts";
import { signInMails } from "#src/features/sign-in/mails.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const LINK_LIFE_MS = 10 * 60_000;
const MAX_WRONG_TRIES = 5;
const NUMBER_DIGITS = 6;

/** Kept by the requesting browser: a cookie that opens the link here, and the number that opens it elsewhere. */
export type LinkRequest = { readonly browserSecret: string; readonly number: string };

/** Mails a sign-in link if the address has an account. The response is the same if it has none. */
export async function requestLink(app: App, email: string, client: Client): Promise<Result<LinkRequest>> {
  if (!app.identity.own) return fail("not_found", LINKS_ELSEWHERE);
  // Limited for known and unknown addresses alike, because strangers can request these mails.
  const allowed = await countLinkMail(app, await whoGuesses(app, email, client));
  if (!allowed.ok) return allowed;
  const [token, browserSecret] = [newSecret(), newSecret()];
  const number = String(randomInt(10 ** NUMBER_DIGITS)).padStart(NUMBER_DIGITS, "0");
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ sub: accounts.sub })
      .from(accounts)
      .where(and(eq(accounts.email, email), accounts.emailVerified));
    await tx.insert(signInLinks).values({
      tokenHash: hashOf(token),
      browserHash: hashOf(browserSecret),
      numberHash: hashOf(number),
      email,
      expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
    });
    const mail = signInMails.sign_in_link.owed(hashOf(token), email, { token });
    if (account) await enqueueMails(tx, [mail], now);
  });
  return ok({ browserSecret, number });
}

export type LinkUse = {
  readonly token: string;
  /** Typed by the user if the link is opened in another browser. */
  readonly number: string | undefined;
  readonly browserSecret: string | undefined;
};

/** Signs in with a mailed link, once: in the browser that requested it, or elsewhere with the number shown there. */
export async function openLink(app: App, use: LinkUse, client: Client): Promise<Result<SignInOutcome>> {
  const isLive = and(eq(signInLinks.tokenHash, hashOf(use.token)), gt(signInLinks.expiresAt, app.clock.now()));
  const [link] = await app.db.select().from(signInLinks).where(isLive);
  if (!link) return fail("invalid", LINK_OVER);
  if (use.browserSecret === undefined || hashOf(use.browserSecret) !== link.browserHash) {
    const isOwner = await checkNumber(app, link, use.number);
    if (!isOwner.ok) return isOwner;
  }
  const [used] = await app.db.delete(signInLinks).where(isLive).returning({ email: signInLinks.email });
  if (!used) return fail("invalid", LINK_OVER);
  const [account] = await app.db
    .select({ sub: accounts.sub, mustChange: credentials.mustChangePassword })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.sub, accounts.sub))
    .where(and(eq(accounts.email, used.email), accounts.emailVerified));
  if (!account) return fail("invalid", LINK_OVER);
  if (account.mustChange) return refused("must_change_password");
  return signInProven(app, { sub: account.sub, proof: "mail_link" }, client);
}

/** Signs in to an account of the built-in user pool without its password. */
export async function signInProven(
  app: App,
  { sub, proof }: { sub: string; proof: "mail_link" | "oidc" },
  client: Client,
): Promise<Result<SignInOutcome>> {
  const account = await app.identity.renew({ sub, poolToken: null });
  if (!account.ok) return refused(account.fault);
  await rememberAccount(app, account.value);
  return completeSignIn(app, { sub, provedWith: [proof], poolToken: null }, client);
}

/**
 * Whether the person opening the link elsewhere also sees the requesting browser. Wrong numbers invalidate the link.
 */
async function checkNumber(
  app: App,
  { tokenHash, numberHash }: typeof signInLinks.$inferSelect,
  number: string | undefined,
): Promise<Result<void>> {
  if (number === undefined) return fail("invalid", NUMBER_NEEDED, { fields: { number: NUMBER_NEEDED } });
  // Counted before the comparison, so that concurrent tries are limited too.
  const [counted] = await app.db
    .update(signInLinks)
    .set({ wrongTries: sql`${signInLinks.wrongTries} + 1` })
    .where(eq(signInLinks.tokenHash, tokenHash))
    .returning({ tries: signInLinks.wrongTries });
  if ((counted?.tries ?? Infinity) > MAX_WRONG_TRIES) return fail("invalid", LINK_OVER);
  return hashOf(number) === numberHash
    ? ok(undefined)
    : fail("invalid", NUMBER_WRONG, { fields: { number: NUMBER_WRONG } });
}
