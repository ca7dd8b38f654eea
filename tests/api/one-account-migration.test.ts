import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "#src/db/migrations.server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let client: pg.Client;
const warnings: string[] = [];

beforeAll(async () => {
  site = await startTestSite();
  client = new pg.Client({ connectionString: site.databaseUrl });
  client.on("notice", ({ severity, message = "" }) => severity === "WARNING" && warnings.push(message));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await site.close();
});

const VERIFIED = true;

/** As it was before the migration: several accounts may point to one person. */
async function makeDoubles(): Promise<void> {
  await client.query(`drop index accounts_one_per_person; create index accounts_by_user on accounts (user_id);
    alter table join_submissions drop column made_user_id`);
  const addAccount = (sub: string, userId: string, isVerified: boolean, day: number) =>
    client.query(
      `insert into accounts (sub, email, email_verified, user_id, tokens_valid_from, created_at, updated_at)
       values ($1, $1 || '@example.com', $2, $3, now(), $4::timestamptz, now())`,
      [sub, isVerified, userId, `2026-11-0${day}T12:00:00Z`],
    );
  const addForm = (id: string, userId: string, email: string) =>
    client.query(
      `insert into join_submissions (submission_id, data, completed_at, user_id, created_at, updated_at)
       values ($1, $2, now(), $3, now(), now())`,
      [id, { email }, userId],
    );
  for (const userId of ["ana", "ben", "cleo", "dan"])
    await client.query("insert into users (user_id, email) values ($1, $1 || '@example.com')", [userId]);
  // The address was planted in the record, and the account that it led to came later.
  await addAccount("ana-before", "ana", VERIFIED, 1);
  await addAccount("ana", "ana", VERIFIED, 3);
  await addAccount("ana-third", "ana", VERIFIED, 2);
  // Nobody proved the older address.
  await addAccount("ben-old", "ben", !VERIFIED, 1);
  await addAccount("ben", "ben", VERIFIED, 2);
  await addAccount("cleo", "cleo", VERIFIED, 1);
  await addForm("00000000-0000-4000-8000-000000000001", "dan", "dan@example.com");
  await addForm("00000000-0000-4000-8000-000000000002", "dan", "thief@example.com");
  await addForm("00000000-0000-4000-8000-000000000003", "cleo", "cleo@example.com");
  await addForm("00000000-0000-4000-8000-000000000004", "cleo", " Cleo@example.com");
}

test("[SAFE-02] an upgrade leaves each person one account, and tells organizers which it untied", async () => {
  await makeDoubles();
  const migration = await readFile(join(MIGRATIONS, "0018_one-account-a-person.sql"), "utf8");
  await client.query(`begin; ${migration}; commit`);
  const { rows: tied } = await client.query("select sub, user_id from accounts order by sub");
  expect(tied).toEqual([
    { sub: "ana", user_id: null },
    { sub: "ana-before", user_id: "ana" },
    { sub: "ana-third", user_id: null },
    { sub: "ben", user_id: "ben" },
    { sub: "ben-old", user_id: null },
    { sub: "cleo", user_id: "cleo" },
  ]);
  expect(warnings).toEqual([
    "2 people had several accounts. Each keeps the oldest verified one; the others are untied. See the audit log in the console.",
    "1 people have join forms with different addresses, so one may have replaced the other. See the audit log in the console.",
  ]);
  const token = await site.tokenFor(["Admins"]);
  const log = await site.fetch("/api/admin/audit", { as: token });
  const { entries } = (await log.json()) as { entries: Record<string, unknown>[] };
  const told = entries.map(({ id, action, subjectIds, before, after }) => ({ id, action, subjectIds, before, after }));
  expect(told.toSorted((a, b) => String(a.subjectIds).localeCompare(String(b.subjectIds)))).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      action: "accounts_untied",
      subjectIds: ["ana"],
      before: { accounts: ["ana-before@example.com", "ana-third@example.com", "ana@example.com"] },
      after: { accounts: ["ana-before@example.com"] },
    },
    expect.objectContaining({
      action: "accounts_untied",
      subjectIds: ["ben"],
      after: { accounts: ["ben@example.com"] },
    }),
    expect.objectContaining({
      action: "person_overwritten",
      subjectIds: ["dan"],
      after: { email: "dan@example.com", addressesInJoinForms: ["dan@example.com", "thief@example.com"] },
    }),
  ]);
  const again = client.query("update accounts set user_id = 'cleo' where sub = 'ana'");
  await expect(again).rejects.toThrow("accounts_one_per_person");
});
