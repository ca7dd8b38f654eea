import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { users } from "#src/db/tables/users.ts";
import type { Proposal } from "#src/features/requests/schema/proposals.ts";
import { tablesOf } from "#tests/support/csv.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
let tables: ReturnType<typeof tablesOf>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  tables = tablesOf(site, admin);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.app.db.execute(sql`truncate audit_log, user_imports, join_proposals`);
  await site.app.db.execute(
    sql`delete from users where user_id not in (select user_id from accounts where user_id is not null)`,
  );
});

const people = async () =>
  (await site.app.db.select().from(users).orderBy(users.email)).filter(({ email }) => !email.startsWith("admins"));

test("[DESK-07, ADMIN-08] O9: a row is named by the line on which it begins, whatever line breaks the file has", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const file = ["Name,Message,Phone", 'Ana,"one', 'two",', "", "Ben,,12", 'Cleo,"a', "", 'b",13'].join(end);
    const { body } = await tables.preview(file);
    expect([end, body.rows.map(({ line, outcome }) => [line, outcome])]).toEqual([
      end,
      [
        [2, "create"],
        [5, "refuse"],
        [6, "refuse"],
      ],
    ]);
  }
});

// As Google spells it.
const EMAIL = "E-mail"; // As Google writes it.
const SOURCES: readonly [what: string, file: string, expected: Record<string, unknown>][] = [
  [
    "Google Contacts",
    `First Name,Middle Name,Last Name,Nickname,Notes,Labels,${EMAIL} 1 - Label,${EMAIL} 1 - Value,${EMAIL} 2 - Label,${EMAIL} 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value\n` +
      "Ana,Sol,Ruiz,Ani,plays,* myContacts,* Home,ana@example.com,Work,work@example.com ::: old@example.com,Mobile,+1 904-555-0142 ::: 904-555-0144,904-555-0143\n",
    {
      firstName: "Ana",
      lastName: "Ruiz",
      nickname: "Ani",
      email: "ana@example.com",
      phone: "19045550142",
      zphone2: "9045550144",
      zmessage: "Other emails: work@example.com, old@example.com",
    },
  ],
  [
    "Google Contacts before 2024",
    `Name,Given Name,Additional Name,Family Name,${EMAIL} 1 - Type,${EMAIL} 1 - Value,Phone 1 - Type,Phone 1 - Value\n` +
      "Ana Sol Ruiz,Ana,Sol,Ruiz,*,ana@example.com,Mobile,904-555-0142\n",
    { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "9045550142" },
  ],
  [
    "Wild Apricot",
    "User ID,First name,Last name,Organization,Email,Phone,Membership status,Member since,Status\n" +
      "1234567,Ana,Ruiz,,ana@example.com,(904) 555-0142,Active,2019-03-01,Active\n",
    { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "9045550142", status: "applied" },
  ],
  [
    "Meetup",
    "Name\tUser ID\tTitle\tLocation\tJoined Group on\tURL of Member Profile\nAna Ruiz\tuser 98765\t\tJax\t01/02/2020\thttps://www.meetup.com/members/98765\n",
    { firstName: "Ana", lastName: "Ruiz", email: "" },
  ],
];

test.each(SOURCES)("[DESK-07] O9: an export of %s is read", async (_, file, expected) => {
  const { status, body } = await tables.bring(file);
  expect([status, body.message]).toEqual([200, "1 record is new."]);
  expect(await people()).toMatchObject([expected]);
});

test("[DESK-07] O9: the organizer says what the columns are; nothing is written before, and two of a kind are refused", async () => {
  const file = "Vorname,Nachname,Post,Kontakt\nAna,Ruiz,ana@example.com,9045550142\n";
  const unknown = await tables.preview(file);
  expect(unknown.body).toMatchObject({
    rows: [],
    parts: [],
    notes: [expect.stringContaining("say below what each column is")],
    columns: [
      { heading: "Vorname", field: "", sample: "Ana" },
      { heading: "Nachname", field: "" },
      { heading: "Post", field: "" },
      { heading: "Kontakt", field: "" },
    ],
  });
  const columns = ["firstName", "", "email", "phone"];
  const { body } = await tables.preview(file, columns);
  expect(body.rows).toMatchObject([{ outcome: "create", name: "Ana", email: "ana@example.com", phone: "9045550142" }]);
  expect(await people()).toEqual([]);
  const done = await tables.commit(file, body.plan, crypto.randomUUID(), { columns: columns.join(",") });
  expect(done.status).toBe(200);
  expect(await people()).toMatchObject([{ firstName: "Ana", lastName: "", phone: "9045550142" }]);
  const double = await tables.preview(file, ["firstName", "firstName", "email", ""]);
  expect([double.status, double.body.message]).toEqual([
    422,
    "Vorname and Nachname cannot both be “First name”. Please choose one of them.",
  ]);
  expect((await tables.preview(file, ["firstName", "email"])).status).toBe(409);
  expect((await tables.preview(file, ["constructor", "", "", ""])).status).toBe(422);
});

