import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { memberships } from "#src/db/tables/payments.ts";
import { personTags } from "#src/db/tables/person-notes.ts";
import { users } from "#src/db/tables/users.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import type { Matches } from "#src/features/people/schema/users.ts";
import { unsubscribeAddress, setMailPreferences } from "#src/mail/preferences.server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
beforeEach(async () => {
  site = await startTestSite();
  admin = await site.tokenFor(["Admins"]);
  // The organizer is not part of these lists.
  await site.app.db.update(users).set({ dateAdded: new Date("2020-01-01") });
});
afterEach(() => site.close());

type Answer = { users: ListedUser[]; lastEvaluatedKey: string | null };
const ask = async (query: string) =>
  (await (
    await site.fetch(`/api/users?type=getAllUsers&startDate=2020-02-01&${query}`, { as: admin })
  ).json()) as Answer;
const namesOf = async (query: string) => (await ask(query)).users.map(({ firstName }) => firstName);
const now = () => site.app.clock.now();
const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000);

const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

const add = (firstName: string, more: Parameters<TestSite["addUser"]>[0] = {}) =>
  site.addUser({ firstName, lastName: "", email: `${firstName.toLowerCase()}@example.com`, ...more });

let made = 0;
function membership(userId: string, paidUntil: Date, more: Partial<typeof memberships.$inferInsert> = {}) {
  const id = `m-${(made += 1)}`;
  const at = { createdAt: now(), updatedAt: now() };
  const period = { provider: "hand", method: "cash", isRecurring: false, providerId: id } as const;
  return site.app.db
    .insert(memberships)
    .values({ id, userId, ...period, paidUntil, memberUntil: paidUntil, ...at, ...more });
}

const came = (eventId: string, userId: string, presence: "here" | "away" = "here") =>
  site.app.db.insert(eventAttendance).values({ eventId, id: userId, userId, presence, markedAt: now() });

test("[DESK-03] the list says until when each is paid, who lapsed, who never was a member, and filters by it", async () => {
  const ana = await add("Ana");
  const bo = await add("Bo");
  await add("Cy");
  await site.signedIn({ groups: ["Members"], email: "dee@example.com", user: { firstName: "Dee" } });
  const eve = await add("Eve");
  await membership(ana.userId, inDays(20));
  await membership(ana.userId, inDays(-40));
  await membership(bo.userId, inDays(-3));
  // Paid until yesterday and renewing: within the days of grace.
  await membership(eve.userId, inDays(-1), { isRecurring: true, memberUntil: inDays(6) });
  const { users: all } = await ask("sortBy=name&sortOrder=asc");
  expect(
    all.map(({ firstName, membership: is, paidUntil }) => [firstName, is, paidUntil && paidUntil.slice(0, 10)]),
  ).toEqual([
    ["Ana", "member", dayIn(20)],
    ["Bo", "lapsed", dayIn(-3)],
    ["Cy", "never", null],
    ["Dee", "member", null],
    ["Eve", "member", dayIn(-1)],
  ]);
  expect(await namesOf("membership=member&sortBy=name&sortOrder=asc")).toEqual(["Ana", "Dee", "Eve"]);
  expect(await namesOf("membership=lapsed")).toEqual(["Bo"]);
  expect(await namesOf("membership=never")).toEqual(["Cy"]);
  expect(await namesOf("membership=member&sortBy=paidUntil&sortOrder=asc")).toEqual(["Eve", "Ana", "Dee"]);
  expect(await namesOf("membership=lapsed&sortBy=paidUntil&sortOrder=asc")).toEqual(["Bo"]);
  expect(await namesOf("membership=never&sortBy=paidUntil&sortOrder=asc")).toEqual(["Cy"]);
  // A payment that is taken back, or ends today, counts at once.
  await site.app.db
    .update(memberships)
    .set({ memberUntil: inDays(-1) })
    .where(eq(memberships.userId, eve.userId));
  await site.app.db.delete(memberships).where(eq(memberships.userId, bo.userId));
  expect(await namesOf("membership=lapsed")).toEqual(["Eve"]);
  expect(await namesOf("membership=never&sortBy=name")).toEqual(["Cy", "Bo"]);
});

