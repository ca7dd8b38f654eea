import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { emailChanges } from "#src/db/tables/sign-in-links.ts";
import { users } from "#src/db/tables/users.ts";
import { fullName } from "#src/shared/full-name.ts";

/** All identifiers by which rows and text are recognized as one person's. */
export type Person = {
  readonly userIds: readonly string[];
  /** Their accounts. */
  readonly subs: readonly string[];
  /** Lower case; none that a remaining person shares. */
  readonly emails: readonly string[];
  /** Digits only; none that a remaining person shares. */
  readonly phones: readonly string[];
  /**
   * Emails and phones of their record, including ones shared with others: in the person's own text they mean this
   * person.
   */
  readonly ownEmails: readonly string[];
  readonly ownPhones: readonly string[];
  /** New addresses of unconfirmed email changes. */
  readonly pendingEmails: readonly string[];
  readonly groupMeIds: readonly string[];
  /** Names at other services, without the @. */
  readonly handles: readonly string[];
  /** "Zelda Quill", including former names. */
  readonly fullNames: readonly string[];
  /** First names, last names and nicknames, including former ones. */
  readonly singleNames: readonly string[];
  /** Identifiers that the group vouched for: verified emails, and the fields of an approved record. */
  readonly known: {
    readonly emails: readonly string[];
    /** Never verified, so they count only beside a name or email of this person. */
    readonly phones: readonly string[];
    /** The full name under which an organizer approved them. */
    readonly names: readonly string[];
  };
  /** Full names and nicknames that are no other approved person's full name. */
  readonly nobodyElses: readonly string[];
};

export const anyOf = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::text[])`;

const said = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()))].filter(Boolean);

/** Placeholders that people and the join form write into empty fields. */
const NO_HANDLES = new Set(["default", "none", "nothing"]);

/** The handles in typed socials: words after a label ("instagram: zelda"), with an @, at the end of a link, or alone. */
function handlesIn(socials: string): string[] {
  const words = socials.split(/[\s,;]+/).filter(Boolean);
  const isMarked = (word: string, at: number) =>
    words.length === 1 || /[@/]|:./.test(word) || (words[at - 1]?.endsWith(":") ?? false);
  return words
    .filter(isMarked)
    .map((word) => /([\w.-]+)\/*(?:\?.*)?$/.exec(word)?.[1]?.replace(/[.-]+$/, "") ?? "")
    .filter((handle) => handle.length >= 3 && !NO_HANDLES.has(handle.toLowerCase()));
}

/** Returns the addresses and numbers that no other person, or no other approved person, has. */
async function notOthers(
  tx: Transaction,
  { userIds, subs, emails, phones }: Record<string, readonly string[]>,
  others: "everybody" | "approved" = "everybody",
) {
  const counts = others === "everybody" ? sql`true` : sql`status = 'approved'`;
  const list = (values: readonly string[] = []) => sql`${sql.param([...values])}::text[]`;
  const { rows } = await tx.execute<{ taken: string | null }>(sql`
    select email as taken from users where email = any(${list(emails)}) and user_id <> all(${list(userIds)}) and ${counts}
    union select email from accounts
      where email = any(${list(emails)}) and sub <> all(${list(subs)})
        and (user_id is not null or email_verified)
    union select phone from users where phone = any(${list(phones)}) and user_id <> all(${list(userIds)}) and ${counts}
    union select zphone2 from users where zphone2 = any(${list(phones)}) and user_id <> all(${list(userIds)}) and ${counts}`);
  const taken = new Set(rows.map((row) => row.taken));
  const own = (values: readonly string[] = []) => values.filter((value) => !taken.has(value));
  return { emails: own(emails), phones: own(phones) };
}

/**
 * Returns the names that no other approved person has. Unapproved people are ignored, because anyone can sign up under
 * any name.
 */
async function notBorneByOthers(tx: Transaction, userIds: readonly string[], names: readonly string[]) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from unnest(${sql.param([...names])}::text[]) n(name) where not exists (
      select from users where fold_name(first_name || ' ' || last_name) = fold_name(n.name) and status = 'approved'
        and user_id <> all(${sql.param([...userIds])}::text[]))`);
  return rows.map(({ name }) => name);
}

/**
 * Returns their addresses before a change by them or an organizer. Known only as long as the change's mail or log entry
 * is kept, which is as long as other mails to them.
 */
async function formerEmails(tx: Transaction, userIds: readonly string[], subs: readonly string[]): Promise<string[]> {
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
  const { rows } = await tx.execute<{ email: string | null }>(sql`
    select mail_outbox.email from security_events
      join mail_outbox on mail_outbox.key = 'security_notice:' || security_events.id
      where security_events.sub = any(${list(subs)}) and security_events.kind = 'email_changed'
    union select lower(before->>'email') from audit_log
      where action = 'user_edited' and subject_ids && ${list(userIds)}`);
  return said(rows.map(({ email }) => email ?? ""));
}

/**
 * Collects what identifies the person behind these records and accounts. A verified address of their account always
 * counts; an address or number in a record counts only if no one else has it, since anyone can type it.
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
        // An account at their address that is tied to no record yet.
        and(inArray(accounts.email, typed), isNull(accounts.userId), eq(accounts.emailVerified, true)),
      ),
    );
  const proved = theirs.filter(({ emailVerified }) => emailVerified).map(({ email }) => email);
  const allSubs = [...new Set([...subs, ...theirs.map(({ sub }) => sub)])];
  const phones = said(records.flatMap(({ phone, zphone2 }) => [phone, zphone2]));
  const former = await formerEmails(tx, userIds, allSubs);
  const pending = await tx.select().from(emailChanges).where(inArray(emailChanges.sub, allSubs));
  const own = await notOthers(tx, { userIds, subs: allSubs, emails: [...typed, ...former], phones });
  const names = records.flatMap(({ firstName, lastName, nickname, formerNames }) => [
    { firstName, lastName, nickname },
    ...formerNames,
  ]);
  const fullNames = said(names.map(fullName));
  const nicknames = said(names.map(({ nickname }) => nickname));
  const approved = records.filter(({ status }) => status === "approved");
  const approvedNames = said(approved.map(({ approvedName }) => approvedName));
  const nobodyElses = await notBorneByOthers(tx, userIds, said([...fullNames, ...nicknames, ...approvedNames]));
  const emailsOf = { userIds, subs: allSubs, emails: said(approved.map(({ email }) => email)), phones: [] };
  const vouched = await notOthers(tx, emailsOf, "approved");
  return {
    userIds,
    subs: allSubs,
    emails: [...new Set([...proved, ...own.emails])],
    phones: own.phones,
    ownEmails: [...new Set([...proved, ...typed, ...own.emails])],
    ownPhones: phones,
    pendingEmails: pending.map(({ email }) => email),
    handles: said(records.flatMap(({ socials }) => handlesIn(socials))),
    groupMeIds: said(records.map(({ groupMeUserId }) => groupMeUserId)),
    fullNames,
    singleNames: said(names.flatMap(({ firstName, lastName, nickname }) => [firstName, lastName, nickname])),
    known: {
      emails: [...new Set([...proved, ...vouched.emails])],
      phones: said(approved.flatMap(({ phone, zphone2 }) => [phone, zphone2])),
      names: approvedNames.filter((name) => nobodyElses.includes(name)),
    },
    nobodyElses,
  };
}
