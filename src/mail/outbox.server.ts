import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { UUIDV7_START_LENGTH, uuidv7, uuidv7Start } from "#src/shared/ids.ts";

/** A mail that is owed from this transaction on. */
export type OwedMail = {
  /** Which renderer of `server/mail-renderers.ts` composes it. */
  readonly kind: string;
  /** What it is about, once for ever: a second mail with the same key is not queued. */
  readonly key: string;
  /** Lower case. */
  readonly email: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Queues mails in the transaction that is the reason for them: sent if it commits, and only then. */
export async function enqueueMails(tx: Transaction, mails: readonly OwedMail[], now: Date): Promise<void> {
  // Nobody without an address can be written to.
  const addressed = mails.filter(({ email }) => email !== "");
  if (addressed.length === 0) return;
  await tx
    .insert(mailOutbox)
    .values(addressed.map((mail) => ({ id: uuidv7(now.getTime()), ...mail, dueAt: now, createdAt: now })))
    .onConflictDoNothing({ target: mailOutbox.key });
}

/** An id like those of {@link uuidv7}, made by the database for each row. */
export function newId(now: Date): SQL {
  return sql`${uuidv7Start(now.getTime())}::text || substr(gen_random_uuid()::text, ${UUIDV7_START_LENGTH + 1}::int)`;
}

/**
 * The statement that queues a mail for each row of `owed`, which has the columns key, email and data; the renderer finds
 * the address in the data too. As SQL, so that it can be part of a larger one: a mail to a thousand people is still one
 * statement.
 */
export function mailsOwed(kind: string, owed: SQL, now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // In the order of their keys, so that two who queue the same mails never hold half of them each.
  return sql`insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    select ${newId(now)}, owed.key, ${kind}, owed.email, owed.data || jsonb_build_object('email', owed.email), ${moment}, ${moment}
    from (${owed}) as owed where owed.email <> '' order by owed.key
    on conflict (key) do nothing`;
}