test("[DESK-03] last attended follows marks at the door, moved events, and deletions", async () => {
  const ana = await add("Ana");
  const bo = await add("Bo");
  await add("Cy");
  const old = await site.addEvent(makeEvent({ day: "2026-06-01", title: "Old" }));
  const recent = await site.addEvent(makeEvent({ day: "2026-11-14", title: "Recent" }));
  await came(old.id, ana.userId);
  await came(old.id, bo.userId);
  await came(recent.id, bo.userId);
  await came(recent.id, ana.userId, "away");
  const days = async () =>
    Object.fromEntries((await ask("")).users.map(({ firstName, lastAttended }) => [firstName, lastAttended]));
  expect(await days()).toEqual({ Ana: "2026-06-01", Bo: "2026-11-14", Cy: null });
  expect(await namesOf("attended=last_30_days")).toEqual(["Bo"]);
  expect(await namesOf("attended=over_90_days_ago")).toEqual(["Ana"]);
  expect(await namesOf("attended=never")).toEqual(["Cy"]);
  expect(await namesOf("sortBy=lastAttended&sortOrder=desc")).toEqual(["Bo", "Ana", "Cy"]);
  expect(await namesOf("sortBy=lastAttended&sortOrder=asc")).toEqual(["Ana", "Bo", "Cy"]);
  await site.app.db.update(eventAttendance).set({ presence: "here" }).where(eq(eventAttendance.userId, ana.userId));
  await site.app.db.update(socialEvents).set({ day: "2026-11-15" }).where(eq(socialEvents.id, recent.id));
  expect(await days()).toEqual({ Ana: "2026-11-15", Bo: "2026-11-15", Cy: null });
  await site.app.db.delete(socialEvents).where(eq(socialEvents.id, recent.id));
  expect(await days()).toEqual({ Ana: "2026-06-01", Bo: "2026-06-01", Cy: null });
});

test("[DESK-03] unsubscribed counts by inbox, for known and for new people, until the address wants mails again", async () => {
  await add("Ana", { email: "ana.ruiz+beach@gmail.com" });
  await add("Bo");
  const listed = async (value: string) => (await namesOf(`unsubscribed=${value}&sortBy=name&sortOrder=asc`)).join(" ");
  expect(await listed("true")).toBe("");
  await site.app.db.transaction((tx) => unsubscribeAddress(tx, "anaruiz@gmail.com", now()));
  expect(await listed("true")).toBe("Ana");
  await add("Cy", { email: "a.n.a.ruiz@gmail.com" });
  expect(await listed("true")).toBe("Ana Cy");
  expect(await listed("false")).toBe("Bo");
  await site.app.db.update(users).set({ email: "other@example.com" }).where(eq(users.firstName, "Cy"));
  expect(await listed("true")).toBe("Ana");
  await site.app.db.transaction((tx) => setMailPreferences(tx, "anaruiz@gmail.com", { unsubscribed: false }, now()));
  expect(await listed("true")).toBe("");
});

test("[DESK-03] the list shows tags and filters by one", async () => {
  const ana = await add("Ana");
  await add("Bo");
  await site.app.db
    .insert(personTags)
    .values(["captain", "net crew"].map((tag) => ({ userId: ana.userId, tag, taggedAt: now() })));
  expect((await ask("tag=net%20crew")).users.map(({ firstName, tags }) => [firstName, tags])).toEqual([
    ["Ana", ["captain", "net crew"]],
  ]);
  expect(await namesOf("tag=nobody")).toEqual([]);
});

test("[DESK-03] every sort pages through everybody once, each way, while others join", async () => {
  const people = await Promise.all(
    Array.from({ length: 23 }, (_, n) =>
      add(`P${n % 7}`, { email: `p${n}@example.com`, dateAdded: inDays(-(n % 5) - 1) }),
    ),
  );
  const event = await site.addEvent(makeEvent({ day: "2026-11-14", title: "Recent" }));
  for (const [n, { userId }] of people.entries()) {
    if (n % 3 === 0) await membership(userId, inDays(n % 4));
    if (n % 2 === 0) await came(event.id, userId);
  }
  for (const sortBy of ["userId", "name", "dateAdded", "paidUntil", "lastAttended"])
    for (const sortOrder of ["asc", "desc"]) {
      const seen: ListedUser[] = [];
      let key: string | null = "";
      while (key !== null) {
        const page: Answer = await ask(
          `sortBy=${sortBy}&sortOrder=${sortOrder}&limit=4&endDate=2026-11-20${key && `&lastEvaluatedKey=${key}`}`,
        );
        seen.push(...page.users);
        key = page.lastEvaluatedKey;
        await add("New", { email: "", dateAdded: now() });
      }
      expect([sortBy, sortOrder, new Set(seen.map(({ userId }) => userId)).size, seen.length]).toEqual([
        sortBy,
        sortOrder,
        23,
        23,
      ]);
      const field = sortBy as "userId" | "name" | "dateAdded" | "paidUntil" | "lastAttended";
      const values = seen.map((one) => one[field]).filter((value) => value !== null);
      const sorted = values.toSorted();
      expect(values).toEqual(sortOrder === "asc" ? sorted : sorted.toReversed());
      // Those without a date come last either way.
      expect(seen.slice(values.length).every((one) => one[field] === null)).toBe(true);
    }
  expect(
    (await site.fetch("/api/users?type=getAllUsers&sortBy=paidUntil&lastEvaluatedKey=WyJ4IiwieSJd", { as: admin }))
      .status,
  ).toBe(400);
});

