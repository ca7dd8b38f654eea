import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { auditLog, userImports } from "#src/db/tables/admin.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import { IMPORT, tablesOf } from "#tests/support/csv.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { wholeRows } from "#tests/support/rows.ts";
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
  await site.app.db.execute(sql`truncate audit_log, user_imports`);
  await site.app.db.execute(
    sql`delete from users where user_id not in (select user_id from accounts where user_id is not null)`,
  );
});

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);
const people = async () =>
  (await site.app.db.select().from(users).orderBy(users.email)).filter(({ email }) => !email.startsWith("admins"));
const record = async (userId: string) => (await site.app.db.select().from(users).where(eq(users.userId, userId)))[0];
const undo = (auditId: string | null) => site.post(`/api/admin/audit/${auditId}/undo`, {}, admin);

test("[ADMIN-08] the preview says row by row what would be made, filled or refused, and why; nothing is written", async () => {
  const ana = await site.addUser({ firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", shirtsize: "" });
  await site.addUser({ firstName: "Ben", email: "ben@example.com", phone: "3055550001" });
  await site.addUser({ firstName: "Benny", email: "", phone: "3055550002", zphone2: "3055550001" });
  const before = await wholeRows(site.app.db, ["users"]);
  const { status, body } = await tables.preview(
    [
      "Name,Mail,Phone,Sex,Shirt size,Age,Favorite color",
      "Cleo Marsh,Cleo@Example.com,(904) 555-0100,F,S,31,blue",
      "Ana R.,ANA@example.com,,female,M,,",
      "Ana Ruiz,ana@example.com,,,,,",
      "Ben,,1-305-555-0001,,,,",
      "Dan,not an address,12,x,,200,",
      ",,,,L,,",
      "Too,few",
    ].join("\n"),
  );
  expect(status).toBe(200);
  expect(body.counts).toEqual({ create: 1, fill: 1, propose: 0, unchanged: 0, refuse: 5, proposed: 0 });
  expect(body.columns.filter(({ field }) => field === "")).toEqual([
    { heading: "Favorite color", field: "", sample: "blue" },
  ]);
  expect(body.rows.map(({ line, outcome, name, why, fills }) => [line, outcome, name, why, fills])).toEqual([
    [2, "create", "Cleo Marsh", [], []],
    [3, "fill", "Ana R.", ["Same email address"], ["Shirt size"]],
    [4, "refuse", "Ana Ruiz", ["The same person as in line 3: same record, email address or phone."], []],
    [
      5,
      "refuse",
      "Ben",
      [expect.stringMatching(/^More than one record may be this person: Ben .*; Benny .* Merge them first\.$/)],
      [],
    ],
    [
      6,
      "refuse",
      "Dan",
      [
        "Email: Please enter a valid email address",
        "Phone: A phone number has 7 to 15 digits.",
        "Sex: Choose male, female or nothing.",
        "Age: An age is a whole number from 1 to 120, or empty.",
      ],
      [],
    ],
    [7, "refuse", "", ["A record needs a name, an email address or a phone number."], []],
    [8, "refuse", "Too", ["This row has 2 cells, and the table 7 columns. Is something not in quotation marks?"], []],
  ]);
  expect(body.rows[1]?.record).toEqual({ userId: ana.userId, name: "Ana Ruiz" });
  expect(await wholeRows(site.app.db, ["users"])).toEqual(before);
});

test("[ADMIN-08, ADMIN-12] an import makes new people and fills what others lack, never overwrites, and stands in the log", async () => {
  const ana = await site.addUser({
    firstName: "Ana",
    lastName: "",
    email: "ana@example.com",
    phone: "9045550142",
    zsex: "",
    reInterestedInEvents: [],
  });
  const { status, body } = await tables.bring(
    'first name,last name,email,phone,sex,interests\nZoë,"O\'Hara, ""Zo""",zoe@example.com,9045550143,f,"yoga, dance"\nAnita,Ruiz,ana@example.com,9045559999,female,volleyball\n',
  );
  expect([status, body.message]).toEqual([200, "1 record is new, 1 got what it did not have."]);
  expect(await people()).toMatchObject([
    { firstName: "Ana", lastName: "Ruiz", phone: "9045550142", zsex: "female", reInterestedInEvents: ["volleyball"] },
    {
      firstName: "Zoë",
      lastName: 'O\'Hara, "Zo"',
      zsex: "female",
      reInterestedInEvents: ["yoga", "dance"],
      status: "applied",
    },
  ]);
  const [entry] = await site.app.db.select().from(auditLog);
  expect(entry).toMatchObject({
    id: body.auditId,
    action: "users_imported",
    after: {
      create: 1,
      fill: 1,
      created: ['Zoë O\'Hara, "Zo", zoe@example.com'],
      filled: [{ userId: ana.userId, lastName: "Ruiz" }],
    },
  });
  expect(entry?.subjectIds).toContain(ana.userId);
});

test("[ADMIN-08] what an export takes, an import brings back as it was: formulas, quotes, newlines, semicolons, accents", async () => {
  const odd = await site.addUser({
    email: "odd@example.com",
    firstName: "=1+1",
    lastName: '"Q"; x, y',
    nickname: "Zoë 🏐",
    zmessage: "@home -5; +6\nsecond line",
    referredBy: "- a friend",
    socials: "\u201equoted\u201c; semi; colon",
    reInterestedInEvents: ["volleyball", "game nights"],
    selectedEvents: ["2026-11-28-a"],
    zphone2: "3055550199",
    age: 33,
    groupMeUserId: "gm-7",
    status: "approved",
  });
  const plain = await site.addUser();
  const file = await tables.take({ userIds: [odd.userId, plain.userId] });
  const known = await tables.preview(file);
  expect(known.body.rows.map(({ outcome, why }) => [outcome, why[0]])).toEqual([
    ["unchanged", "Same user id"],
    ["unchanged", "Same user id"],
  ]);
  const before = await people();
  await site.app.db.delete(users).where(sql`${users.userId} in (${odd.userId}, ${plain.userId})`);
  // Under a new id: an id is a record's own.
  const asNew = new TextDecoder().decode(file).replaceAll(/^"?[0-9a-f]{8}-[0-9a-f-]{27}"?/gm, "");
  const { status } = await tables.bring(asNew);
  expect(status).toBe(200);
  const facts = (rows: typeof before) =>
    rows.map((row) => {
      const { userId: _, dateAdded: _added, createdAt: _created, updatedAt: _updated, ...fields } = row;
      return fields;
    });
  expect(facts(await people())).toEqual(facts(before));
});

test("[ADMIN-08] tables of many makes are read: semicolons, tabs, two-byte text, older Excel", async () => {
  const utf16 = (text: string) => bytesOf(0xff, 0xfe, ...Buffer.from(text, "utf16le"));
  const files: readonly [what: string, file: string | Uint8Array<ArrayBuffer>, notes: number][] = [
    ["semicolons", "First name;Email;Message\r\nZoë;zoe@example.com;a, b\r\n", 1],
    ["tabs", "First name\tEmail\nZoë\tzoe@example.com\n", 1],
    ["a byte order mark", "\uFEFFFirst name,Email\nZoë,zoe@example.com", 1],
    ["old line ends", "First name,Email\rZoë,zoe@example.com\r", 1],
    ["two bytes a letter", utf16("First name,Email\nZoë,zoe@example.com\n"), 1],
    ["Windows-1252", bytesOf(...Buffer.from("First name,Email\nZo\u00eb,zoe@example.com\n", "latin1")), 2],
    ["a status", "First name,Email,Status\nZoë,zoe@example.com,approved\n", 0],
    ["empty lines and cells", "First name,Email\n\n,\n  Zoë ,zoe@example.com\n,\n", 1],
  ];
  for (const [what, file, notes] of files) {
    const { status, body } = await tables.preview(file);
    expect([what, status]).toEqual([what, 200]);
    expect([what, body.rows.map(({ name, email, outcome }) => [name, email, outcome]), body.notes.length]).toEqual([
      what,
      [["Zoë", "zoe@example.com", "create"]],
      notes,
    ]);
  }
});

test("[API-01] what is no table, or too much of one, is refused in words, and nothing is written", async () => {
  const rows = (count: number) => `First name\n${Array.from({ length: count }, (_, n) => `Person ${n}`).join("\n")}`;
  const wrong: readonly [file: string | Uint8Array<ArrayBuffer>, status: number, says: RegExp][] = [
    ["", 422, /nobody in this table/],
    ["First name,Email\n", 422, /nobody in this table/],
    ['First name\n\nAna\n"Ben\nCleo\n', 422, /The row that begins in line 4 cannot be read/],
    ['First name\r\n"A\r\nna"\r\nBen\r\n"Cleo" x\r\n', 422, /The row that begins in line 5 cannot be read/],
    [bytesOf(0x50, 0x4b, 3, 4, 0, 0, 0x8d, 0x9d), 422, /no|not a table/],
    [rows(10_001), 413, /at most 10,000 people/],
    [`First name\n${"x".repeat(10 * 1024 * 1024)}`, 413, /at most 10 MB/],
  ];
  for (const [file, status, says] of wrong) {
    const answer = await tables.preview(file);
    expect([String(file).slice(0, 20), answer.status]).toEqual([String(file).slice(0, 20), status]);
    expect(answer.body.message).toMatch(says);
  }
  expect((await site.post(`${IMPORT}/preview`, {}, admin)).status).toBe(415);
  expect((await tables.commit("First name\nAna", "x", "not-a-uuid")).status).toBe(422);
  expect((await tables.send(IMPORT, "First name\nAna")).status).toBe(422);
  expect(await people()).toEqual([]);
});

test("[ADMIN-08] the same import sent ten times at once is done once, and each is told the same", async () => {
  const file = "First name,Email\nAna,ana@example.com\nBen,ben@example.com\n";
  const { body } = await tables.preview(file);
  const importId = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => tables.commit(file, body.plan, importId)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 200, body: { message: "2 records are new.", counts: { create: 2 } } });
  expect(await people()).toHaveLength(2);
  expect(await site.app.db.$count(auditLog)).toBe(1);
  const other = tablesOf(site, (await site.signedIn({ groups: ["Admins"], email: "admins-too@example.com" })).token);
  expect((await other.commit(file, body.plan, importId)).status).toBe(409);
});

