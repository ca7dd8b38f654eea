import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { MailKind, OwedMail, SentData } from "#src/mail/kinds.server.ts";
import { UUIDV7_START_LENGTH, uuidv7, uuidv7Start } from "#src/shared/ids.ts";

/** Queues mails in the transaction that causes them, so they are sent only if it commits. */
export async function enqueueMails(
  tx: Transaction,
  mails: readonly OwedMail[],
  now: Date,
  dueAt: Date = now,
): Promise<void> {
  // Skips people without an address.
  const addressed = mails.filter(({ email }) => email !== "");
  if (addressed.length === 0) return;
  await tx
    .insert(mailOutbox)
    .values(addressed.map((mail) => ({ id: uuidv7(now.getTime()), ...mail, dueAt, createdAt: now })))
    .onConflictDoNothing({ target: mailOutbox.key });
}

/** SQL for an id like {@link uuidv7}, one per row. */
export function newId(now: Date): SQL {
  return sql`${uuidv7Start(now.getTime())}::text || substr(gen_random_uuid()::text, ${UUIDV7_START_LENGTH + 1}::int)`;
}

/** {@link OwedMail} as SQL: one mail per row of `from`, which is empty or a FROM clause and the rest of the query. */
type OwedRows<Data> = {
  readonly key: SQL;
  readonly email: SQL;
  readonly data: { readonly [Name in keyof SentData<Data>]-?: SQL };
  readonly from: SQL;
  /** When each mail is due; defaults to now. */
  readonly dueAt?: SQL;
};

/**
 * SQL that queues a mail of this kind for each row. Can be part of a larger statement: a mail to a thousand people is
 * still one statement.
 */
export function mailsOwed<Data>(
  kind: MailKind<Data>,
  { key, email, data, from, dueAt }: OwedRows<Data>,
  now: Date,
): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const columns = Object.entries<SQL>(data).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  // Ordered by key, so that concurrent transactions queuing the same mails do not deadlock.
  return sql`insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    select ${newId(now)}, owed.key, ${kind.name}, owed.email, owed.data || jsonb_build_object('email', owed.email), owed.due_at, ${moment}
    from (select ${`${kind.name}:`}::text || ${key} as key, ${email} as email, ${dueAt ?? moment} as due_at,
      jsonb_build_object(${sql.join(columns, sql`, `)}) as data ${from}) as owed where owed.email <> '' order by owed.key
    on conflict (key) do nothing`;
}
