import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockKeys } from "#src/db/lock-keys.server.ts";
import { newId } from "#src/mail/outbox.server.ts";

type Form = {
  readonly formType: string;
  /** Lower case. */
  readonly email: string;
  readonly data: object;
};

/**
 * Stores a form and returns its id. Returns null if the same form arrived within ten minutes: a retry after a lost
 * response, which must not notify anyone twice.
 */
export async function keepForm(tx: Transaction, { formType, email, data }: Form, now: Date): Promise<string | null> {
  const [moment, said] = [sql`${now.toISOString()}::timestamptz`, sql`${JSON.stringify(data)}::jsonb`];
  await lockKeys(tx, [`form:${formType}:${email}`]);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into form_submissions (id, form_type, email, data, created_at)
    select ${newId(now)}, ${formType}, ${email}, ${said}, ${moment} where not exists (
      select from form_submissions where form_type = ${formType} and email = ${email} and data = ${said}
        and created_at > ${moment} - interval '10 minutes') returning id`);
  return rows[0]?.id ?? null;
}
