import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { mailPreferences } from "#src/db/tables/mail.ts";
import type { MailChoice, MailList } from "#src/mail/message.server.ts";
import { isCleanText } from "#src/shared/fields.ts";

type MailPreferences = typeof mailPreferences.$inferSelect;

function newToken(): string {
  return randomBytes(18).toString("base64url");
}

/**
 * SQL: what stands for `$address` once its owner's data was deleted while it was unsubscribed, so that it is still not
 * written to. It is the hash that `stranger_mails` counts by.
 */
export const HASHED_ADDRESS = "'sha256:' || encode(sha256(convert_to(mail_inbox($address), 'UTF8')), 'hex')";

const hashOf = (email: string) =>
  sql.join(
    HASHED_ADDRESS.split("$address").map((part) => sql.raw(part)),
    sql`${email}::text`,
  );

/** The preferences of an address, also when only its hash was kept; undefined when there are none. */
export async function findMailPreferences(db: Pick<Db, "select">, email: string): Promise<MailPreferences | undefined> {
  const hashed = hashOf(email);
  const [row] = await db
    .select()
    .from(mailPreferences)
    .where(sql`${mailPreferences.email} = ${email} or ${mailPreferences.email} = ${hashed}`)
    // Its own choice counts, should it have made one since.
    .orderBy(sql`${mailPreferences.email} = ${email} desc`)
    .limit(1);
  return row;
}

/** What an address wants; makes its row, and with it the token of its unsubscribe links, when there is none. */
export async function getMailPreferences(db: Db | Transaction, email: string, now: Date): Promise<MailPreferences> {
  const read = () => findMailPreferences(db, email);
  const known = await read();
  if (known) return known;
  await db.insert(mailPreferences).values({ email, token: newToken(), updatedAt: now }).onConflictDoNothing();
  const made = await read();
  if (!made) throw new Error("The mail preferences of an address could not be kept.");
  return made;
}

type MailChoices = { readonly [Choice in MailChoice]?: boolean | undefined } & {
  readonly unsubscribed?: boolean | undefined;
};

/** Keeps what an address wants from now on; what is left out stays. An address that was unsubscribed may come back. */
export async function setMailPreferences(
  tx: Transaction,
  email: string,
  { unsubscribed, ...lists }: MailChoices,
  now: Date,
): Promise<void> {
  // An address of which only the hash was kept makes its choice once more: its row is its own again.
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

/** Whether these preferences let mails of this list through. */
export function wantsMail(preferences: MailPreferences, list: Exclude<MailList, null>): boolean {
  return preferences.unsubscribedAt === null && (list === "forms" || preferences[list]);
}

/** Stops every mail to an address but those that its owner asks for (codes, payments). Safe to repeat: the first time counts. */
export async function unsubscribeAddress(tx: Transaction, email: string, now: Date): Promise<void> {
  const { unsubscribedAt } = await getMailPreferences(tx, email, now);
  if (unsubscribedAt !== null) return;
  await tx.update(mailPreferences).set({ unsubscribedAt: now, updatedAt: now }).where(eq(mailPreferences.email, email));
}

/** The address that an unsubscribe link stands for; null when there is none. */
export async function addressOfToken(db: Db, token: string): Promise<string | null> {
  if (!isCleanText(token)) return null;
  const [row] = await db
    .select({ email: mailPreferences.email })
    .from(mailPreferences)
    .where(eq(mailPreferences.token, token));
  return row?.email ?? null;
}
