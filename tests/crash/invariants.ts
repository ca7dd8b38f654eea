import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import type { Decision, Ledger, RsvpState } from "#tests/crash/load.ts";

/** What holds after every transaction, whole: each of these finds the rows for which it does not. */
const ALWAYS: Readonly<Record<string, string>> = {
  "counts of an event are its rows": `select id from social_events e
    where going_count <> (select coalesce(sum(1 + guests), 0) from event_rsvps r where r.event_id = e.id and answer = 'going')
    or waiting_count <> (select count(*) from waiting_list w where w.event_id = e.id and status = 'waiting')`,
  "nobody goes beyond the places": "select id from social_events where going_count > capacity",
  "nobody waits beside places for their whole party": `select e.id from social_events e join waiting_list w
    on w.event_id = e.id and w.status = 'waiting' where e.going_count + 1 + w.guests <= e.capacity`,
  "nobody brings more guests than the host allows": `select e.id from social_events e join event_rsvps r
    on r.event_id = e.id and r.answer = 'going' where r.guests > e.guests_per_person`,
  "tickets are drawn one after the other": `select id from social_events e where (last_ticket, last_ticket) <>
    (select coalesce(max(ticket), 0), count(*) from waiting_list w where w.event_id = e.id)`,
  "nobody goes and waits": `select w.user_id as id from waiting_list w join event_rsvps r using (event_id, user_id)
    where w.status = 'waiting' and r.answer = 'going'`,
  "every RSVP going has its mail": `select r.user_id as id from event_rsvps r where answer = 'going' and not exists (
    select from mail_outbox where starts_with(key, 'rsvp_confirmed:' || r.event_id || ':' || r.user_id)
    or key in (select 'promoted:' || w.event_id || ':' || w.ticket from waiting_list w
      where w.event_id = r.event_id and w.user_id = r.user_id))`,
  "messages of a chat are numbered": `select id from chats c where (last_seq, message_count) <>
    (select coalesce(max(seq), 0), count(*) from chat_messages m where m.chat_id = c.id) or message_count <> last_seq`,
  "a completed form has its person":
    "select submission_id as id from join_submissions where completed_at is null or user_id is null",
  "a person who joined has a form": `select user_id as id from users u where starts_with(email, 'join-')
    and not exists (select from join_submissions s where s.user_id = u.user_id)`,
  "nobody joined twice":
    "select email as id from users where starts_with(email, 'join-') group by email having count(*) > 1",
  "every join form has its mail": `select submission_id as id from join_submissions
    where not exists (select from mail_outbox where key = 'join_received:' || submission_id)`,
  "every person made by an organizer is in the log": `select user_id as id from users u where first_name = 'Made'
    and not exists (select from audit_log where action = 'user_created' and subject_ids @> array[u.user_id])`,
  "of a merge one is left": `select id from audit_log where action = 'users_merged' and (select count(*) from users
    where user_id = any(subject_ids)) <> 1`,
  "a merge is in the log": `select user_id as id from users u where first_name = 'Made' and nickname <> '' and exists (
      select from audit_log a where a.action = 'user_created' and a.subject_ids @> array[u.user_id]
      and a.after->>'nickname' is distinct from u.nickname)
    and not exists (select from audit_log where action = 'users_merged' and subject_ids[1] = u.user_id)`,
  "an invoice that was told of is in the books": `select 'invoices' as id where
    (select count(*) from payment_events where type = 'invoice.paid') <> (select count(*) from payments)`,
  "what is in the books is of a membership": `select p.id from payments p left join memberships m on m.id = p.membership_id
    where m.id is null or m.customer_id <> p.customer_id or p.amount_cents <> 2000`,
  "a payment is thanked for": `select p.id from payments p
    where not exists (select from mail_outbox where key = 'payment_receipt:' || p.id)`,
};

async function brokenRules(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for (const [rule, query] of Object.entries(ALWAYS)) {
    const { rows } = await db.execute<{ id: string }>(sql.raw(query));
    if (rows.length > 0) faults.push(`${rule}: not so for ${rows.map(({ id }) => id).join(", ")}`);
  }
  return faults;
}

async function column(db: Db, query: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql.raw(query));
  return new Set(rows.map(({ id }) => id));
}

const missing = (what: string, acknowledged: Iterable<string>, kept: ReadonlySet<string>) =>
  [...acknowledged].filter((id) => !kept.has(id)).map((id) => `lost although acknowledged: ${what} ${id}`);

