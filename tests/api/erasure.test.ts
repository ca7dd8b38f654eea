import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProfileExport } from "#src/features/people/schema.ts";
import { allTables, wholeRows } from "#tests/support/rows.ts";
import { plantPerson } from "#tests/support/planted-person.ts";
import { columnsOfClass, columnsWithPlants, enumColumns, filesWithPlants } from "#tests/support/planted-words.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let organizer: string;
beforeEach(async () => {
  site = await startTestSite();
  organizer = await site.tokenFor(["Admins"]);
});
afterEach(() => site.close());

const JSON_TYPE = { "content-type": "application/json" };
const deleteMine = (token: string) =>
  site.fetch("/api/profile", { method: "DELETE", headers: JSON_TYPE, body: '{"confirm":"DELETE"}', as: token });
const deleteAsOrganizer = (userId: string) =>
  site.fetch(`/api/pending-join-requests/users/${userId}`, { method: "DELETE", as: organizer });
const rows = async (statement: ReturnType<typeof sql>) => (await site.app.db.execute(statement)).rows;

async function expectNothingLeft() {
  expect(await columnsWithPlants(site.app.db)).toEqual([]);
  expect(await filesWithPlants(site.app.config.dataDir)).toEqual([]);
}

test("[SAFE-14] every column of text or JSON is classified, and something is planted in each that can hold a person", async () => {
  const { rows: columns } = await site.app.db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and udt_name in ('text', '_text', 'jsonb', 'json', 'varchar', '_varchar')`);
  // Closed lists of words need no class: their type says what they can hold.
  const known = [...columnsOfClass("id", "person", "words"), ...enumColumns()];
  expect(columns.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  await plantPerson(site);
  const planted = await columnsWithPlants(site.app.db);
  const expected = columnsOfClass("person", "words").filter((name) => !name.startsWith("chats."));
  expect(expected.filter((name) => !planted.includes(name))).toEqual([]);
  expect(await filesWithPlants(site.app.config.dataDir)).toHaveLength(2);
});

test("[SAFE-14] an account that its owner deletes leaves nothing of the person", async () => {
  const { token, past, toCome } = await plantPerson(site);
  expect((await deleteMine(token)).status).toBe(200);
  await expectNothingLeft();
  expect(await rows(sql`select amount_cents, user_id from payments order by id`)).toEqual([
    { amount_cents: 2500, user_id: null },
    { amount_cents: 1500, user_id: null },
  ]);
  expect(await rows(sql`select text, name from chat_messages where chat_id = 'ours' order by seq`)).toEqual([
    { name: "Former member", text: "Salsa at eight. Former member here, Former member@nick or Former member" },
    { name: "Sam", text: "Thanks Former member! Shall I write to Former member?" },
    { name: "", text: "Former member joined." },
  ]);
  expect(await rows(sql`select going_count from social_events where id in (${past}, ${toCome}) order by id`)).toEqual([
    { going_count: 1 },
    { going_count: 0 },
  ]);
  expect(await rows(sql`select from uploaded_images`)).toEqual([]);
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
});

test("[SAFE-14, ADMIN-12] a person whom an organizer deletes is readable nowhere; the deletion can be undone for 30 days", async () => {
  const { userId, token } = await plantPerson(site);
  const tables = (await allTables(site.app.db)).filter(
    (name) =>
      ![
        "audit_log",
        "undo_keys",
        "rate_limits",
        "sessions",
        "sign_in_challenges",
        "passkey_challenges",
        "calendar_links",
      ].includes(name),
  );
  const ended = ["mail_outbox", "identity_codes", "sign_up_names", "sign_in_links", "email_changes"];
  const kept = tables.filter((name) => !ended.includes(name));
  const before = await wholeRows(site.app.db, kept);
  const deleted = await deleteAsOrganizer(userId);
  expect(deleted.status).toBe(200);
  await expectNothingLeft();
  expect((await site.fetch("/api/profile", { as: token })).status).toBe(401);
  const log = (await (await site.fetch("/api/admin/audit?action=user_deleted", { as: organizer })).json()) as {
    entries: { id: string }[];
  };
  // Organizers see which deletion they would undo.
  expect(log.entries).toMatchObject([{ before: { firstName: "Zeldaplant" }, canUndo: true }]);
  const undone = await site.fetch(`/api/admin/audit/${log.entries[0]?.id}/undo`, { method: "POST", as: organizer });
  expect([undone.status, await undone.json()]).toEqual([200, { success: true, message: "1 record is back." }]);
  expect(await wholeRows(site.app.db, kept)).toEqual(before);
  expect(await rows(sql`select from undo_keys`)).toEqual([]);
});

test("[SAFE-14] an address or number that somebody else has too is not searched for: what is theirs stays", async () => {
  const email = "family@example.com";
  const child = await site.addUser({ email, phone: "9045550170" });
  const parent = await site.addUser({ email, phone: "9045550170" });
  await rows(sql`insert into form_submissions (id, form_type, email, data, created_at)
    values ('f', 'support', ${email}, '{}', now())`);
  await rows(sql`insert into chat_join_requests (id, provider_id, provider_user_id, phone, requested_at)
    values ('r', 'p', 'gm', '9045550170', now())`);
  expect((await deleteAsOrganizer(child.userId)).status).toBe(200);
  expect(await rows(sql`select id from form_submissions`)).toEqual([{ id: "f" }]);
  expect(await rows(sql`select id from chat_join_requests`)).toEqual([{ id: "r" }]);
  expect((await deleteAsOrganizer(parent.userId)).status).toBe(200);
  expect(await rows(sql`select id from form_submissions`)).toEqual([]);
  expect(await rows(sql`select id from chat_join_requests`)).toEqual([]);
});

test("[SAFE-15, DASH-05] the export holds every planted word but secrets and what organizers keep for themselves", async () => {
  const { token } = await plantPerson(site);
  const data = await (await site.fetch("/api/profile/export", { as: token })).text();
  const words = ["Zeldaplant", "Quillplant", "Zquilplant", "9045557788", "19045550188", "zelda.quillplant@example.com"];
  const said = (
    "shirt groupme referrer interest message instagram host-id reason reason-2 " +
    "device network detail note join-form tied-form support edited passkey subject"
  ).split(" ");
  const missing = [...words, ...said.map((what) => `plant-${what}`)].filter((each) => !data.includes(each));
  expect(missing).toEqual([]);
  expect(data).toContain(`/images/up-${"0".repeat(32)}-1x1-ffffff`);
  const { signInMethods } = JSON.parse(data) as ProfileExport;
  const { passkeys, authenticatorApps, recoveryCodes, providers } = signInMethods;
  expect([passkeys, authenticatorApps, recoveryCodes, providers].map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  // Secrets of the site, and proofs of the person's sign-ins.
  for (const secret of ["hash", "new-hash", "pool-token", "waiting-token", "secret"])
    expect(data).not.toContain(`"plant-${secret}"`);
});
