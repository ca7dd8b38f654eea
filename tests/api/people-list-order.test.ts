import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertFacts, insertUsers } from "#tests/bench/users-data.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// More than are read and sorted at once, so that filters of each size are written as they are among a million.
const PEOPLE = 1500;

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite();
  const now = site.app.clock.now().toISOString();
  await site.app.db.transaction(async (tx) => {
    await tx.execute(sql.raw("alter table users disable trigger users_add_facts"));
    await tx.execute(sql.raw(insertUsers(PEOPLE, now)));
    await tx.execute(sql.raw("alter table users enable trigger users_add_facts"));
    await tx.execute(sql.raw(insertFacts(now)));
  });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

type Answer = { users: ListedUser[]; lastEvaluatedKey: string | null };

async function everybody(query: string): Promise<string[]> {
  const seen: string[] = [];
  let key: string | null = "";
  while (key !== null) {
    const path = `/api/users?type=getAllUsers&daysBack=36500&limit=200&${query}${key && `&lastEvaluatedKey=${key}`}`;
    const page = (await (await site.fetch(path, { as: admin })).json()) as Answer;
    seen.push(...page.users.map(({ userId }) => userId));
    key = page.lastEvaluatedKey;
  }
  return seen;
}

const TODAY = "(select now from clock)::date";
// Each filter as its words say, without the conditions that have an index.
const FILTERS: Readonly<Record<string, string>> = {
  "": "true",
  "membership=member": "f.member_until > (select now from clock)",
  "membership=lapsed":
    "f.paid_until <= (select now from clock) and coalesce(f.member_until <= (select now from clock), true)",
  "membership=never": "f.paid_until is null",
  "unsubscribed=true": "f.is_unsubscribed",
  "unsubscribed=false": "not f.is_unsubscribed",
  "attended=last_90_days": `f.last_attended >= ${TODAY} - 90`,
  "attended=over_90_days_ago": `f.last_attended < ${TODAY} - 90`,
  "attended=never": "f.last_attended is null",
  "tag=newsletter": "exists (select from person_tags t where t.user_id = u.user_id and t.tag = 'newsletter')",
  "tag=newsletter&sex=female&attended=never":
    "exists (select from person_tags t where t.user_id = u.user_id and t.tag = 'newsletter') and u.zsex = 'female' and f.last_attended is null",
  "membership=never&hasGroupMeId=false&unsubscribed=false":
    "f.paid_until is null and u.groupme_user_id = '' and not f.is_unsubscribed",
  "search=son&membership=never": "f.paid_until is null and u.search_words like '%son%'",
};
const ORDERS: Readonly<Record<string, string>> = {
  userId: "u.user_id",
  name: `fold_name(coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), nullif(u.nickname, ''), u.email)) collate "C"`,
  dateAdded: "u.date_added",
  paidUntil: "f.paid_until",
  lastAttended: "f.last_attended",
};

test.each(Object.keys(FILTERS))(
  "[DESK-03] the list filtered by %j is the same people in the same order as a plain query's",
  async (filter) => {
    const now = site.app.clock.now().toISOString();
    for (const [sortBy, key] of Object.entries(ORDERS))
      for (const order of ["asc", "desc"]) {
        const { rows } = await site.app.db.execute<{ id: string }>(
          sql.raw(`with clock as materialized (select timestamptz '${now}' as now)
            select u.user_id as id from users u join person_facts f on f.user_id = u.user_id
            where ${FILTERS[filter] ?? ""} order by ${key} ${order} nulls last, u.user_id ${order}`),
        );
        expect(rows.length).toBeGreaterThan(0);
        expect([sortBy, order, await everybody(`sortBy=${sortBy}&sortOrder=${order}&${filter}`)]).toEqual([
          sortBy,
          order,
          rows.map(({ id }) => id),
        ]);
      }
  },
);
