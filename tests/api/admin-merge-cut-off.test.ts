import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { type Fault, type FaultyStatements, faultyStatements } from "#tests/support/cut-connections.ts";
import { FULL_LIFE, makeRandomTown } from "#tests/support/random-people.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
let faulty: FaultyStatements;
beforeEach(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  faulty = await faultyStatements(site);
});
afterEach(async () => {
  await faulty.close();
  await site.close();
});

const mergeLog = () => site.app.db.select().from(auditLog).where(eq(auditLog.action, "users_merged"));

type Outcome = {
  readonly step: number;
  readonly statement: string | undefined;
  /** Of the merge: what is there now, by the rows and by the log. */
  readonly left: "nothing" | "all" | "a part";
  /** That the same request was sent again, was done once, and undone; where nothing was there, only now and then. */
  readonly again: "done once" | "wrong" | "not tried";
};

/**
 * Every statement that a merge with an approval sends meets the fault once, or only the last few do. What each left; and
 * the last of them.
 */
async function meetAtEachStep(fault: Fault, few?: number): Promise<{ outcomes: Outcome[]; last: string | undefined }> {
  const town = await makeRandomTown(site);
  const [base = "", other = ""] = await town.settle([FULL_LIFE, FULL_LIFE]);
  const asked = { id: "r-1", userId: "gm-77", nickname: "Ana", requestedAt: site.app.clock.now() };
  await recordJoinRequest(site.app.db, asked);
  const tables = (await allTables(site.app.db)).filter((table) => !["audit_log", "rate_limits"].includes(table));
  const everything = () => wholeRows(site.app.db, tables);
  const approval = { groupmeId: "r-1", groupmeUserId: "gm-77" };
  const merge = () => site.post("/api/users/merge", { base, others: [other], approval }, admin);
  const before = await everything();
  let merges = 0;

  async function leaves(status: number): Promise<Outcome["left"]> {
    const [log, now] = [await mergeLog(), await everything()];
    if (log.length === merges && isDeepStrictEqual(now, before)) return status >= 500 ? "nothing" : "a part";
    const isMerged = log.length === merges + 1 && now["users"]?.length === (before["users"]?.length ?? 0) - 1;
    return isMerged ? "all" : "a part";
  }
  async function goesThrough(): Promise<Outcome["again"]> {
    const done = await merge();
    const { auditId } = (await done.json()) as Merged;
    const undone = await site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });
    merges += 1;
    const isOne = done.status === 200 && undone.status === 200 && (await mergeLog()).length === merges;
    return isOne && isDeepStrictEqual(await everything(), before) ? "done once" : "wrong";
  }
  async function countStatements(): Promise<number> {
    // No statement has this number.
    faulty.arm(0, fault);
    await goesThrough();
    return faulty.disarm().findIndex((statement) => statement.endsWith("commit")) + 1;
  }

  const outcomes: Outcome[] = [];
  for (let step = few === undefined ? 1 : (await countStatements()) - few + 1; ; step += 1) {
    faulty.arm(step, fault);
    const { status } = await merge();
    const statements = faulty.disarm();
    // One after the last: nothing met any fault.
    if (statements.length < step) return { outcomes, last: statements.at(-1) };
    const left = await leaves(status);
    const again = left === "all" || step % 20 === 0 ? await goesThrough() : "not tried";
    outcomes.push({ step, statement: statements.at(step - 1), left, again });
  }
}

const otherThan = (outcomes: readonly Outcome[], left: Outcome["left"]) =>
  outcomes.filter((outcome) => outcome.left !== left || outcome.again === "wrong");

// Its statements from `begin` to `commit`: that many at least, or nothing was counted.
const MANY = 60;

test("[ADMIN-06] whichever statement of a merge fails, nothing of it is there", async () => {
  const { outcomes } = await meetAtEachStep("fails");
  expect(outcomes.length).toBeGreaterThan(MANY);
  expect(otherThan(outcomes, "nothing")).toEqual([]);
});

test("[ADMIN-06] wherever the database goes away during a merge, nothing of it is there", async () => {
  const { outcomes } = await meetAtEachStep("cut before");
  expect(outcomes.length).toBeGreaterThan(MANY);
  expect(otherThan(outcomes, "nothing")).toEqual([]);
});

test("[ADMIN-06] a merge of whose end nobody heard is there whole, and sent again it is the same one", async () => {
  // Cut after one statement is cut before the next, but for the last.
  const { outcomes, last } = await meetAtEachStep("cut after", 3);
  expect(last).toMatch(/commit$/);
  expect(otherThan(outcomes.slice(0, -1), "nothing")).toEqual([]);
  expect(outcomes.at(-1)).toMatchObject({ statement: last, left: "all", again: "done once" });
});
