import { inArray, sql } from "drizzle-orm";
import { seedAnswers, seedDoors, seedPolls } from "#seeds/demo-answers.server.ts";
import { DEMO_HOST, makeDemoAccounts } from "#seeds/demo-accounts.server.ts";
import { demoChats } from "#seeds/demo-chats.ts";
import { demoEvents } from "#seeds/demo-events.ts";
import { DEMO_ACCOUNTS, demoApplicants, demoPeople } from "#seeds/demo-people.ts";
import { demoRequests } from "#seeds/demo-requests.ts";
import { markDemoRows, recognizeDemoTown } from "#seeds/demo-rows.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatJoinRequests } from "#src/db/tables/admin.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { type NewUser, users } from "#src/db/tables/users.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { propose } from "#src/features/join/commands.server.ts";
import { hashHostId } from "#src/features/events/create/commands.server.ts";
import type { Day } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// Two processes may find the database empty at the same moment; any number that nothing else locks will do.
const SEED_LOCK = 0x73656564;

/**
 * Fills an empty database with the demo town, events around today. Returns the password of the demo accounts; null when
 * there are none, or the database was not empty and nothing was done.
 */
export async function seedDemoTown(app: App): Promise<string | null> {
  const isMade = await makeTown(app);
  if (!isMade) return null;
  // Afterwards: hashing passwords takes a busy machine longer than a transaction may idle.
  const password = await makeDemoAccounts(app);
  await app.db.transaction((tx) => recognizeDemoTown(tx, app.config.group.timeZone));
  return password;
}

function makeTown(app: App): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const { rows } = await tx.execute(
      sql`select 1 where exists (select from users) or exists (select from social_events)`,
    );
    if (rows.length > 0) return false;
    const { timeZone } = app.config.group;
    const now = app.clock.now();
    const today = dayInZone(now, timeZone);
    const people = await tx.insert(users).values(demoPeople(now)).returning();
    const accounts = people.slice(0, DEMO_ACCOUNTS.length);
    const townspeople = people.slice(DEMO_ACCOUNTS.length);
    const events = demoEvents(today, timeZone);
    const idOf = (email: string | null) => accounts.find((account) => account.email === email)?.userId ?? null;
    await tx.insert(socialEvents).values(
      events.map(({ event, answers: { going, waiting, hostEmail } }) => ({
        ...event,
        hostUserId: idOf(hostEmail),
        goingCount: going,
        waitingCount: waiting,
        lastTicket: waiting,
      })),
    );
    await addHost(tx, people, now);
    await seedAnswers(tx, events, { townspeople, accounts }, now);
    await seedDoors(tx, events);
    await seedPolls(tx, events, townspeople, now);
    await addChats(tx, people, today, timeZone);
    await addRequests(tx, now);
    await addApplicants(tx, now);
    await markDemoRows(
      tx,
      "users",
      people.map(({ userId }) => userId),
    );
    await markDemoRows(
      tx,
      "social_events",
      events.map(({ event }) => event.id),
    );
    return true;
  });
}

async function addHost(tx: Transaction, people: readonly NewUser[], now: Date): Promise<void> {
  const id = uuidv7(now.getTime());
  await tx.insert(hostIds).values({
    id,
    userId: people.find(({ email }) => email === DEMO_HOST.email)?.userId ?? null,
    hostIdHash: hashHostId(DEMO_HOST.hostId),
    label: "Demo host",
    createdAt: now,
  });
  await markDemoRows(tx, "host_ids", [id]);
}

async function addRequests(tx: Transaction, now: Date): Promise<void> {
  const requests = demoRequests(now);
  for (const request of requests) await recordJoinRequest(tx, request);
  const asking = requests.map(({ userId }) => userId);
  const made = await tx
    .select({ id: chatJoinRequests.id })
    .from(chatJoinRequests)
    .where(inArray(chatJoinRequests.providerUserId, asking));
  await markDemoRows(
    tx,
    "chat_join_requests",
    made.map(({ id }) => id),
  );
}

async function addApplicants(tx: Transaction, now: Date): Promise<void> {
  const applicants = await tx.insert(users).values(demoApplicants(now)).returning();
  for (const { userId, email, phone, createdAt } of applicants) await propose(tx, userId, { email, phone }, createdAt);
  await markDemoRows(
    tx,
    "users",
    applicants.map(({ userId }) => userId),
  );
}

async function addChats(tx: Transaction, people: readonly NewUser[], today: Day, timeZone: string): Promise<void> {
  const town = demoChats(people, today, timeZone);
  await tx.insert(chats).values(town.map(({ chat }) => chat));
  await tx.insert(chatMembers).values(town.flatMap(({ members }) => members));
  await tx.insert(chatMessages).values(town.flatMap(({ messages }) => messages));
  await markDemoRows(
    tx,
    "chats",
    town.map(({ chat }) => chat.id),
  );
}
