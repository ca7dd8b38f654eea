import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type Change, removeRows, rewriteRows, TABLES_OF_ACCOUNTS } from "#src/db/row-changes.server.ts";
import { forgetInLog } from "#src/features/privacy/commands/erase-log.server.ts";
import { anyOf, type Person } from "#src/features/privacy/commands/person.server.ts";
import {
  arrival,
  mentions,
  ownWords,
  redacted,
  redactedOthers,
  redactedOthersJson,
} from "#src/features/privacy/commands/redaction.server.ts";
import { HASHED_ADDRESS } from "#src/mail/preferences.server.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

// Erases a person from every table except events and pictures (`erase-events.server.ts`). `queries/columns.server.ts`
// lists the columns that must be clean afterwards.

/** Rows to delete. `isFinal`: not restored by an undo, such as sessions. */
type Removal = { readonly table: string; readonly where: (person: Person) => SQL; readonly isFinal?: boolean };

const SIGN_INS = ["sessions", "sign_in_challenges", "passkey_challenges", "calendar_links", "email_changes"];

// Children before their parents, so that an undo restores parents first.
const REMOVALS: readonly Removal[] = [
  { table: "person_notes", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "person_tags", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "notices", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "automation_log", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "poll_votes", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "event_rsvps", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "waiting_list", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "seat_offers", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "event_attendance", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "event_greeters", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "event_co_hosts", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "event_changes", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "chat_reactions", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "chat_limits", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "person_blocks", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  { table: "host_ids", where: ({ userIds }) => sql`t.user_id = ${anyOf(userIds)}` },
  {
    table: "chat_members",
    where: ({ userIds, groupMeIds }) =>
      sql`(t.user_id = ${anyOf(userIds)} or t.member_id = ${anyOf([...userIds, ...groupMeIds])})`,
  },
  { table: "chat_posts", where: ({ userIds }) => sql`t.author_id = ${anyOf(userIds)}` },
  {
    table: "chat_join_requests",
    where: ({ userIds, emails, phones, groupMeIds }) =>
      sql`(t.user_id = ${anyOf(userIds)} or t.provider_user_id = ${anyOf(groupMeIds)}
        or (t.email <> '' and t.email = ${anyOf(emails)}) or (t.phone <> '' and t.phone = ${anyOf(phones)}))`,
  },
  {
    table: "join_proposals",
    where: ({ userIds }) => sql`(t.user_id = ${anyOf(userIds)} or t.known_user_id = ${anyOf(userIds)})`,
  },
  {
    table: "join_submissions",
    where: ({ userIds, emails }) =>
      sql`(t.user_id = ${anyOf(userIds)} or lower(trim(t.data ->> 'email')) = ${anyOf(emails)})`,
  },
  {
    table: "report_notes",
    where: ({ emails }) => sql`t.report_id in (select f.id from form_submissions f where f.email = ${anyOf(emails)})`,
  },
  { table: "form_submissions", where: ({ emails }) => sql`t.email = ${anyOf(emails)}` },
  {
    table: "demonstration_subscriptions",
    where: ({ userIds, emails }) => sql`(t.reference = ${anyOf(userIds)} or t.email = ${anyOf(emails)})`,
  },
  {
    table: "mail_outbox",
    where: ({ userIds, emails, pendingEmails }) => sql`(t.email = ${anyOf(emails)}
      or t.data ->> 'userId' = ${anyOf(userIds)}
      or (t.email = ${anyOf(pendingEmails)} and t.kind like 'email\\_change\\_%'))`,
    isFinal: true,
  },
  { table: "sign_up_names", where: ({ emails }) => sql`t.email = ${anyOf(emails)}`, isFinal: true },
  { table: "sign_in_links", where: ({ emails }) => sql`t.email = ${anyOf(emails)}`, isFinal: true },
  {
    table: "place_links",
    where: ({ userIds, emails }) => sql`(t.user_id = ${anyOf(userIds)} or t.email = ${anyOf(emails)})`,
    isFinal: true,
  },
  { table: "identity_codes", where: ({ emails }) => sql`t.email = ${anyOf(emails)}`, isFinal: true },
  // An undo restores passkeys and the like, but not sessions.
  ...TABLES_OF_ACCOUNTS.map((table) => ({
    table,
    where: ({ subs }: Person) => sql`t.sub = ${anyOf(subs)}`,
    isFinal: SIGN_INS.includes(table),
  })),
  { table: "accounts", where: ({ subs }) => sql`t.sub = ${anyOf(subs)}` },
];

/** Keeps rows that others need, without the person. */
async function rewriteOthers(tx: Transaction, { userIds, emails, subs }: Person): Promise<Change[]> {
  const isPayer = sql`(t.user_id = ${anyOf(userIds)} or (t.payer_email <> '' and t.payer_email = ${anyOf(emails)}))`;
  const noPayer = { user_id: sql`null`, payer_email: sql`''`, customer_id: sql`''` };
  return [
    // The ledger keeps amounts and dates.
    ...(await rewriteRows(tx, "memberships", { set: { ...noPayer, matched_by: sql`'nothing'` }, where: isPayer })),
    ...(await rewriteRows(tx, "payments", { set: { ...noPayer, note: sql`''` }, where: isPayer })),
    // A payment in progress may still arrive and is then matched by this row.
    ...(await rewriteRows(tx, "bitcoin_cash_checkouts", {
      set: { user_id: sql`null`, email: sql`''`, description: sql`''` },
      where: sql`(t.user_id = ${anyOf(userIds)} or (t.email <> '' and t.email = ${anyOf(emails)}))`,
    })),
    // The other shares of an event do not change: nobody pays more because someone left.
    ...(await rewriteRows(tx, "event_shares", {
      set: { user_id: sql`null`, status: sql`case when t.status = 'open' then 'waived' else t.status end` },
      where: sql`t.user_id = ${anyOf(userIds)}`,
    })),
    ...(await rewriteRows(tx, "court_results", {
      set: { doubt: sql`null` },
      where: sql`t.doubt is not null and exists (select from court_players p where p.event_id = t.event_id
        and p.player = t.player and p.user_id = ${anyOf(userIds)})`,
    })),
    ...(await rewriteRows(tx, "court_players", {
      set: { user_id: sql`null` },
      where: sql`t.user_id = ${anyOf(userIds)}`,
    })),
    ...(await rewriteRows(tx, "photo_requests", {
      set: { user_id: sql`null`, email: sql`''`, reason: sql`''` },
      where: sql`(t.user_id = ${anyOf(userIds)} or (t.email <> '' and t.email = ${anyOf(emails)}))`,
    })),
    ...(await rewriteRows(tx, "form_submissions", {
      set: { done_by: sql`${FORMER_MEMBER}` },
      where: sql`t.done_by = ${anyOf(emails)}`,
    })),
    ...(await rewriteRows(tx, "form_submissions", {
      set: { owner_sub: sql`null` },
      where: sql`t.owner_sub = ${anyOf(subs)}`,
    })),
    ...(await rewriteRows(tx, "report_notes", {
      set: { author_sub: sql`null` },
      where: sql`t.author_sub = ${anyOf(subs)}`,
    })),
    ...(await forgetPreferences(tx, emails)),
  ];
}

/** Keeps an unsubscribed address as a hash, so that it never gets mail again; deletes all other rows. */
async function forgetPreferences(tx: Transaction, emails: readonly string[]): Promise<Change[]> {
  const hash = (address: string) => sql.raw(HASHED_ADDRESS.replaceAll("$address", address));
  const isFirst = sql`not exists (select from mail_preferences e where e.email = ${hash("t.email")}
    or (e.email = ${anyOf(emails)} and ${hash("e.email")} = ${hash("t.email")}
      and e.unsubscribed_at is not null and e.email < t.email))`;
  return [
    ...(await rewriteRows(tx, "mail_preferences", {
      set: { email: hash("t.email") },
      where: sql`t.email = ${anyOf(emails)} and t.unsubscribed_at is not null and ${isFirst}`,
    })),
    await removeRows(tx, "mail_preferences", sql`t.email = ${anyOf(emails)}`),
  ];
}

/** Deletes their pictures in chats, and removes their name from the descriptions of others' pictures. */
async function leavePictures(tx: Transaction, person: Person): Promise<Change[]> {
  const theirs = sql`exists (select from chat_messages m
    where m.chat_id = t.chat_id and m.seq = t.seq and m.user_id = ${anyOf(person.userIds)})`;
  const named = mentions(sql`t.alt`, person);
  return [
    await removeRows(tx, "chat_pictures", theirs),
    ...(named === null
      ? []
      : await rewriteRows(tx, "chat_pictures", { set: { alt: redactedOthers(sql`t.alt`, person) }, where: named })),
  ];
}

/** Keeps their messages, because others replied to them, but without their name as author or in the text. */
async function leaveChats(tx: Transaction, person: Person): Promise<Change[]> {
  const { userIds, groupMeIds } = person;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select chat_id as id from chat_messages where user_id = ${anyOf(userIds)}
    union select chat_id from chat_members
      where user_id = ${anyOf(userIds)} or member_id = ${anyOf([...userIds, ...groupMeIds])}`);
  const chatIds = rows.map(({ id }) => id);
  const text = sql`t.text`;
  const named = mentions(sql`(t.text || ' ' || coalesce(t.said, ''))`, person);
  const isTheirs = sql`(t.user_id = ${anyOf(userIds)}
    or (t.chat_id = ${anyOf(chatIds)} and t.author_id = ${anyOf(groupMeIds)} and t.author_id <> ''))`;
  return [
    ...(await leavePictures(tx, person)),
    ...(await rewriteRows(tx, "chat_messages", {
      set: {
        // One pseudonym for all their messages, which cannot be traced back.
        author_id: sql`${`former-${randomUUID()}`}`,
        user_id: sql`null`,
        name: sql`${FORMER_MEMBER}`,
        avatar_url: sql`''`,
        text: redacted(text, ownWords(person)),
        said: sql`null`,
      },
      where: isTheirs,
    })),
    ...(await rewriteRows(tx, "chat_messages", {
      set: { text: redacted(text, arrival(person)) },
      where: sql`t.chat_id = ${anyOf(chatIds)} and t.system`,
    })),
    ...(named === null
      ? []
      : await rewriteRows(tx, "chat_messages", {
          set: { text: redactedOthers(text, person), said: sql`null` },
          where: named,
        })),
  ];
}

/** Keeps announcements without the person's name, addresses and numbers. */
async function leaveAnnouncements(tx: Transaction, person: Person): Promise<Change[]> {
  const named = mentions(sql`(t.subject || ' ' || t.body::text)`, person);
  if (named === null) return [];
  return rewriteRows(tx, "announcements", {
    set: { subject: redactedOthers(sql`t.subject`, person), body: redactedOthersJson(sql`t.body`, person) },
    where: named,
  });
}

/** Keeps notes about others and about reports, and disputed scores, without the person's name and addresses. */
async function leaveNotes(tx: Transaction, person: Person): Promise<Change[]> {
  const named = mentions(sql`t.text`, person);
  if (named === null) return [];
  const change = { set: { text: redactedOthers(sql`t.text`, person) }, where: named };
  return [
    ...(await rewriteRows(tx, "person_notes", change)),
    ...(await rewriteRows(tx, "report_notes", change)),
    ...(await rewriteRows(tx, "court_results", {
      set: { doubt: redactedOthers(sql`t.doubt`, person) },
      where: sql`t.doubt is not null and ${mentions(sql`t.doubt`, person) ?? sql`false`}`,
    })),
  ];
}

/** The ids of removed rows: log entries may refer to these instead of the person. */
const idsOf = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) =>
    change.kind === "removed" ? change.rows.flatMap(({ id }) => (typeof id === "string" ? [id] : [])) : [],
  );

/** Erases a person from every table but events and pictures, and from `users`, which goes last. */
export async function eraseRows(tx: Transaction, person: Person, eventIds: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [
    ...(await leaveChats(tx, person)),
    ...(await leaveAnnouncements(tx, person)),
    ...(await leaveNotes(tx, person)),
  ];
  const final: Change[] = [];
  const { rows: asked } = await tx.execute<{ id: string }>(sql`select id from photo_requests
    where user_id = ${anyOf(person.userIds)} or (email <> '' and email = ${anyOf(person.emails)})`);
  changes.push(...(await rewriteOthers(tx, person)));
  for (const { table, where, isFinal } of REMOVALS)
    (isFinal ? final : changes).push(await removeRows(tx, table, where(person)));
  const subjects = [...person.userIds, ...idsOf([...changes, ...final]), ...asked.map(({ id }) => id)];
  changes.push(...(await forgetInLog(tx, person, subjects, eventIds)));
  changes.push(await removeRows(tx, "users", sql`t.user_id = ${anyOf(person.userIds)}`));
  return changes;
}
