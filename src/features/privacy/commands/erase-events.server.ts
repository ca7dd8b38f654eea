import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { EVENT_WORDS, joinedWords } from "#src/db/tables/events.ts";
import { type Change, removeRows, rewriteRows } from "#src/db/row-changes.server.ts";
import { eventsWithUpload } from "#src/features/events/photos/commands/hiding.server.ts";
import { anyOf, type Person } from "#src/features/privacy/commands/person.server.ts";
import {
  mentions,
  ownWords,
  redacted,
  redactedJson,
  redactedOthers,
} from "#src/features/privacy/commands/redaction.server.ts";
import { NONE } from "#src/features/events/rules.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

const everyWord = (redact: (text: SQL) => SQL) =>
  Object.fromEntries(EVENT_WORDS.map((column) => [column, redact(sql`t.${sql.identifier(column)}`)]));

/** Keeps events they host, without their name, because others may have a place there. */
async function leaveHosting(tx: Transaction, person: Person, now: Date): Promise<Change[]> {
  const own = ownWords(person);
  const named = mentions(sql.raw(`(${joinedWords("t.")})`), person);
  const isTheirs = sql`t.host_user_id = ${anyOf(person.userIds)}`;
  return [
    ...(await rewriteRows(tx, "social_events", {
      set: {
        ...everyWord((text) => redacted(text, own)),
        host: sql`${FORMER_MEMBER}`,
        host_user_id: sql`null`,
        organizer_venmo: sql`''`,
        organizer_cash_app: sql`''`,
        password: sql`''`,
        refusal_reason: sql`''`,
        groupme_chat_url:
          own === null
            ? sql`t.groupme_chat_url`
            : sql`case when t.groupme_chat_url ~* ${own} then ${NONE} else t.groupme_chat_url end`,
        photo_captions: redactedJson(sql`t.photo_captions`, own),
        updated_at: sql`${now.toISOString()}::timestamptz`,
      },
      where: isTheirs,
    })),
    // Other people's events that name them.
    ...(named === null
      ? []
      : await rewriteRows(tx, "social_events", {
          set: {
            ...everyWord((text) => redactedOthers(text, person)),
            // An event of another account keeps that host's name.
            host: sql`case when t.host_user_id is null then ${redactedOthers(sql`t.host`, person)} else t.host end`,
          },
          where: named,
        })),
    ...(await rewriteRows(tx, "social_events", {
      set: { password: redactedOthers(sql`t.password`, person) },
      where: sql`t.password <> ''`,
    })),
  ];
}

/** Keeps their messages to guests without their name, and removes mentions of them from others' messages. */
async function leaveMessages(tx: Transaction, person: Person): Promise<Change[]> {
  const own = ownWords(person);
  const named = mentions(sql`(t.subject || ' ' || t.body)`, person);
  const bySelf = await rewriteRows(tx, "host_messages", {
    set: { author_user_id: sql`null`, subject: redacted(sql`t.subject`, own), body: redacted(sql`t.body`, own) },
    where: sql`t.author_user_id = ${anyOf(person.userIds)}`,
  });
  const set = { subject: redactedOthers(sql`t.subject`, person), body: redactedOthers(sql`t.body`, person) };
  return named === null ? [...bySelf] : [...bySelf, ...(await rewriteRows(tx, "host_messages", { set, where: named }))];
}

/** Keeps an event's costs, without mentions of them. */
async function leaveCosts(tx: Transaction, person: Person): Promise<Change[]> {
  const where = mentions(sql`t.what`, person);
  return where === null
    ? []
    : rewriteRows(tx, "event_costs", { set: { what: redactedOthers(sql`t.what`, person) }, where });
}

/** Walk-ins under their name, entered by a greeter. */
async function leaveWalkIns(tx: Transaction, person: Person): Promise<Change[]> {
  const named = mentions(sql`t.name`, person);
  const set = { name: redactedOthers(sql`t.name`, person) };
  return named === null ? [] : rewriteRows(tx, "event_attendance", { set, where: named });
}

/** Data about their events in other tables: polls, and the chats' calendars. */
async function redactAbout(tx: Transaction, person: Person, eventIds: readonly string[]): Promise<Change[]> {
  const own = ownWords(person);
  const [of, clean] = [sql`t.event_id = ${anyOf(eventIds)}`, (column: string) => redacted(sql.raw(`t.${column}`), own)];
  return [
    ...(await rewriteRows(tx, "event_polls", { set: { question: clean("question") }, where: of })),
    ...(await rewriteRows(tx, "poll_options", { set: { label: clean("label") }, where: of })),
    ...(await rewriteRows(tx, "calendar_posts", { set: { sent: redactedJson(sql`t.sent`, own) }, where: of })),
    ...(await rewriteRows(tx, "chat_calendar", {
      set: {
        name: clean("name"),
        description: clean("description"),
        place_name: clean("place_name"),
        place_address: clean("place_address"),
      },
      where: sql`t.key = ${anyOf(eventIds)}`,
    })),
  ];
}

/**
 * Removes the pictures they added from events. The hourly job deletes unused bytes after `bytesUntil`; until then an
 * undo can restore them.
 */
