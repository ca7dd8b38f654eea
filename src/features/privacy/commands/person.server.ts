import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";

/** Everything by which rows and words are recognized as one person's. */
export type Person = {
  readonly userIds: readonly string[];
  /** Their accounts. */
  readonly subs: readonly string[];
  /** Lower case; none that somebody who stays has too. */
  readonly emails: readonly string[];
  /** Digits only; none that somebody who stays has too. */
  readonly phones: readonly string[];
  readonly groupMeIds: readonly string[];
  /** "Zelda Quill" */
  readonly fullNames: readonly string[];
  /** First names, last names and nicknames, each by itself. */
  readonly singleNames: readonly string[];
};

const said = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()))].filter(Boolean);

/** Of these addresses and numbers, those that belong to nobody else. */
async function notOthers(tx: Transaction, { userIds, subs, emails, phones }: Record<string, readonly string[]>) {
  const list = (values: readonly string[] = []) => sql`${sql.param([...values])}::text[]`;
  const { rows } = await tx.execute<{ taken: string | null }>(sql`
    select email as taken from users where email = any(${list(emails)}) and user_id <> all(${list(userIds)})
    union select email from accounts
      where email = any(${list(emails)}) and sub <> all(${list(subs)}) and user_id is not null
    union select phone from users where phone = any(${list(phones)}) and user_id <> all(${list(userIds)})
    union select zphone2 from users where zphone2 = any(${list(phones)}) and user_id <> all(${list(userIds)})`);
  const taken = new Set(rows.map((row) => row.taken));
  const own = (values: readonly string[] = []) => values.filter((value) => !taken.has(value));
  return { emails: own(emails), phones: own(phones) };
}

/**
 * Finds what identifies the person whom these records and accounts stand for. A verified address of their account is
 * theirs in any case; an address or number in a record only while nobody else has it, since anyone can type it.
 */
export async function identify(
  tx: Transaction,
  given: { readonly userIds: readonly string[]; readonly subs?: readonly string[] },
): Promise<Person> {
  const { userIds, subs = [] } = given;
  const records = await tx
    .select()
    .from(users)
    .where(inArray(users.userId, [...userIds]));
  const typed = said(records.map(({ email }) => email));
  const theirs = await tx
    .select()
    .from(accounts)
    .where(
      or(
        inArray(accounts.sub, [...subs]),
        inArray(accounts.userId, [...userIds]),
        // A sign-in that nobody's record is tied to yet, at their address.
        and(inArray(accounts.email, typed), isNull(accounts.userId), eq(accounts.emailVerified, true)),
      ),
    );
  const proved = theirs.filter(({ emailVerified }) => emailVerified).map(({ email }) => email);
  const allSubs = [...new Set([...subs, ...theirs.map(({ sub }) => sub)])];
  const phones = said(records.flatMap(({ phone, zphone2 }) => [phone, zphone2]));
  const own = await notOthers(tx, { userIds, subs: allSubs, emails: typed, phones });
  return {
    userIds,
    subs: allSubs,
    emails: [...new Set([...proved, ...own.emails])],
    phones: own.phones,
    groupMeIds: said(records.map(({ groupMeUserId }) => groupMeUserId)),
    fullNames: said(
      records.map(({ firstName, lastName }) => (firstName && lastName ? `${firstName} ${lastName}` : "")),
    ),
    singleNames: said(records.flatMap(({ firstName, lastName, nickname }) => [firstName, lastName, nickname])),
  };
}