test("[ADMIN-08] imports of the same people at once, and people who join meanwhile, make nobody twice", async () => {
  const file = `Name,Email,Phone\n${Array.from({ length: 30 }, (_, n) => `P${n} Q,p${n}@example.com,90477700${10 + n}`).join("\n")}`;
  const { body } = await tables.preview(file);
  const joins = Array.from({ length: 10 }, (_, n) =>
    site.post("/api/join", joinForm({ email: `p${n}@example.com`, phone: `90477700${10 + n}` })),
  );
  const imports = Array.from({ length: 6 }, () => tables.commit(file, body.plan));
  const statuses = (await Promise.all(imports)).map(({ status }) => status);
  expect((await Promise.all(joins)).map(({ status }) => status)).toEqual(joins.map(() => 200));
  // At most one import matches its preview; later ones are told to review again.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses.filter((status) => status !== 200).every((status) => status === 409)).toBe(true);
  if (!statuses.includes(200)) await tables.bring(file);
  const emails = (await people()).map(({ email }) => email);
  expect(emails).toHaveLength(30);
  expect(new Set(emails)).toHaveLength(30);
});

test("[ADMIN-08] when records changed since the preview, nothing is done and one is asked to look again", async () => {
  const file = "First name,Email\nAna,ana@example.com\nBen,ben@example.com\n";
  const { body } = await tables.preview(file);
  await site.addUser({ email: "ben@example.com" });
  const importId = crypto.randomUUID();
  const refused = await tables.commit(file, body.plan, importId);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Someone changed records since you looked. Please look at the preview again.",
  ]);
  expect(await people()).toHaveLength(1);
  expect(await site.app.db.$count(userImports)).toBe(0);
  // With what is shown now the same import is done.
  const again = await tables.preview(file);
  expect((await tables.commit(file, again.body.plan, importId)).body).toMatchObject({ counts: { create: 1 } });
  const nothing = await tables.bring(file);
  expect([nothing.status, nothing.body.message]).toEqual([
    422,
    "There is nothing to import: no row brings anything new.",
  ]);
});

