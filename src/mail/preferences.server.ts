import { randomBytes } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { mailPreferences } from "#src/db/tables/mail.ts";
import type { MailChoice, MailList } from "#src/mail/message.server.ts";
import { isCleanText } from "#src/shared/fields.ts";

type MailPreferences = typeof mailPreferences.$inferSelect;

function newToken(): string {
  return randomBytes(18).toString("base64url");
}

/**
 * SQL: the hash that replaces `$address` when its owner deletes their account after unsubscribing, so it still gets no
 * mail. `stranger_mails` uses the same hash.
 */
export const HASHED_ADDRESS = "'sha256:' || encode(sha256(convert_to(mail_inbox($address), 'UTF8')), 'hex')";

/** {@link HASHED_ADDRESS} of an address that is SQL. */
export const hashedAddressOf = (email: SQL): SQL =>
  sql.join(
    HASHED_ADDRESS.split("$address").map((part) => sql.raw(part)),
    email,
  );
const hashOf = (email: string) => hashedAddressOf(sql`${email}::text`);

/** The preferences of an address or of its hash; undefined if none. */
export async function findMailPreferences(db: Pick<Db, "select">, email: string): Promise<MailPreferences | undefined> {
  const hashed = hashOf(email);
  const [row] = await db
    .select()
    .from(mailPreferences)
    .where(sql`${mailPreferences.email} = ${email} or ${mailPreferences.email} = ${hashed}`)
    // A newer choice of the address itself takes precedence.
    .orderBy(sql`${mailPreferences.email} = ${email} desc`)
    .limit(1);
  return row;
}

/** Uses are recorded at most once a month per address, which is precise enough for a retention of a year. */
const NOTED_MS = 30 * 86_400_000;

/**
 * Returns an address's preferences for a mail, creating the row with its unsubscribe token if missing. Retention then
 * keeps the row for a year, because the mail's link needs it.
 */
export async function getMailPreferences(db: Db | Transaction, email: string, now: Date): Promise<MailPreferences> {
  const read = () => findMailPreferences(db, email);
  const known = await read();
  if (known && known.updatedAt.getTime() < now.getTime() - NOTED_MS)
    await db.update(mailPreferences).set({ updatedAt: now }).where(eq(mailPreferences.email, known.email));
  if (known) return known;
  await db.insert(mailPreferences).values({ email, token: newToken(), updatedAt: now }).onConflictDoNothing();
  const made = await read();
  if (!made) throw new Error("The mail preferences of an address could not be kept.");
  return made;
}

type MailChoices = { readonly [Choice in MailChoice]?: boolean | undefined } & {
  readonly unsubscribed?: boolean | undefined;
};

/** Saves mail preferences; omitted ones stay. An unsubscribed address may resubscribe. */
export async function setMailPreferences(
  tx: Transaction,
  email: string,
  { unsubscribed, ...lists }: MailChoices,
  now: Date,
): Promise<void> {
  // The address chose again, so its hashed row becomes its own.
  await tx
    .update(mailPreferences)
    .set({ email })
    .where(
      sql`${mailPreferences.email} = ${hashOf(email)}
        and not exists (select from mail_preferences p where p.email = ${email})`,
    );
  const choices = { ...lists, ...(unsubscribed !== undefined && { unsubscribedAt: unsubscribed ? now : null }) };
  await tx
    .insert(mailPreferences)
    .values({ email, token: newToken(), updatedAt: now, ...choices })
    .onConflictDoUpdate({ target: mailPreferences.email, set: { ...choices, updatedAt: now } });
}

/** Merges preferences after an account moved to another address: anything turned off at either stays off. */
export async function joinMailPreferences(
  tx: Transaction,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  const [old, known] = [await findMailPreferences(tx, from), await findMailPreferences(tx, to)];
  const isOn = (list: MailChoice) => (old?.[list] ?? true) && (known?.[list] ?? true);
  const choices = {
    reminders: isOn("reminders"),
    rsvps: isOn("rsvps"),
    eventChanges: isOn("eventChanges"),
    hostMessages: isOn("hostMessages"),
    newGuests: isOn("newGuests"),
    // Omitted so that an address that had unsubscribed stays unsubscribed.
    ...(old?.unsubscribedAt && !known?.unsubscribedAt && { unsubscribed: true }),
  };
  await setMailPreferences(tx, to, choices, now);
}

/** Lists without a choice of their own end only by unsubscribing from everything. */
function hasNoChoice(list: MailList): list is Exclude<MailList, MailChoice | null> {
  return list === "forms" || list === "mentions" || list === "announcements";
}

/** Whether these preferences allow mails of this list. */
export function wantsMail(preferences: MailPreferences, list: Exclude<MailList, null>): boolean {
  return preferences.unsubscribedAt === null && (hasNoChoice(list) || preferences[list]);
}

/** Unsubscribes an address from everything except requested mails (codes, payments). Idempotent. */
export async function unsubscribeAddress(tx: Transaction, email: string, now: Date): Promise<void> {
  const { unsubscribedAt } = await getMailPreferences(tx, email, now);
  if (unsubscribedAt !== null) return;
  await tx.update(mailPreferences).set({ unsubscribedAt: now, updatedAt: now }).where(eq(mailPreferences.email, email));
}

/** The address of an unsubscribe link; null if unknown. */
export async function addressOfToken(db: Db, token: string): Promise<string | null> {
  if (!isCleanText(token)) return null;
  const [row] = await db
    .select({ email: mailPreferences.email })
    .from(mailPreferences)
    .where(eq(mailPreferences.token, token));
  return row?.email ?? null;
}
