import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog, undoKeys } from "#src/db/tables/admin.ts";
import { openUndo, sealUndo } from "#src/features/privacy/commands/undo-record.server.ts";
import { countTown, makeBusy, makeTown, rsvp, vote, wait, wrongCounts } from "#tests/support/busy-person.ts";
import { TABLES_OF_PEOPLE, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Undoing on a site that was upgraded in between: what was kept has neither the columns that the upgrade added nor
// only those that the upgrade left.

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

/** NOT NULL columns with a default, which the kept rows are made not to have: as if a migration had just added them. */
const ADDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  users: { shirtsize: "", role: "user", re_interested_in_events: [] },
  chat_members: { nickname: "", autokicked: false },
  waiting_list: { status: "waiting" },
};

type Kept = {
  kind: string;
  table: string;
  rows?: Record<string, unknown>[];
  keys?: unknown[];
  before?: unknown;
  after?: unknown;
};

function asKeptEarlier(change: Kept): Kept {
  const without = Object.keys(ADDED[change.table] ?? {});
  const rows = change.rows?.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([column]) => !without.includes(column))),
    dropped_column: "of old",
  }));
  return rows ? { ...change, rows } : change;
}

/** Makes what an entry keeps look as if it had been kept by an earlier release. */
async function upgradeSince(auditId: string): Promise<void> {
  const { db } = site.app;
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.id, auditId));
  const data = (await db.transaction((tx) => openUndo(tx, { id: auditId, undo: entry?.undo }))) as { changes: Kept[] };
  const dropped: Kept[] = [
    { kind: "removed", table: "dropped_table", rows: [{ id: "1" }] },
    { kind: "changed", table: "users", keys: [{ user_id: "x" }], before: { gone: 1 }, after: { gone: 2 } },
  ];
  const changes = [...data.changes.map(asKeptEarlier), ...dropped];
  const undo = { ...data, changes };
  if (entry?.action === "user_deleted")
    await db.transaction(async (tx) => {
      await tx.delete(undoKeys);
      await sealUndo(tx, auditId, { before: null, undo }, site.app.clock.now());
    });
  else await db.update(auditLog).set({ undo }).where(eq(auditLog.id, auditId));
  for (const table of TABLES_OF_PEOPLE)
    await db.execute(sql`alter table ${sql.identifier(table)} add column added_since text not null default 'new'`);
}

const undo = (auditId: string) => site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });

async function entryOf(deleted: Response): Promise<string> {
  expect(deleted.status).toBe(200);
  return ((await deleted.json()) as { auditIds: [string] }).auditIds[0];
}

/** Two records that everything refers to, with a value in every column that will be "added since". */
async function makePeople(): Promise<[string, string]> {
  const { bonfire, sixes } = await makeTown(site);
  const said = { shirtsize: "L", role: "member" as const, reInterestedInEvents: ["dance"] };
  const [a, b] = [await site.addUser(said), await site.addUser({ ...said, shirtsize: "S" })];
  for (const [index, { userId }] of [a, b].entries()) {
    await makeBusy(site, userId, index + 1, bonfire);
    await rsvp(site, sixes, userId, "maybe", index);
    await vote(site, "tea", userId, index);
  }
  await wait(site, bonfire, b.userId, 1);
  await site.app.db.execute(sql`update chat_members set nickname = 'Nick', autokicked = true`);
  await countTown(site);
  return [a.userId, b.userId];
}

const parsed = async () =>
  Object.entries(await wholeRows(site.app.db, TABLES_OF_PEOPLE)).flatMap(([table, rows]) =>
    rows.map((row) => ({ table, row: JSON.parse(row) as Record<string, unknown> })),
  );
type Rows = Awaited<ReturnType<typeof parsed>>;

const sorted = (rows: Rows) =>
  rows
    .map(({ table, row }) =>
      JSON.stringify([table, Object.entries(row).toSorted(([one], [other]) => one.localeCompare(other))]),
    )
    .toSorted();

/** What was there, with the defaults of what was "added since" in the rows that were taken away. */
function expected(before: Rows, isRemoved: (table: string, row: Record<string, unknown>) => boolean): Rows {
  return before.map(({ table, row }) => ({
    table,
    row: { ...row, ...(isRemoved(table, row) && ADDED[table]), added_since: "new" },
  }));
}

test("[ADMIN-12] a deletion is undone after an upgrade that added and removed columns and tables", async () => {
  const [, gone] = await makePeople();
  const before = await parsed();
  const deleted = await site.fetch(`/api/pending-join-requests/users/${gone}`, { method: "DELETE", as: admin });
  const auditId = await entryOf(deleted);
  await upgradeSince(auditId);
  const answer = await undo(auditId);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, message: "1 record is back." }]);
  const isGone = (_: string, row: Record<string, unknown>) => row["user_id"] === gone;
  expect(sorted(await parsed())).toEqual(sorted(expected(before, isGone)));
  expect(await wrongCounts(site)).toEqual([]);
});

test("[ADMIN-12] a merge is undone after an upgrade that added and removed columns and tables", async () => {
  const [base, other] = await makePeople();
  const before = await parsed();
  const merged = await site.post("/api/users/merge", { base, others: [other] }, admin);
  expect(merged.status).toBe(200);
  const { auditId } = (await merged.json()) as { auditId: string };
  await upgradeSince(auditId);
  const answer = await undo(auditId);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, message: "1 record is back." }]);
  const isRemoved = (table: string, row: Record<string, unknown>) =>
    row["user_id"] === other && (table === "users" || (table === "chat_members" && row["member_id"] === other));
  expect(sorted(await parsed())).toEqual(sorted(expected(before, isRemoved)));
});

test("[ADMIN-12] what does not fit the site anymore is refused in words, and nothing is written", async () => {
  const [, gone] = await makePeople();
  const deleted = await site.fetch(`/api/pending-join-requests/users/${gone}`, { method: "DELETE", as: admin });
  const auditId = await entryOf(deleted);
  await site.app.db.execute("alter table users add constraint no_more check (shirtsize <> 'S')");
  const before = await parsed();
  const answer = await undo(auditId);
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      error: "conflict",
      message: "This can’t be undone: what was kept no longer fits the site. Nothing was changed.",
    },
  ]);
  expect(await parsed()).toEqual(before);
});