async function lostWrites(db: Db, ledger: Ledger): Promise<string[]> {
  const people = await column(db, "select user_id as id from users");
  const merged = await column(db, "select unnest(subject_ids[2:]) as id from audit_log where action = 'users_merged'");
  const faults = [
    ...missing("form", ledger.joins, await column(db, "select submission_id::text as id from join_submissions")),
    ...missing("message", ledger.messages, await column(db, "select client_id as id from chat_messages")),
    ...missing("webhook", ledger.cardEvents.keys(), await column(db, "select event_id as id from payment_events")),
    ...missing("person", ledger.people, new Set([...people, ...merged])),
    ...missing("picture", ledger.uploads, await column(db, "select key as id from uploaded_images")),
  ];
  for (const { base, other, isAcknowledged } of ledger.merges.values()) {
    if (isAcknowledged && !merged.has(other)) faults.push(`lost although acknowledged: merge of ${other}`);
    if (people.has(other) === merged.has(other)) faults.push(`half a merge: ${other} into ${base}`);
  }
  return faults;
}

/** How people stand now, against what they were told or may have reached. From here on only the truth is possible. */
async function wrongRsvps(db: Db, ledger: Ledger): Promise<string[]> {
  const { rows } = await db.execute<{ key: string; rsvp: RsvpState }>(sql`
    select event_id || ' ' || user_id as key, answer as rsvp from event_rsvps
    union all select event_id || ' ' || user_id, 'waiting' from waiting_list where status = 'waiting'`);
  const now = new Map<string, RsvpState>();
  // People on the waiting list may have an older RSVP: the waiting list counts.
  for (const { key, rsvp } of rows) if (now.get(key) !== "waiting") now.set(key, rsvp);
  const faults: string[] = [];
  for (const [key, possible] of ledger.rsvps) {
    const rsvp = now.get(key) ?? "none";
    // People on the waiting list may have been promoted.
    const isPossible = possible.has(rsvp) || (rsvp === "going" && possible.has("waiting"));
    if (!isPossible) faults.push(`${key} is ${rsvp}, and was told ${[...possible].join(" or ")}`);
    ledger.rsvps.set(key, new Set([rsvp]));
  }
  return faults;
}

/** Whether each event is on hold, against what its host was told or may have reached. */
async function wrongDecisions(db: Db, ledger: Ledger): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; decision: Decision }>(
    sql`select id, coalesce(decision, 'none') as decision from social_events`,
  );
  const now = new Map(rows.map(({ id, decision }) => [id, decision]));
  const faults: string[] = [];
  for (const [event, possible] of ledger.decisions) {
    const decision = now.get(event) ?? "none";
    if (!possible.has(decision)) faults.push(`${event} is ${decision}, and was told ${[...possible].join(" or ")}`);
    ledger.decisions.set(event, new Set([decision]));
  }
  return faults;
}

async function halfPictures(db: Db, dataDir: string): Promise<string[]> {
  const { rows } = await db.execute<{ key: string; bytes: number }>(sql`select key, bytes from uploaded_images`);
  const faults: string[] = [];
  for (const { key, bytes } of rows) {
    const folder = join(dataDir, "images", key.slice(3, 5));
    const names = (await readdir(folder)).filter((name) => name.startsWith(key));
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total !== bytes) faults.push(`half a picture: ${key} has ${total} of ${bytes} bytes`);
  }
  return faults;
}

const idOf = (message: string) => /^message-id: <([^@>]+)@/im.exec(message)?.[1] ?? "";

/** Mails that were sent although nothing that was committed owes them. */
async function mailsWithoutReason(db: Db, messages: readonly string[]): Promise<string[]> {
  const owed = await column(db, "select id from mail_outbox");
  return messages.map(idOf).flatMap((id) => (owed.has(id) ? [] : [`a mail that nobody owes: ${id}`]));
}

/** Everything that is not as it must be after a crash. */
export async function findFaults(
  db: Db,
  { ledger, dataDir, messages }: { ledger: Ledger; dataDir: string; messages: readonly string[] },
): Promise<string[]> {
  return [
    ...(await brokenRules(db)),
    ...(await lostWrites(db, ledger)),
    ...(await wrongRsvps(db, ledger)),
    ...(await wrongDecisions(db, ledger)),
    ...(await halfPictures(db, dataDir)),
    ...(await mailsWithoutReason(db, messages)),
  ];
}

/** At the end: each mail that counts as sent came at least once. How many there are, and how many came again. */
export async function countMails(
  db: Db,
  messages: readonly string[],
): Promise<{ faults: string[]; mails: number; cameAgain: number }> {
  const came = new Set(messages.map(idOf));
  const sent = await column(db, "select id from mail_outbox where status = 'sent'");
  const unsent = await column(db, "select id from mail_outbox where status in ('waiting', 'failed')");
  const faults = [
    ...[...sent].filter((id) => !came.has(id)).map((id) => `counts as sent and never came: ${id}`),
    ...[...unsent].map((id) => `was never sent: ${id}`),
  ];
  return { faults, mails: came.size, cameAgain: messages.length - came.size };
}
