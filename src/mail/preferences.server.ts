import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { mailPreferences } from "#src/db/tables/mail.ts";
import type { MailList } from "#src/mail/message.server.ts";
import { isCleanText } from "#src/shared/fields.ts";

type MailPreferences = typeof mailPreferences.$inferSelect;

function newToken(): string {
  return randomBytes(18).toString("base64url");
}

/** What an address wants; makes its row, and with it the token of its unsubscribe links, when there is none. */
export async function getMailPreferences(db: Db | Transaction, email: string, now: Date): Promise<MailPreferences> {
  const read = async () => (await db.select().from(mailPreferences).where(eq(mailPreferences.email, email)))[0];
  const known = await read();
  if (known) return known;
  await db.insert(mailPreferences).values({ email, token: newToken(), updatedAt: now }).onConflictDoNothing();
  const made = await read();
  if (!made) throw new Error("The mail preferences of an address could not be kept.");
  return made;
}

type MailChoices = { readonly [List in Exclude<MailList, null>]?: boolean | undefined } & {
  readonly unsubscribed?: boolean | undefined;
};

/** Keeps what an address wants from now on; what is left out stays. An address that was unsubscribed may come back. */
export async function setMailPreferences(
  tx: Transaction,
  email: string,
  { unsubscribed, ...lists }: MailChoices,
  now: Date,
): Promise<void> {
  const choices = { ...lists, ...(unsubscribed !== undefined && { unsubscribedAt: unsubscribed ? now : null }) };
  await tx
    .insert(mailPreferences)
    .values({ email, token: newToken(), updatedAt: now, ...choices })
    .onConflictDoUpdate({ target: mailPreferences.email, set: { ...choices, updatedAt: now } });
}

/** Whether mails of this list may be sent to who wants this. */
export function wantsMail(preferences: MailPreferences, list: Exclude<MailList, null>): boolean {
  return preferences.unsubscribedAt === null && preferences[list];
}

/** Stops every mail but codes and receipts to an address. Safe to repeat: the first time counts. */
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