test("[DESK-03] facts move with a merge and come back with its undo; an export takes the filters", async () => {
  const ana = await add("Ana");
  const other = await add("Other");
  const event = await site.addEvent(makeEvent({ day: "2026-11-14", title: "Recent" }));
  await came(event.id, other.userId);
  await membership(other.userId, inDays(5));
  const merged = (await (
    await site.post("/api/users/merge", { sourceUserId: other.userId, targetUserId: ana.userId }, admin)
  ).json()) as { auditId: string };
  expect((await ask("membership=member&attended=last_30_days")).users.map(({ firstName }) => firstName)).toEqual([
    "Ana",
  ]);
  await site.post(`/api/admin/audit/${merged.auditId}/undo`, {}, admin);
  expect(await namesOf("membership=member&attended=last_30_days")).toEqual(["Other"]);
  expect(await namesOf("membership=never&attended=never")).toEqual(["Ana"]);
  const file = await site.post("/api/admin/users/export", { filter: { membership: "member" } }, admin);
  expect(
    (await file.text())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[1]),
  ).toEqual(["Other"]);
});

test("[DESK-03] the list by name follows a new name, else the nickname, else the email, without accents and case", async () => {
  const last = await add("Zoë");
  await add("Mia");
  const nameless = await add("", { email: "nora@example.com" });
  const order = async () => (await ask("sortBy=name&sortOrder=asc")).users.map(({ userId }) => userId);
  expect((await order()).indexOf(nameless.userId)).toBe(1);
  expect((await order()).at(-1)).toBe(last.userId);
  await site.app.db.update(users).set({ firstName: "Ámy" }).where(eq(users.userId, last.userId));
  await site.app.db.update(users).set({ nickname: "aaron" }).where(eq(users.userId, nameless.userId));
  expect((await order()).slice(0, 2)).toEqual([nameless.userId, last.userId]);
});

test("[DESK-03] a frequent search is found wherever its matches are in the order by name", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `Zoe${String(at).padStart(2, "0")}`);
  for (const name of ["Abe", "Bea", ...many]) await add(name);
  const found = async (query: string) => (await ask(`sortBy=name&${query}`)).users.map(({ firstName }) => firstName);
  expect(await found("sortOrder=asc&search=zo&limit=5")).toEqual(many.slice(0, 5));
  expect(await found("sortOrder=desc&search=zoe&limit=50")).toEqual(many.toReversed());
  expect(await found("sortOrder=asc&search=zo&unsubscribed=false&limit=3")).toEqual(many.slice(0, 3));
});

test("[DESK-03] facts of people who were there before they existed are filled in, and stay right beside a late writer", async () => {
  const ana = await add("Ana");
  await membership(ana.userId, inDays(5));
  await site.app.db.execute(sql`delete from person_facts`);
  await site.app.db.execute(
    sql`insert into person_facts select c.* from current_person_facts(array(select user_id from users)) c`,
  );
  expect(await namesOf("membership=member")).toEqual(["Ana"]);
  // Two changes of one person at once: the later one sees both.
  const event = await site.addEvent(makeEvent({ day: "2026-11-14", title: "Recent" }));
  await Promise.all([
    membership(ana.userId, inDays(50)),
    came(event.id, ana.userId),
    membership(ana.userId, inDays(30)),
  ]);
  expect((await ask("")).users).toMatchObject([
    { paidUntil: expect.stringContaining(dayIn(50)), lastAttended: "2026-11-14" },
  ]);
});

test("[DESK-03] before somebody is added, an organizer sees who they may be; nothing is written", async () => {
  await add("Ana", { lastName: "Ruiz", phone: "9045550111" });
  const matches = async (body: object) => {
    const answer = await site.post("/api/admin/people/matches", body, admin);
    return [answer.status, (await answer.json()) as Matches & { fields?: object }] as const;
  };
  const [, same] = await matches({ firstName: "Anna", lastName: "Ruiz", phone: "+1 904 555 0111" });
  expect(same.matches.map(({ name, reasons }) => [name, reasons])).toEqual([
    ["Ana Ruiz", ["Same phone number", "Similar name"]],
  ]);
  expect((await matches({ firstName: "Zed", lastName: "Nobody" }))[1].matches).toEqual([]);
  expect((await matches({}))[0]).toBe(422);
  expect((await matches({ firstName: "Ana", email: "no" }))[1].fields).toHaveProperty("email");
  expect(await namesOf("")).toEqual(["Ana"]);
});

test("[DESK-03] sorted by name the list goes on behind the longest names of any script", async () => {
  const longest = { lastName: "界".repeat(100) };
  for (const first of ["Z", "Y"]) await add(first, { ...longest, firstName: "世".repeat(99) + first });
  const page = await ask("sortBy=name&sortOrder=asc&limit=1");
  expect(page.users).toHaveLength(1);
  const next = await ask(`sortBy=name&sortOrder=asc&limit=1&lastEvaluatedKey=${page.lastEvaluatedKey}`);
  expect(next.users.map(({ firstName }) => firstName.at(-1))).toEqual(["Z"]);
});
