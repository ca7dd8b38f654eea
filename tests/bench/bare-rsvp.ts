// What a change of an answer costs without the site: its statements through `pg`, as many at a time. A process of its
// own: `node bare-rsvp.ts DATABASE_URL CONNECTIONS AMOUNT PEOPLE EVENTS` prints transactions a second; people and
// events are lists of ids in JSON.
import { randomInt } from "node:crypto";
import type pg from "pg";
import { uuidv7 } from "#src/shared/ids.ts";
import { printRate } from "#tests/bench/bare-rate.ts";

const ANSWERS = ["going", "maybe", "not_going"] as const;

const LOCK = "select * from social_events where id = $1 for update";
const READ = `select (select answer from event_rsvps where event_id = $1 and user_id = $2) as answer,
  exists (select from waiting_list where event_id = $1 and user_id = $2 and status = 'waiting') as is_waiting`;
const ANSWER = `insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, $3, $4)
  on conflict (event_id, user_id) do update set answer = excluded.answer, answered_at = excluded.answered_at`;
const MOVE = `with answered as (${ANSWER}) update social_events set going_count = going_count + $5 where id = $1`;
const MOVE_AND_MAIL = `with answered as (${ANSWER}),
  confirmed as (insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    values ($6, $7, 'rsvp_confirmed', $8, $9, $4, $4) on conflict (key) do nothing)
  update social_events set going_count = going_count + $5 where id = $1`;

type Person = { readonly userId: string; readonly email: string };

/** Each statement is parsed once a connection, as the site's are. */
async function answerOnce(client: pg.Client, { userId, email }: Person, eventId: string): Promise<void> {
  const now = new Date();
  const answer = ANSWERS[randomInt(3)] ?? "going";
  await client.query("begin");
  const event = await client.query<{ starts_at: Date }>({ name: "lock", text: LOCK, values: [eventId] });
  const mine = await client.query<{ answer: string }>({ name: "read", text: READ, values: [eventId, userId] });
  const before = mine.rows[0]?.answer;
  const goes = Number(answer === "going") - Number(before === "going");
  const values = [eventId, userId, answer, now];
  if (goes > 0) {
    const key = `rsvp_confirmed:${eventId}:${userId}:${event.rows[0]?.starts_at.toISOString()}`;
    const mail = [uuidv7(now.getTime()), key, email, JSON.stringify({ eventId, userId, email })];
    await client.query({ name: "confirm", text: MOVE_AND_MAIL, values: [...values, goes, ...mail] });
  } else if (goes < 0) await client.query({ name: "move", text: MOVE, values: [...values, goes] });
  else if (before !== answer) await client.query({ name: "answer", text: ANSWER, values });
  await client.query("commit");
}

const [people = "[]", events = "[]"] = process.argv.slice(5);
const who = JSON.parse(people) as readonly Person[];
const what = JSON.parse(events) as readonly string[];
const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
await printRate(process.argv.slice(2), (client) => answerOnce(client, oneOf(who), oneOf(what)));
