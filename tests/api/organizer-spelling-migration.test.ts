import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "#src/db/migrations.server.ts";
import { firstMonth, rowsOf, SECRET, sendEach, unix } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ STRIPE_WEBHOOK_SECRET: SECRET });
});
afterAll(() => site.close());

test("[PAY-07] a membership that the previous release matched by hand keeps its owner, and the upgrade respells it", async () => {
  const [payer, owner] = [await site.signedIn(), await site.signedIn()];
  const start = unix("2026-11-10T15:00:00Z");
  const month = { name: "payer", email: payer.email, start };
  await sendEach(site, firstMonth({ ...month, reference: null }));
  await rowsOf(site, sql`update memberships set user_id = ${owner.userId}, matched_by = 'organiser'`);
  await rowsOf(site, sql`update payments set user_id = ${owner.userId}, matched_by = 'organiser'`);

  await sendEach(site, firstMonth({ ...month, reference: payer.userId }));
  const matches = () =>
    rowsOf(site, sql`select user_id, matched_by from memberships union all select user_id, matched_by from payments`);
  const matched = (by: string) => ({ user_id: owner.userId, matched_by: by });
  expect(await matches()).toEqual([matched("organiser"), matched("organiser")]);

  const migration = await readFile(join(MIGRATIONS, "0035_organizer-rows.sql"), "utf8");
  await rowsOf(site, sql.raw(migration));
  expect(await matches()).toEqual([matched("organizer"), matched("organizer")]);
});