test("[DESK-07, ADMIN-08] O9: another email of a known person is proposed, taken over with one press, and undone", async () => {
  const ana = await site.addUser({ firstName: "Ana", email: "ana@example.com", phone: "9045550142", shirtsize: "M" });
  const ben = await site.addUser({ firstName: "Ben", email: "ben@example.com", groupMeUserId: "gm-1" });
  const file = "First name,Email,Phone,GroupMe id\nAna,new@example.com,9045550142,\nBen,other@example.com,,gm-1\n";
  const { body } = await tables.preview(file);
  expect(body.rows).toMatchObject([
    { outcome: "propose", record: { userId: ana.userId }, proposes: "new@example.com" },
    {
      outcome: "unchanged",
      record: { userId: ben.userId },
      proposes: "",
      why: ["Same GroupMe user id", "Not imported, because the record has an email already: other@example.com"],
    },
  ]);
  const done = await tables.bring(file);
  expect(done.body.message).toBe("0 records are new. 1 other email waits as proposals under pending requests.");
  const page = (await (await site.fetch("/api/admin/proposals", { as: admin })).json()) as { proposals: Proposal[] };
  expect(page.proposals).toMatchObject([{ known: { userId: ana.userId }, said: { email: "new@example.com" } }]);
  const undone = await site.post(`/api/admin/audit/${done.body.auditId}/undo`, {}, admin);
  expect(undone.status).toBe(200);
  expect((await people()).map(({ email }) => email)).toEqual(["ana@example.com", "ben@example.com"]);
  expect(await site.app.db.$count(joinProposals)).toBe(0);
});

test("[DESK-07] O9: 10,000 rows are looked at together and imported part by part; people of an earlier part are not made twice", async () => {
  const known = await site.addUser({ email: "p42@example.com", firstName: "", phone: "" });
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `P${n},Q,p${n === 9_999 ? 3 : n}@example.com,+1 904 ${1_000_000 + n}`,
  );
  const file = `First name,Last name,Email,Phone\n${rows.join("\n")}\n`;
  const { preview, answers } = await tables.bringParts(file, [0, 9]);
  expect(preview.parts).toHaveLength(10);
  expect(preview.counts).toMatchObject({ create: 9_998, fill: 1, refuse: 1 });
  expect(preview.rows.at(-1)).toMatchObject({ line: 10_001, outcome: "refuse" });
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await people()).toHaveLength(1_999);
  const [filled] = await site.app.db.select().from(users).where(eq(users.userId, known.userId));
  expect(filled).toMatchObject({ firstName: "P42", phone: "19041000042" });
  expect(await site.app.db.$count(auditLog)).toBe(2);
  const undone = await site.post(`/api/admin/audit/${answers[1]?.body.auditId}/undo`, {}, admin);
  expect(((await undone.json()) as { message: string }).message).toMatch(/^999 new records are gone again/);
});

test("[DESK-07] O19: an empty column takes no field from a column with data", async () => {
  const { body } = await tables.preview("Vorname,Given Name,Email\nIda,,ida@example.com\n", ["firstName", "", "email"]);
  expect(body.rows).toMatchObject([{ outcome: "create", name: "Ida" }]);
  const guessed = await tables.preview("Vorname,Given Name,Email\nIda,,ida@example.com\n");
  expect(guessed.body.columns.map(({ field }) => field)).toEqual(["", "", "email"]);
});

test("[ADMIN-12] O19: the undo of an import counts new people and proposals apart, as the import did", async () => {
  await site.addUser({ firstName: "Ana", lastName: "Ruiz", phone: "9045550142", email: "ana@example.com" });
  const { body } = await tables.bring(
    "Name,Phone,Email\nAna Ruiz,904-555-0142,other@example.com\nBen New,,ben@example.com\n",
  );
  expect(body.message).toBe("1 record is new. 1 other email waits as proposals under pending requests.");
  const undone = await site.post(`/api/admin/audit/${body.auditId}/undo`, {}, admin);
  expect(((await undone.json()) as { message: string }).message).toBe(
    "1 new record is gone again, and 1 proposal is gone again.",
  );
});
