import { pino } from "pino";
import { onTestFinished } from "vitest";
import { makeEvent, makeUser } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { addDays } from "#src/shared/dates.ts";
import type { Sender } from "#tests/attack/attack-calls.ts";
import type { KnownIds } from "#tests/attack/attack-values.ts";
import { type Groups, makeAccount, signToken } from "#tests/support/accounts.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { NOW } from "#tests/support/town.ts";

const TABLES = [
  "social_events",
  "chats",
  "chat_join_requests",
  "host_ids",
  "audit_log",
  "payments",
  "photo_requests",
].concat(["mail_outbox", "form_submissions"]);
const GROUPS: Partial<Record<Sender, Groups>> = { admin: ["Admins"], member: ["Members"], user: [] };

/** The demo town with more people and events, as a process of its own whose database does not wait for the disk. */
export async function startTarget() {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const server = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), settings });
  onTestFinished(() => server.stop());
  const { pool, db } = connect(server.connectionString, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  const site = await startSiteProcess({
    DATABASE_URL: server.connectionString,
    DATA_DIR: await temporaryFolder(),
    SEED: "demo",
    SEED_PASSWORD: "Sand-castle-7",
    NOW,
    RATE_LIMIT_FACTOR: "1000000",
    METRICS_TOKEN: "a-token-that-the-attack-does-not-have",
  });
  onTestFinished(async () => void (await site.stop()));
  await db.insert(users).values(Array.from({ length: 200 }, () => makeUser({ status: "approved" })));
  const day = (index: number) => addDays(NOW.slice(0, 10), index % 60);
  const events = Array.from({ length: 40 }, (_, index) => makeEvent({ day: day(index), title: `Target ${index}` }));
  await db.insert(socialEvents).values(events);

  const idsOf = async (table: string, column = "id") => {
    const { rows } = await pool.query<{ id: string }>(`select ${column} as id from ${table} order by 1 limit 300`);
    return rows.map(({ id }) => id);
  };
  const known: Record<string, readonly string[]> = { users: await idsOf("users", "user_id") };
  for (const table of TABLES) known[table] = await idsOf(table);

  const now = new Date(NOW);
  const tokens = new Map<string, Promise<string>>();
  const { rows: demoOrganizers } = await pool.query<{ sub: string }>(
    "select sub from accounts where 'Admins' = any(groups)",
  );
  const organizers = demoOrganizers.map(({ sub }) => sub);
  /** Accounts in the group of organizers whose tokens are invalid. */
  const powerless: string[] = [];
  const freshToken = async (sender: Sender, name: string, issuedAt = now) => {
    const groups = GROUPS[sender] ?? ["Admins"];
    const account = await makeAccount(db, { groups, email: `${name}@attack.example`, now });
    if (groups.includes("Admins")) (sender === "admin" ? organizers : powerless).push(account.sub);
    return signToken(account, { db, issuer: site.url, now, groups, issuedAt });
  };
  const make = async (sender: Sender, name: string): Promise<string> => {
    if (sender === "expired") return `Bearer ${await freshToken(sender, name, new Date("2026-11-20T00:00:00Z"))}`;
    const token = await freshToken(sender, name);
    if (sender === "forged") return `Bearer ${token.replace(/\.[^.]+$/, ".AAAA")}`;
    if (sender !== "unsigned") return `Bearer ${token}`;
    const head = Buffer.from('{"alg":"none"}').toString("base64url");
    return `Bearer ${head}.${token.split(".")[1]}.`;
  };
  return {
    ...site,
    pool,
    organizers,
    powerless,
    known: known satisfies KnownIds,
    /** What the sender of this number says of themselves. */
    async tokenOf(sender: Sender, number: number): Promise<string | null> {
      if (sender === "visitor") return null;
      if (sender === "garbage") return `Bearer ${"%\xff.".repeat((number % 900) + 1)}`;
      const name = `${sender}${number}`;
      if (!tokens.has(name)) tokens.set(name, make(sender, name));
      return tokens.get(name) ?? null;
    },
  };
}
export type Target = Awaited<ReturnType<typeof startTarget>>;

/** What must hold whatever was asked: counts say what is there, and nothing is half done. */
export async function brokenInvariants({ pool, organizers, powerless }: Target): Promise<unknown[]> {
  const statement = `
    with recursive organizers(sub) as (
      select unnest($1::text[])
      -- An organizer may make another one; both logs note that at the same time. A deleted account leaves an empty sub.
      union select s.sub from organizers o
        join audit_log l on l.actor_sub in (o.sub, '') and l.action = 'role_granted' and l.after->>'role' = 'organizer'
        join security_events s on s.kind = 'role_changed' and s.at = l.created_at)
    select 'places' as what, id from social_events e
      where going_count <> (select coalesce(sum(1 + guests), 0) from event_rsvps r where r.event_id = e.id and answer = 'going')
        -- Blocked people keep waiting, but are not counted.
        or waiting_count <> (select count(*) from waiting_list w where w.event_id = e.id and status = 'waiting'
          and not exists (select from person_blocks b where b.user_id = w.user_id and b.lifted_at is null))
        or (capacity is not null and going_count < 0)
    union all select 'chat', id from chats c
      where member_count <> (select count(*) from chat_members m where m.chat_id = c.id)
        or last_seq <> (select coalesce(max(seq), 0) from chat_messages m where m.chat_id = c.id)
    union all select 'account without its person', sub from accounts a
      where user_id is not null and not exists (select from users u where u.user_id = a.user_id)
    union all select 'organizer that nobody made one', email from accounts
      where 'Admins' = any(groups) and sub <> all($2) and sub not in (select sub from organizers)
    union all select 'completed form without its person', submission_id::text from join_submissions
      where completed_at is not null and user_id is null`;
  return (await pool.query(statement, [organizers, powerless])).rows;
}
