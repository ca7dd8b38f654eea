import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { wrongCounts } from "#tests/support/busy-person.ts";
import { FULL_LIFE, type Life, lives, makeRandomTown, type Town } from "#tests/support/random-people.ts";
import { allTables, personColumns, wholeRows } from "#tests/support/rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// The same cases every time; a failure prints the seed and the smallest case.
const CASES = { seed: 20261121 };

let site: TestSite;
let admin: string;
let town: Town;
let tables: string[];
beforeEach(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  town = await makeRandomTown(site);
  // What a merge and its undoing write and tell about themselves is not what is compared.
  const about = ["audit_log", "mail_outbox", "rate_limits"];
  tables = (await allTables(site.app.db)).filter((table) => !about.includes(table));
});
afterEach(() => site.close());

const everything = () => wholeRows(site.app.db, tables);

async function merged(ids: readonly string[], more: object = {}): Promise<Merged> {
  const [base, ...others] = ids;
  const done = await site.post("/api/users/merge", { base, others, ...more }, admin);
  expect([done.status, done.ok ? "" : await done.text()]).toEqual([200, ""]);
  return (await done.json()) as Merged;
}

async function undo(auditId: string): Promise<void> {
  const done = await site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin });
  expect([done.status, done.ok ? "" : await done.text()]).toEqual([200, ""]);
}

/** How much of each kind refers to these people; two answers to one event, and the like, are one. */
async function belongings(ids: readonly string[]): Promise<Record<string, number>> {
  const once: Record<string, string> = {
    event_rsvps: "event_id",
    waiting_list: "event_id",
    // A person has one account; the others stay without a person.
    accounts: "1",
    poll_votes:
      "(select case when p.multiple then o.id else o.event_id end from poll_options o join event_polls p on p.event_id = o.event_id where o.id = option_id)",
    chat_members: "case when chat_id = 'ours' then chat_id else member_id end",
    // Two mutes become one, and two removals from one chat.
    chat_limits: "coalesce(chat_id, '')",
    chat_reactions: "(chat_id, seq, emoji)",
    person_facts: "1",
  };
  const columns = [...(await personColumns(site.app.db)), { table: "chat_posts", column: "author_id" }];
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const { rows } = await site.app.db.execute<{ n: number }>(sql`
      select count(distinct ${sql.raw(once[table] ?? "ctid")})::int as n from ${sql.identifier(table)}
      where ${sql.identifier(column)} = any(${sql.param([...ids])}::text[])`);
    counts[`${table}.${column}`] = rows[0]?.n ?? 0;
  }
  return counts;
}

/** A field of the base, worked out from what the preview promises. */
function promised(people: readonly Life[], field: "firstName" | "email" | "phone" | "zsex" | "shirtsize" | "zmessage") {
  return people.map(({ record }) => record[field]).find((value) => value !== "") ?? "";
}

test("[ADMIN-06, ADMIN-12] the people of these tests have something in every table that refers to people", async () => {
  const counts = await belongings(await town.settle([FULL_LIFE]));
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test("[ADMIN-06, ADMIN-12] a merge keeps everything of both people, and its undo restores every row of every table", async () => {
  await town.settle([FULL_LIFE]);
  await fc.assert(
    fc.asyncProperty(lives, fc.boolean(), async (people, isNamed) => {
      const ids = await town.settle(people);
      const [before, had] = [await everything(), await belongings(ids)];
      const { auditId, mergedUser } = await merged(ids, isNamed ? { fields: { firstName: "Chosen" } } : {});
      expect(mergedUser.firstName).toBe(isNamed ? "Chosen" : promised(people, "firstName"));
      expect(await wrongCounts(site)).toEqual([]);
      expect(await belongings(ids.slice(0, 1))).toEqual(had);
      expect(await belongings(ids.slice(1))).toEqual(Object.fromEntries(Object.keys(had).map((key) => [key, 0])));
      await undo(auditId);
      expect(await everything()).toEqual(before);
    }),
    { ...CASES, numRuns: 30 },
  );
});

/** Sign-ins, secret addresses and mails that a deletion ends stay ended. */
function withoutSignIns(rows: Awaited<ReturnType<typeof everything>>) {
  const ended = [
    "sessions",
    "push_subscriptions",
    "session_rotations",
    "sign_in_challenges",
    "calendar_links",
    "identity_codes",
    "place_links",
    "mail_outbox",
  ];
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !ended.includes(table)));
}

test("[ADMIN-12] undoing deletions gives back every row of every table", async () => {
  await town.settle([FULL_LIFE]);
  await fc.assert(
    fc.asyncProperty(lives, async (people) => {
      const ids = await town.settle(people);
      const before = withoutSignIns(await everything());
      const answer = await site.post("/api/pending-join-requests", { type: "deleteUsers", userIds: ids }, admin);
      expect(answer.status).toBe(200);
      const { auditIds } = (await answer.json()) as { auditIds: string[] };
      expect(await wrongCounts(site)).toEqual([]);
      const now = await everything();
      // What the group must not forget stays, without its person.
      for (const kept of ["payments", "memberships", "chat_messages", "uploaded_images", "social_events"])
        expect([kept, now[kept]?.length]).toEqual([kept, before[kept]?.length]);
      for (const auditId of auditIds.toReversed()) await undo(auditId);
      expect(withoutSignIns(await everything())).toEqual(before);
    }),
    { ...CASES, numRuns: 10 },
  );
});

/** What the base becomes may be filled in another order; when it was done is another moment. */
function withoutMoments(contents: Record<string, string[]>, base: string): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(contents).map(([table, rows]) => [
      table,
      rows
        // `mail_to` follows the base's email.
        .map((row) => ({ ...(JSON.parse(row) as Record<string, unknown>), updated_at: "", ended_at: "", mail_to: "" }))
        .filter((row) => table !== "users" || !("user_id" in row) || row.user_id !== base)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  );
}

const asSet = (list: string) => list.split(",").filter(Boolean).toSorted();
const union = (lists: readonly string[][]) => [...new Set(lists.flat())].toSorted();

test("[ADMIN-06] the order of the others decides nothing but which of them fills what the base leaves empty", async () => {
  await town.settle([FULL_LIFE]);
  await fc.assert(
    fc.asyncProperty(lives, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), async (people, keys) => {
      const ids = await town.settle(people);
      const [base = "", ...others] = ids;
      const order = others.map((_, index) => index + 1).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || b - a);
      const results = [];
      for (const indexes of [others.map((_, index) => index + 1), order]) {
        const { auditId, mergedUser } = await merged([base, ...indexes.map((index) => ids[index] ?? "")]);
        const rows = withoutMoments(await everything(), base);
        const inOrder = [0, ...indexes].flatMap((index) => people[index] ?? []);
        for (const field of ["firstName", "email", "phone", "zsex", "shirtsize", "zmessage"] as const)
          expect([field, mergedUser[field]]).toEqual([field, promised(inOrder, field)]);
        const lists = [asSet(mergedUser.reInterestedInEvents), asSet(mergedUser.selectedEvents)];
        results.push({ rows, lists, role: mergedUser.role, status: mergedUser.status });
        await undo(auditId);
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[0]?.lists).toEqual([
        union(people.map(({ record }) => record.reInterestedInEvents)),
        union(people.map(({ record }) => record.selectedEvents)),
      ]);
    }),
    { ...CASES, numRuns: 15 },
  );
});
