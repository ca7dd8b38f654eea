import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
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
        "push_subscriptions",
        "sessions",
        "sign_in_challenges",
        "passkey_challenges",
        "calendar_links",
      ].includes(name),
  );
  // Mails are not sent after all, nor kept as sent.
  const ended = [
    "mail_outbox",
    "announcement_mails",
    "identity_codes",
    "sign_up_names",
    "sign_in_links",
    "place_links",
    "email_changes",
  ];
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

/** Someone with a name, a phone and a handle who wrote in a chat and made an event, and another who wrote about them. */
async function talker(email: string) {
  const person = await site.signedIn({
    email,
    user: { firstName: "Zelda", lastName: "Quill", nickname: "", phone: "9045557788", socials: "instagram: @zq_dunes" },
  });
  const at = site.app.clock.now().toISOString();
  await rows(
    sql`insert into chats (id, name, member_count, created_at, updated_at) values ('c', 'Dance', 1, ${at}, ${at})`,
  );
  await rows(sql`insert into chat_members (chat_id, member_id, user_id, name, joined_at)
    values ('c', ${person.userId}, ${person.userId}, 'Zelda Quill', ${at})`);
  const write = (seq: number, text: string, userId: string | null) =>
    rows(sql`insert into chat_messages (chat_id, seq, id, author_id, user_id, name, text, created_at)
      values ('c', ${seq}, ${String(seq)}, ${userId ?? "sam"}, ${userId}, 'Someone', ${text}, ${at})`);
  const texts = async () => (await rows(sql`select text from chat_messages order by seq`)).map(({ text }) => text);
  return { ...person, write, texts };
}

const both = [
  ["its owner", (token: string) => deleteMine(token)],
  ["an organizer", (_token: string, userId: string) => deleteAsOrganizer(userId)],
] as const;

test.each(both)(
  "[SAFE-14] deleted by %s: a former name goes too, from their words, others' and an event's",
  async (_by, erase) => {
    const { userId, token, write, texts } = await talker("zelda@example.com");
    await write(1, "Zelda here, the only Quill", userId);
    await write(2, "Thanks Zelda Quill, and hello to Zelda Sandoval", null);
    await site.addEvent({
      ...makeEvent({ day: "2026-11-28", title: "Zelda's bonfire", host: "Nora Voss", hostUserId: userId }),
    });
    const renamed = { firstName: "Nora", lastName: "Voss" };
    const answer = await site.fetch("/api/profile", {
      method: "PATCH",
      headers: JSON_TYPE,
      body: JSON.stringify(renamed),
      as: token,
    });
    expect(answer.status).toBe(200);
    expect((await erase(token, userId)).status).toBe(200);
    expect(await texts()).toEqual([
      "Former member here, the only Former member",
      "Thanks Former member, and hello to Zelda Sandoval",
    ]);
    expect(await rows(sql`select title from social_events`)).toEqual([{ title: "Former member's bonfire" }]);
  },
);

test.each(both)(
  "[SAFE-14] deleted by %s: a shared address, a shared phone and a handle go from their own words alone",
  async (_by, erase) => {
    const { userId, token, write, texts } = await talker("zelda@example.com");
    await site.addUser({ email: "family77@example.com", phone: "9045557788", status: "approved" });
    await rows(sql`update users set email = 'family77@example.com' where user_id = ${userId}`);
    await write(1, "Call (904) 555-7788 or +1 904.555.7788, or find zq_dunes", userId);
    await write(2, "Ask @zq_dunes, 904-555-7788 or family77@example.com", null);
    await write(3, "Or write to Family77@example.com", userId);
    await site.addEvent({
      ...makeEvent({ day: "2026-11-28", title: "Bonfire", host: "Zelda Quill", hostUserId: userId }),
      groupMeChatUrl: "https://chat.example/zq_dunes",
    });
    expect((await erase(token, userId)).status).toBe(200);
    expect(await texts()).toEqual([
      "Call Former member or Former member, or find Former member",
      // There the number and the address are the other person's, and anybody can say that a handle is theirs.
      "Ask @zq_dunes, 904-555-7788 or family77@example.com",
      "Or write to Former member",
    ]);
    expect(await rows(sql`select groupme_chat_url from social_events`)).toEqual([{ groupme_chat_url: "none" }]);
  },
);

test("[SAFE-14] the log forgets their words in titles of events, and keeps its shape", async () => {
  const { userId, token } = await talker("zelda@example.com");
  const { id } = await site.addEvent(
    makeEvent({ day: "2026-11-28", title: "Bonfire", host: "Zelda Quill", hostUserId: userId }),
  );
  const said = { title: "Zelda’s bonfire", held: true, cost: 9045557788 };
  await rows(sql`insert into audit_log (id, actor_sub, actor_email, action, subject_ids, before, after, created_at)
    values ('l', 'o', 'o@example.com', 'event_changed', array[${id}]::text[], ${JSON.stringify(said)}::jsonb, null, now())`);
  expect((await deleteMine(token)).status).toBe(200);
  expect(await rows(sql`select before from audit_log where id = 'l'`)).toEqual([
    { before: { ...said, title: "Former member’s bonfire" } },
  ]);
});

test("[SAFE-14] an event that was never published goes with its maker, and comes back with an undo", async () => {
  const { userId } = await talker("zelda@example.com");
  const { id } = await site.addEvent({
    ...makeEvent({ day: "2026-11-28", title: "Zelda's bonfire", host: "Zelda Quill", hostUserId: userId }),
    held: true,
    refusedAt: site.app.clock.now(),
    refusalReason: "Not here",
  });
  await rows(sql`insert into event_polls (event_id, question) values (${id}, 'Who brings wood?')`);
  const kept = ["social_events", "event_polls", "users"];
  const before = await wholeRows(site.app.db, kept);
  expect((await deleteAsOrganizer(userId)).status).toBe(200);
  expect(await rows(sql`select from social_events`)).toEqual([]);
  const log = await site.fetch("/api/admin/audit?action=user_deleted", { as: organizer });
  const { entries } = (await log.json()) as { entries: { id: string }[] };
  const undone = await site.fetch(`/api/admin/audit/${entries[0]?.id}/undo`, { method: "POST", as: organizer });
  expect(undone.status).toBe(200);
  expect(await wholeRows(site.app.db, kept)).toEqual(before);
});

test("[SAFE-15, DASH-05] the export holds every planted word but secrets and what organizers keep for themselves", async () => {
  const { token } = await plantPerson(site);
  const data = await (await site.fetch("/api/profile/export", { as: token })).text();
  const words = ["Zeldaplant", "Quillplant", "Zquilplant", "9045557788", "19045550188", "zelda.quillplant@example.com"];
  const said = (
    "shirt former-nick groupme referrer interest message instagram host-id reason reason-2 " +
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