test("[ADMIN-12] an import is undone: new people go unless something is theirs by now, filled fields are empty again", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-11-28" }));
  const ana = await site.addUser({ email: "ana@example.com", shirtsize: "", socials: "" });
  const before = await people();
  const { body } = await tables.bring(
    "First name,Email,Shirt size,Socials\nX,ana@example.com,L,@ana\nBen,ben@example.com,,\nCleo,cleo@example.com,,\nDan,dan@example.com,,\n",
  );
  const idOf = async (email: string) => (await people()).find((person) => person.email === email)?.userId ?? "";
  const [cleo, dan] = [await idOf("cleo@example.com"), await idOf("dan@example.com")];
  await site.app.db.insert(eventRsvps).values({ eventId: event.id, userId: cleo, answer: "going" });
  const edit = { type: "editUser", userId: dan, fields: { nickname: "Danny" } };
  await site.post("/api/pending-join-requests", edit, admin);
  await site.post("/api/pending-join-requests", { ...edit, userId: ana.userId, fields: { socials: "@anita" } }, admin);
  const answers = await Promise.all([undo(body.auditId), undo(body.auditId), undo(body.auditId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const words = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { message: string }).message),
  );
  expect(words).toContain(
    "1 new record is gone again, and what was filled in is empty again. 2 records stay: they were changed or used since.",
  );
  expect((await people()).map(({ email }) => email)).toEqual([
    "ana@example.com",
    "cleo@example.com",
    "dan@example.com",
  ]);
  // Later edits stay.
  expect(await record(ana.userId)).toMatchObject({ shirtsize: before[0]?.shirtsize, socials: "@anita" });
  await site.app.db.delete(eventRsvps);
});

test("[ADMIN-08, DESK-07] a phone number that a spreadsheet shortened is refused in words", async () => {
  const { body } = await tables.preview("Name,Phone\nEx Cel,9.045550311E+9\n");
  expect(body.rows).toMatchObject([
    {
      outcome: "refuse",
      why: [
        "Phone: A spreadsheet shortened this number, so its digits are lost. Format the column as text, then export it again.",
      ],
    },
  ]);
});
