import { eq, ne, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { answerNow, countTown, makeBusy, makeTown, rsvp, wrongCounts } from "#tests/support/busy-person.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const MERGE = "/api/users/merge";

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const merge = (body: unknown) => site.post(MERGE, body, admin);
const undo = (auditId: string) => site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });
const everything = () => wholeRows(site.app.db, TABLES_OF_PEOPLE);
const mergeLog = () => site.app.db.select().from(auditLog).where(eq(auditLog.action, "users_merged"));

async function merged(body: unknown): Promise<Merged> {
  const done = await merge(body);
  expect(done.status).toBe(200);
  return (await done.json()) as Merged;
}

async function rowsOf(statement: ReturnType<typeof sql>) {
  const { rows } = await site.app.db.execute(statement);
  return rows;
}

const ANA = { firstName: "Ana", lastName: "Ruiz", referredBy: "", shirtsize: "", zsex: "" } as const;

test("[ADMIN-06] the same merge sent again, one after the other or at once, is one merge", async () => {
  const [a, b, c] = [await site.addUser(ANA), await site.addUser(ANA), await site.addUser(ANA)];
  const body = { base: a.userId, others: [b.userId, c.userId] };
  const answers = await Promise.all(Array.from({ length: 8 }, () => merge(body)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const said = (await Promise.all(answers.map((answer) => answer.json()))) as Merged[];
  expect(new Set(said.map(({ auditId }) => auditId)).size).toBe(1);
  expect(await mergeLog()).toHaveLength(1);
  // The other way round is another merge, of records that are gone.
  expect((await merge({ base: b.userId, others: [a.userId] })).status).toBe(404);
});

test("[ADMIN-06] a failure in the middle loses nothing", async () => {
  const { sixes } = await makeTown(site);
  const [a, b] = [(await site.addUser(ANA)).userId, (await site.addUser(ANA)).userId];
  await makeBusy(site, a, 1, sixes);
  await makeBusy(site, b, 2, sixes);
  await rsvp(site, sixes, b, "going", 1);
  await countTown(site);
  const before = await everything();
  // At each step of the way: a row that was moved, the base, the record that goes, and the log.
  const breaks = [
    sql`create trigger no before update on notices for each row execute function no_more()`,
    sql`create trigger no before update on users for each row execute function no_more()`,
    sql`create trigger no before delete on users for each row execute function no_more()`,
    sql`create trigger no before insert on audit_log for each row execute function no_more()`,
  ];
  const tables = ["notices", "users", "users", "audit_log"];
  await site.app.db.execute(
    sql`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`,
  );
  for (const [index, statement] of breaks.entries()) {
    await site.app.db.execute(statement);
    expect((await merge({ base: a, others: [b] })).status).toBe(500);
    expect(await everything()).toEqual(before);
    expect(await mergeLog()).toEqual([]);
    await site.app.db.execute(sql`drop trigger no on ${sql.identifier(tables[index] ?? "")}`);
  }
  await merged({ base: a, others: [b] });
});

test("[ADMIN-06] 20 merges of overlapping people at once, while they answer: all end, nothing is lost or counted twice", async () => {
  const { sixes, bonfire, sunrise } = await makeTown(site);
  await site.app.db.execute(sql`update social_events set capacity = 1000`);
  const people = await Promise.all(Array.from({ length: 8 }, () => site.addUser(ANA)));
  const ids = people.map(({ userId }) => userId);
  for (const [index, id] of ids.entries()) {
    await makeBusy(site, id, index + 1, sixes);
    await rsvp(site, [sixes, bonfire, sunrise][index % 3] ?? sixes, id, "going", index);
  }
  await countTown(site);
  const pick = (n: number) => ids[n % ids.length] ?? "";
  const merges = Array.from({ length: 20 }, (_, n) =>
    merge({ base: pick(n), others: [pick(n * 3 + 1), pick(n * 5 + 2)].filter((id) => id !== pick(n)) }),
  );
  const rsvps = Array.from({ length: 24 }, (_, n) =>
    answerNow(site, [sixes, bonfire, sunrise][n % 3] ?? sixes, pick(n)),
  );
  const answers = await Promise.all(merges);
  await Promise.all(rsvps);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => [200, 404, 422].includes(status))).toBe(true);
  expect(statuses).toContain(200);
  expect(await wrongCounts(site)).toEqual([]);
  // Everybody who is still there has one account, the organizer too; nobody lost theirs, it only stands alone now.
  const left = await rowsOf(sql`select u.user_id, count(a.sub)::int as count from users u
    left join accounts a using (user_id) group by 1`);
  expect(left.map(({ count }) => count)).toEqual(left.map(() => 1));
  expect(await rowsOf(sql`select count(*)::int as count from accounts`)).toEqual([{ count: 9 }]);
  // Every message, notice and form found its way to somebody who is still there.
  for (const [table, column, count] of [
    ["chat_messages", "user_id", 16],
    ["notices", "user_id", 8],
    ["join_submissions", "user_id", 8],
    ["social_events", "host_user_id", 8],
  ] as const) {
    const [row] = await rowsOf(
      sql`select count(${sql.identifier(column)})::int as count from ${sql.identifier(table)}`,
    );
    expect([table, row?.["count"]]).toEqual([table, count]);
  }
  // And back again, the newest first.
  const entries = (await mergeLog()).toSorted((x, y) => y.createdAt.getTime() - x.createdAt.getTime());
  for (const entry of entries) expect([200, 409]).toContain((await undo(entry.id)).status);
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-06, ADMIN-08, ADMIN-12] organizers who merge and delete one another's target at once: one wins, the other reads why, and all of it comes back", async () => {
  const second = (await site.signedIn({ groups: ["Admins"], email: "second@example.com" })).token;
  const { sixes } = await makeTown(site);
  const ROUNDS = 6;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await site.addUser(ANA), await site.addUser(ANA)];
    for (const [index, { userId }] of [one, two].entries()) await makeBusy(site, userId, round * 2 + index + 1, sixes);
    await countTown(site);
    const before = await everything();
    const answers = await Promise.all([
      merge({ base: one.userId, others: [two.userId] }),
      site.post(MERGE, { base: two.userId, others: [one.userId] }, second),
      site.post("/api/pending-join-requests", { type: "deleteUsers", userIds: [one.userId, two.userId] }, second),
    ]);
    const said = await Promise.all(
      answers.map(async (answer) => ({ status: answer.status, ...((await answer.json()) as { message: string }) })),
    );
    expect(said.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status, message } of said.filter((each) => each.status !== 200)) {
      expect([404, 409]).toContain(status);
      expect(message).toMatch(/^[A-Z].*\.$/);
    }
    // The last first; they are of one moment, and what cannot be undone yet says so.
    const done = await site.app.db.select().from(auditLog).where(ne(auditLog.action, "undone"));
    const open = new Set(done.filter(({ undoneAt }) => undoneAt === null).map(({ id }) => id));
    while (open.size > 0) {
      const tried = await Promise.all([...open].map(async (id) => ({ id, status: (await undo(id)).status })));
      const undone = tried.filter(({ status }) => status === 200);
      expect(undone.length).toBeGreaterThan(0);
      for (const { id } of undone) open.delete(id);
    }
    expect(await everything()).toEqual(before);
  }
});
