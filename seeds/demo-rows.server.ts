import { inArray, sql } from "drizzle-orm";
import { DEMO_HOST } from "#seeds/demo-accounts.server.ts";
import { demoChats } from "#seeds/demo-chats.ts";
import { demoEvents } from "#seeds/demo-events.ts";
import { demoApplicants, demoPeople } from "#seeds/demo-people.ts";
import { demoRequests } from "#seeds/demo-requests.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { type DEMO_TABLES, demoRows } from "#src/db/tables/demo-rows.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { hashHostId } from "#src/features/events/create/commands.server.ts";
import { addDays } from "#src/shared/dates.ts";
import { DEMO_ADDRESSES } from "#src/shared/demo-addresses.ts";
import { uuidv7Start } from "#src/shared/ids.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

type DemoTable = (typeof DEMO_TABLES)[number];
type Ids = readonly string[];

export async function markDemoRows(tx: Transaction, table: DemoTable, ids: Ids): Promise<void> {
  const rows = ids.map((id) => ({ table, id }));
  if (rows.length > 0) await tx.insert(demoRows).values(rows).onConflictDoNothing();
}

const texts = (list: Ids) => sql`${sql.param([...list])}::text[]`;

async function idsOf(tx: Transaction, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}

/** Rows that only the seed makes: no visitor can make one. */
async function readAnchors(tx: Transaction) {
  const hosts = await tx
    .select({ id: hostIds.id, at: hostIds.createdAt })
    .from(hostIds)
    .where(sql`${hostIds.hostIdHash} = ${hashHostId(DEMO_HOST.hostId)}`);
  const requests = await tx
    .select({ id: chatJoinRequests.id, at: chatJoinRequests.requestedAt })
    .from(chatJoinRequests)
    .where(
      inArray(
        chatJoinRequests.providerUserId,
        demoRequests(new Date(0)).map(({ userId }) => userId),
      ),
    );
  const demoAccounts = await tx
    .select({ id: accounts.sub, at: accounts.createdAt })
    .from(accounts)
    .where(inArray(accounts.email, DEMO_ADDRESSES));
  return { hosts, requests, demoAccounts };
}

/** People whose ids are older than the seed, when the database was empty, and who are still called as the seed named them. */
function findPeople(tx: Transaction, seededAt: Date): Promise<string[]> {
  const people = [...demoPeople(seededAt), ...demoApplicants(seededAt)];
  const emails = texts(people.map(({ email }) => email ?? ""));
  const names = texts(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
  return idsOf(
    tx,
    sql`select user_id as id from users where user_id < ${uuidv7Start(seededAt.getTime())}
      and (email = any(${emails}) or first_name || ' ' || last_name = any(${names}))`,
  );
}

/** Events of the day of the seed; of the days beside it, in case the group's zone was changed, only unedited ones. */
async function findEvents(tx: Transaction, seededAt: Date, timeZone: string): Promise<string[]> {
  const today = dayInZone(seededAt, timeZone);
  const made = (days: number) => demoEvents(addDays(today, days), timeZone).map(({ event }) => event);
  const beside = [...made(-1), ...made(1)];
  return idsOf(
    tx,
    sql`select id from social_events where id = any(${texts(made(0).map(({ id }) => id))})
      or (id, description) in (select * from unnest(${texts(beside.map(({ id }) => id))},
        ${texts(beside.map(({ description }) => description ?? ""))}))`,
  );
}

function findChats(tx: Transaction, seededAt: Date, timeZone: string): Promise<string[]> {
  const town = demoChats(demoPeople(seededAt), dayInZone(seededAt, timeZone), timeZone);
  const ids = texts(town.map(({ chat }) => chat.id ?? ""));
  return idsOf(
    tx,
    sql`select id from chats where provider = 'local' and id = any(${ids})
      and created_at < ${seededAt.toISOString()}::timestamptz`,
  );
}

/**
 * Marks the demo town of a database that was seeded before rows were marked, and demo accounts whose making was cut
 * off before they were. Does nothing where no demo town is.
 */
export async function recognizeDemoTown(tx: Transaction, timeZone: string): Promise<void> {
  const { hosts, requests, demoAccounts } = await readAnchors(tx);
  await markDemoRows(
    tx,
    "accounts",
    demoAccounts.map(({ id }) => id),
  );
  const [marked] = await tx
    .select({ id: demoRows.id })
    .from(demoRows)
    .where(sql`${demoRows.table} = 'users'`)
    .limit(1);
  const moments = [...hosts, ...requests, ...demoAccounts].map(({ at }) => at.getTime());
  if (marked || moments.length === 0) return;
  // The host is as old as the town, accounts are seconds younger, and requests are from the hours before it.
  const seededAt =
    hosts[0]?.at ??
    new Date(
      demoAccounts.length > 0
        ? Math.min(...demoAccounts.map(({ at }) => at.getTime()))
        : Math.max(...moments) + 3_600_000,
    );
  await markDemoRows(
    tx,
    "host_ids",
    hosts.map(({ id }) => id),
  );
  await markDemoRows(
    tx,
    "chat_join_requests",
    requests.map(({ id }) => id),
  );
  await markDemoRows(tx, "users", await findPeople(tx, seededAt));
  await markDemoRows(tx, "social_events", await findEvents(tx, seededAt, timeZone));
  await markDemoRows(tx, "chats", await findChats(tx, seededAt, timeZone));
}

/** Whether anything of the demo town is still in the database; it has been marked. */
export async function hasDemoTown(db: Db | Transaction): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from demo_rows d where
      (d.table_name = 'users' and exists (select from users where user_id = d.id))
      or (d.table_name = 'accounts' and exists (select from accounts where sub = d.id))
      or (d.table_name = 'social_events' and exists (select from social_events where id = d.id))
      or (d.table_name = 'chats' and exists (select from chats where id = d.id))
      or (d.table_name = 'host_ids' and exists (select from host_ids where id = d.id))
      or (d.table_name = 'chat_join_requests' and exists (select from chat_join_requests where id = d.id))
    limit 1`);
  return rows.length > 0;
}
