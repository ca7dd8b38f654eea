// What a completed join costs without the site: its statements through `pg`, as many at a time. A process of its own:
// `node bare-join.ts DATABASE_URL CONNECTIONS AMOUNT` prints transactions a second.
import { randomInt, randomUUID } from "node:crypto";
import type pg from "pg";
import { uuidv7 } from "#src/shared/ids.ts";
import { printRate } from "#tests/bench/bare-rate.ts";
import { joinForm } from "#tests/support/join-form.ts";

const LOCK = `select pg_advisory_xact_lock(k) from (
  select distinct hashtextextended(key, 0) as k from unnest($1::text[]) as key order by 1) as locks`;
const FIND = "select * from users where email = $1 or phone = $2 order by email = $1 desc, user_id limit 1 for update";
const INSERT_USER = `insert into users (user_id, first_name, last_name, email, phone, zsex, shirtsize, referred_by,
  re_interested_in_events, selected_events, zmessage, socials, date_added, created_at, updated_at)
  values ($1, 'Ana', 'Ruiz', $2, $3, 'female', 'S', 'a friend', '{volleyball,dance}', '{}', 'default', 'instagram: anaruiz', $4, $4, $4)`;
const INSERT_SUBMISSION = `insert into join_submissions (submission_id, data, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict (submission_id) do update set data = $2, updated_at = $3 where join_submissions.completed_at is null
  returning submission_id`;

async function joinOnce(client: pg.Client): Promise<void> {
  const now = new Date();
  const submissionId = randomUUID();
  const userId = uuidv7(now.getTime());
  const email = `bare.${randomUUID()}@example.com`;
  const phone = `904${String(randomInt(10_000_000)).padStart(7, "0")}`;
  await client.query("begin");
  await client.query(INSERT_SUBMISSION, [submissionId, JSON.stringify(joinForm({ submissionId, email, phone })), now]);
  await client.query(LOCK, [[`email:${email}`, `phone:${phone}`]]);
  await client.query(FIND, [email, phone]);
  await client.query(INSERT_USER, [userId, email, phone, now]);
  await client.query("update join_submissions set completed_at = $2, user_id = $3 where submission_id = $1", [
    submissionId,
    now,
    userId,
  ]);
  await client.query("commit");
}

await printRate(process.argv.slice(2), joinOnce);
