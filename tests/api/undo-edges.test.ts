import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { countTown, makeTown, rsvp, wait } from "#tests/support/busy-person.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const LOG = "/api/admin/audit";
let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const undo = (auditId: string) => site.fetch(`${LOG}/${auditId}/undo`, { method: "POST", as: admin });

/** Deletes people; the log's entries of it. */
async function drop(...userIds: string[]): Promise<string[]> {
  const answer = await site.post("/api/pending-join-requests", { type: "deleteUsers", userIds }, admin);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { auditIds: string[] }).auditIds;
}

test("[ADMIN-12] thirty days to the millisecond are not too late", async () => {
  const [exact, late] = [await site.addUser(), await site.addUser()];
  const [first = "", second = ""] = await drop(exact.userId, late.userId);
  const now = site.app.clock.now();
  site.app.clock.now = () => now;
  const ago = (more: number) => ({ createdAt: new Date(now.getTime() - 30 * 86_400_000 - more) });
  await site.app.db.update(auditLog).set(ago(0)).where(eq(auditLog.id, first));
  await site.app.db.update(auditLog).set(ago(1)).where(eq(auditLog.id, second));
  const { entries } = (await (await site.fetch(`${LOG}?action=user_deleted`, { as: admin })).json()) as AuditPage;
  const can = Object.fromEntries(entries.map(({ id, canUndo }) => [id, canUndo]));
  expect(can).toEqual({ [first]: true, [second]: false });
  expect((await undo(first)).status).toBe(200);
  expect((await undo(second)).status).toBe(409);
});

test("[ADMIN-12, DASH-06] who comes back to a waiting list gets the seat that became free meanwhile", async () => {
  const { sixes } = await makeTown(site, "2026-11-28");
  await site.app.db.execute(sql`update social_events set capacity = 1`);
  const [goer, waiter] = [await site.addUser(), await site.addUser()];
  await rsvp(site, sixes, goer.userId, "going", 1);
  await wait(site, sixes, waiter.userId, 1);
  await countTown(site);
  const [deletion = ""] = await drop(waiter.userId);
  await drop(goer.userId);
  expect((await undo(deletion)).status).toBe(200);
  const answers = await site.app.db.select().from(eventRsvps).where(eq(eventRsvps.userId, waiter.userId));
  expect(answers.map(({ answer }) => answer)).toEqual(["going"]);
  const { rows } = await site.app.db.execute(
    sql`select going_count, waiting_count from social_events where id = ${sixes}`,
  );
  expect(rows).toEqual([{ going_count: 1, waiting_count: 0 }]);
  expect((await site.app.db.select().from(mailOutbox)).map(({ kind, email }) => ({ kind, email }))).toContainEqual({
    kind: "promoted",
    email: waiter.email,
  });
});