async function withdrawPictures(tx: Transaction, { userIds }: Person, bytesUntil: Date): Promise<Change[]> {
  const added = await removeRows(tx, "event_photos", sql`t.added_by_user_id = ${anyOf(userIds)}`);
  const rows = added.kind === "removed" ? added.rows : [];
  const pairs = rows.map((row) => ({ event_id: row["event_id"], key: row["key"] }));
  const theirs = sql`(select p.key from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(event_id text, key text)
    where p.event_id = t.id)`;
  // A day earlier, because unused uploads are kept for a day anyway.
  const touched = new Date(bytesUntil.getTime() - 86_400_000);
  return [
    // A cover that came with the form has no row in event_photos.
    ...(await rewriteRows(tx, "social_events", {
      set: { img_key: sql`''` },
      where: sql`t.host_user_id = ${anyOf(userIds)} and exists (
        select from uploaded_images u where u.key = t.img_key and u.owner_user_id = ${anyOf(userIds)})`,
    })),
    ...(await rewriteRows(tx, "social_events", {
      set: {
        img_list: sql`array(select k from unnest(t.img_list) with ordinality as i(k, at)
          where k not in ${theirs} order by at)`,
        img_key: sql`case when t.img_key in ${theirs} then '' else t.img_key end`,
        photo_captions: sql`t.photo_captions - array${theirs}`,
      },
      where: sql`t.id = ${anyOf(pairs.map((pair) => String(pair.event_id)))}`,
    })),
    added,
    ...(await rewriteRows(tx, "uploaded_images", {
      set: {
        owner_user_id: sql`null`,
        touched_at: sql`${touched.toISOString()}::timestamptz`,
      },
      where: sql`t.owner_user_id = ${anyOf(userIds)}`,
    })),
  ];
}

/** Erases a person from the events they host and the pictures they added. */
export async function eraseFromEvents(
  tx: Transaction,
  person: Person,
  { now, bytesUntil }: { now: Date; bytesUntil: Date },
): Promise<{ changes: Change[]; hosted: string[] }> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from social_events where host_user_id = ${anyOf(person.userIds)}`,
  );
  const hosted = rows.map(({ id }) => id);
  return {
    changes: [
      ...(await withdrawPictures(tx, person, bytesUntil)),
      ...(await leaveHosting(tx, person, now)),
      ...(await leaveMessages(tx, person)),
      ...(await leaveCosts(tx, person)),
      ...(await leaveWalkIns(tx, person)),
      ...(await redactAbout(tx, person, hosted)),
    ],
    hosted,
  };
}

/** SQL: another event with the upload `key`, preferably a public one. */
const otherEventWith = (key: SQL, ids: SQL) => sql`(select e.id from social_events e
  where e.id in ${eventsWithUpload(key)} and e.id <> all(${ids}) order by e.held, e.id limit 1)`;

/**
 * Moves requests about photos that other events share to one of those events, with their undo data, because the photo
 * was hidden there too. The log forgets the ids.
 */
async function leaveRequests(tx: Transaction, eventIds: readonly string[]): Promise<Change[]> {
  const ids = sql`${sql.param(eventIds)}::text[]`;
  const ofRequest = otherEventWith(sql`t.key`, ids);
  const ofEntry = otherEventWith(sql`(t.undo ->> 'key')`, ids);
  return [
    ...(await rewriteRows(tx, "photo_requests", {
      set: { event_id: sql`coalesce(${ofRequest}, t.event_id)` },
      where: sql`t.event_id = any(${ids})`,
    })),
    ...(await rewriteRows(tx, "audit_log", {
      set: {
        subject_ids: sql`array(select s from unnest(t.subject_ids) s where s <> all(${ids}))`,
        undo: sql`case when t.undo ->> 'eventId' = any(${ids})
          then case when ${ofEntry} is not null then jsonb_set(t.undo, '{eventId}', to_jsonb(${ofEntry})) end
          else t.undo end`,
      },
      where: sql`t.subject_ids && ${ids}`,
    })),
  ];
}

const OF_EVENTS = [
  "event_rsvps",
  "waiting_list",
  "seat_offers",
  "notices",
  "host_messages",
  "event_shares",
  "event_costs",
  "event_changes",
  "event_photos",
  "photo_requests",
  "court_results",
  "court_players",
  "event_attendance",
  "attendance_marks",
  "event_greeters",
  "event_co_hosts",
  "calendar_posts",
  "poll_options",
  "event_polls",
] as const;

/**
 * Deletes their events that were never published, with their ids in the log. The last step of an erasure, so that an
 * undo restores them before the rows that refer to them.
 */
export async function removeUnseen(tx: Transaction, hosted: readonly string[]): Promise<Change[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from social_events where held and id = ${anyOf(hosted)} for update`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const options = sql`(select id from poll_options where event_id = ${anyOf(ids)})`;
  const changes = await leaveRequests(tx, ids);
  changes.push(await removeRows(tx, "poll_votes", sql`t.option_id in ${options}`));
  for (const table of OF_EVENTS) changes.push(await removeRows(tx, table, sql`t.event_id = ${anyOf(ids)}`));
  changes.push(await removeRows(tx, "social_events", sql`t.id = ${anyOf(ids)}`));
  return changes;
}
