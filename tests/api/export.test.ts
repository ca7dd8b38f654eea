import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "#src/db/schema.ts";
import { EXPORTED } from "#src/features/privacy/rules/exported.ts";
import type { ProfileExport } from "#src/features/profile/schema.ts";
import { type Planted, plantPerson } from "#tests/support/planted-person.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let person: Planted;
beforeAll(async () => {
  site = await startTestSite();
  person = await plantPerson(site);
  const other = await site.addUser({ firstName: "Sam", lastName: "Else" });
  await site.app.db.execute(sql`insert into join_proposals (id, user_id, known_user_id, reasons, created_at)
    values ('match', ${other.userId}, ${person.userId}, '{email}', now())`);
});
afterAll(() => site.close());

const exported = async () =>
  (await site.fetch("/api/profile/export", { as: person.token })).json() as Promise<ProfileExport>;
const tables = Object.entries<unknown>(schema).flatMap(([key, table]) => (is(table, PgTable) ? [{ key, table }] : []));
const placeOf = (key: string) => EXPORTED[key as keyof typeof EXPORTED];
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Planted words of exported tables that are secrets, or another service's name or picture of them. */
const NOT_THEIRS = new Set(
  "pool-token push-key push-auth push-endpoint secret customer picture avatar asker asker-1 asker-2".split(" "),
);

test("[SAFE-15, DASH-05] every table is in the export under a name, or the list says why not", async () => {
  expect(Object.keys(EXPORTED).toSorted()).toEqual(tables.map(({ key }) => key).toSorted());
  const data = await exported();
  const missing = tables.flatMap(({ key }) => {
    const place = placeOf(key);
    return typeof place === "string" || place.some((name) => !isEmpty(data[name])) ? [] : [key];
  });
  expect(missing).toEqual([]);
});

test("[SAFE-15, DASH-05] every word that is planted in an exported table is in the export", async () => {
  const text = JSON.stringify(await exported());
  const missing: string[] = [];
  for (const { key, table } of tables.filter((each) => typeof placeOf(each.key) !== "string")) {
    const { rows } = await site.app.db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(getTableName(table))} t`,
    );
    const words = rows.flatMap(({ row }) =>
      [...row.matchAll(/plant-([a-z]+(?:-[a-z0-9]+)*)/g)].map(([, word = ""]) => word),
    );
    for (const word of new Set(words))
      if (!NOT_THEIRS.has(word) && !text.includes(`plant-${word}`)) missing.push(`${key}: ${word}`);
  }
  expect(missing).toEqual([]);
});

test("[SAFE-15, DASH-05] the export holds what a host wrote, what they proposed, and what they took back in a chat", async () => {
  const data = await exported();
  const hosted = data.hostedEvents.find(({ eventId }) => eventId === person.hosted);
  expect(hosted).toMatchObject({
    privateLocation: expect.stringContaining("Private: ask"),
    organizerVenmo: "plant-venmo",
    title: expect.stringContaining("Hosted"),
  });
  expect(data.hostedPolls).toMatchObject([
    { eventId: person.hosted, options: [expect.stringContaining("Option: ask")] },
  ]);
  expect(data.proposedChanges).toMatchObject([{ change: { title: expect.stringContaining("Proposal: ask") } }]);
  await site.app.db.execute(sql`update chat_messages set removed_at = now(), text = '' where id = '1'`);
  expect((await exported()).chatMessages).toContainEqual(
    expect.objectContaining({ text: "", said: "plant-said-before" }),
  );
});

test("[SAFE-15, DASH-05] payments that only the verified email names are in the export", async () => {
  const { payments, bitcoinCashPayments } = await exported();
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([2500, 1500]);
  expect(bitcoinCashPayments.map(({ txId }) => txId).toSorted()).toEqual(["1", "2"]);
});

test("[SAFE-15, ADMIN-12] entries about a request or an event besides say what changed; those about somebody else too do not", async () => {
  const other = await site.addUser();
  const add = (id: string, action: string, subjects: string[]) =>
    site.app.db
      .execute(sql`insert into audit_log (id, actor_sub, actor_email, action, subject_ids, before, after, created_at)
      values (${id}, 'o', 'o@example.com', ${action}, ${sql.param(subjects)}::text[], null, ${JSON.stringify({ is: id })}::jsonb, now())`);
  await add("z-request", "request_approved", ["a request", person.userId]);
  await add("z-event", "event_changed", [person.hosted, person.userId]);
  await add("z-role", "role_granted", [person.sub]);
  await add("z-other", "people_tagged", [person.userId, other.userId]);
  const log = (await exported()).organizersLog.slice(-4).map(({ action, after }) => [action, after]);
  expect(log).toEqual([
    ["event_changed", { is: "z-event" }],
    ["people_tagged", null],
    ["request_approved", { is: "z-request" }],
    ["role_granted", { is: "z-role" }],
  ]);
});
