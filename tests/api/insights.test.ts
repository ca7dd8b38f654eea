import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent, makeUser } from "#seeds/factories.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import type { CameList, EventList, Insights, MemberList, SignUpList } from "#src/features/insights/schema.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { rowsOf } from "#tests/support/payments.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const INSIGHTS = "/api/admin/insights";
const ZONE = "America/New_York";
const NOW = new Date("2026-11-21T15:00:00-05:00");

let site: TestSite;
let admin: string;

/** The same numbers from 0 to below 1 each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(5);
const pick = <T>(...choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

/** A group's fourteen months: events at all hours, held and canceled ones among them, people who come and who do not. */
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  site.app.clock.now = () => NOW;
  ({ token: admin } = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" }));
  const { db } = site.app;
  const people = Array.from({ length: 120 }, (_, index) => ({ id: `p-${index}`, added: random() * 430 }));
  await db
    .insert(users)
    .values(
      people.map(({ id, added }) => makeUser({ userId: id, dateAdded: daysAgo(added), firstName: pick("Åsa", "Bo") })),
    );
  const events = Array.from({ length: 90 }, (_, index) => {
    const day = daysAgo(Math.floor(random() * 425) - 4)
      .toISOString()
      .slice(0, 10);
    const status = pick("scheduled", "scheduled", "scheduled", "cancelled", "postponed");
    const holdReason = pick(null, null, null, "weather" as const, "other" as const);
    return makeEvent({
      day,
      title: `Evening ${index}`,
      startTime: pick("00:10:00", "07:00:00", "18:00:00", "23:50:00"),
      timeZone: pick(ZONE, ZONE, "America/Los_Angeles"),
      status,
      holdReason,
      held: random() < 0.1,
    });
  });
  await db.insert(socialEvents).values(events);
  for (const { id, startsAt } of events) {
    const hasDoor = random() < 0.8;
    for (const person of people.filter(() => random() < 0.12)) {
      const late = random() < 0.1;
      await db.execute(sql`insert into event_rsvps (event_id, user_id, answer, answered_at) values (${id}, ${person.id},
        ${pick("going", "going", "maybe")}, ${new Date(startsAt.getTime() + (late ? 1 : -1) * 60_000).toISOString()})`);
      if (hasDoor && random() < 0.8)
        await db.execute(sql`insert into event_attendance (event_id, id, user_id, presence, guests, marked_at)
          values (${id}, ${person.id}, ${person.id}, ${pick("here", "here", "away", "excused")}, ${pick(0, 0, 2)}, now())`);
    }
    if (hasDoor && random() < 0.5)
      await db.execute(sql`insert into event_attendance (event_id, id, name, presence, guests, marked_at)
        values (${id}, 'walk-in', 'Ana W.', ${pick("here", "here", "away")}, 0, now())`);
  }
  for (const { id } of people.filter(() => random() < 0.6))
    for (let count = pick(1, 1, 2); count > 0; count -= 1) {
      const from = random() * 430;
      const until = random() < 0.9 ? daysAgo(from - 30 - random() * 300) : null;
      await db.execute(sql`insert into memberships (id, user_id, provider, method, provider_id, is_recurring, member_until,
          closed_at, created_at, updated_at)
        values (${uuidv7(Date.now())}, ${id}, 'hand', 'cash', ${uuidv7(Date.now())}, false, ${until?.toISOString() ?? null},
          ${until && until < NOW ? until.toISOString() : null}, ${daysAgo(from).toISOString()}, now())`);
    }
  for (let count = 0; count < 120; count += 1)
    await db.execute(sql`insert into payments (id, provider, method, kind, amount_cents, currency, provider_ref, paid_at,
        created_at)
      values (${uuidv7(Date.now())}, ${pick("hand", "hand", "stripe", "demonstration")}, 'cash', 'payment',
        ${pick(2000, 1500, -500)}, ${pick("usd", "usd", "eur")}, ${`ref-${count}`},
        ${daysAgo(random() * 430).toISOString()}, now())`);
});
afterAll(() => site.close());

const read = async <T>(path: string, as = admin) =>
  (await (await site.fetch(`${INSIGHTS}${path}`, { as })).json()) as T;

/** All rows of a list, page by page. */
async function listed<T>(path: string): Promise<T[]> {
  const items: T[] = [];
  let after = "";
  do {
    const page = await read<{ items: T[]; next: string | null }>(`${path}${after}`);
    items.push(...page.items);
    after = page.next === null ? "" : `&after=${encodeURIComponent(page.next)}`;
  } while (after !== "");
  return items;
}

const numberOf = async (statement: SQL): Promise<number> => Number((await rowsOf(site, statement))[0]?.["n"]);

const HAPPENED = sql`not e.held and e.status = 'scheduled' and e.starts_at < ${NOW.toISOString()}::timestamptz`;
const localDay = (column: SQL) => sql`(${column} at time zone ${ZONE})::date`;
const isIn = (column: SQL, { from, to }: { from: string; to: string }) =>
  sql`${localDay(column)} between ${from}::date and ${to}::date`;

/** Each number by a statement of its own. */
async function counted(days: { from: string; to: string }) {
  const at = sql`from event_attendance a join social_events e on e.id = a.event_id
    where a.presence = 'here' and ${HAPPENED} and ${isIn(sql`e.starts_at`, days)}`;
  const cameBefore = sql`exists (select from event_attendance o join social_events e on e.id = o.event_id
    where o.user_id = a.user_id and o.presence = 'here' and ${HAPPENED} and ${localDay(sql`e.starts_at`)} < ${days.from}::date)`;
  const signUps = sql`from event_rsvps r join social_events e on e.id = r.event_id
    left join event_attendance a on a.event_id = e.id and a.user_id = r.user_id
    where ${HAPPENED} and ${isIn(sql`e.starts_at`, days)} and coalesce(e.hold_reason, '') <> 'weather'
      and r.answer = 'going' and r.answered_at <= e.starts_at and coalesce(a.presence, '') <> 'excused'
      and e.id in (select event_id from event_attendance where presence = 'here')`;
  return {
    people: await numberOf(sql`select count(distinct a.user_id) as n ${at}`),
    newcomers: await numberOf(sql`select count(distinct a.user_id) as n ${at} and not ${cameBefore}`),
    returning: await numberOf(sql`select count(distinct a.user_id) as n ${at} and ${cameBefore}`),
    events: await numberOf(
      sql`select count(*) as n from social_events e where ${HAPPENED} and ${isIn(sql`e.starts_at`, days)}`,
    ),
    signUps: await numberOf(sql`select count(*) as n ${signUps}`),
    missed: await numberOf(sql`select count(*) as n ${signUps} and coalesce(a.presence, '') <> 'here'`),
    walkIns: await numberOf(sql`select count(*) as n ${at} and a.user_id is null`),
    guests: await numberOf(sql`select coalesce(sum(a.guests), 0) as n ${at}`),
    added: await numberOf(sql`select count(*) as n from users where ${isIn(sql`date_added`, days)}`),
    newMembers: await numberOf(sql`select count(*) as n from (select min(created_at) as since from memberships
      where member_until is not null group by user_id) m where ${isIn(sql`since`, days)}`),
  };
}

test.each(["weeks", "quarter", "year"])(
  "[DESK-05] over a span of %s, every number equals its own SQL and the list behind it",
  async (span) => {
    const insights = await read<Insights>(`?span=${span}`);
    const { walkIns, guests, added, newMembers, ...all } = await counted(insights);
    expect(insights.total).toEqual({ ...all, walkIns, guests });
    const members = await numberOf(
      sql`select count(distinct user_id) as n from memberships where member_until > ${NOW.toISOString()}::timestamptz`,
    );
    expect(insights.growth).toEqual({ added, newMembers, members });
    expect(Math.min(all.newcomers, all.returning, all.missed, walkIns, guests, added, members)).toBeGreaterThan(0);
    for (const { from, to, title: _title, label: _label, growth, ...period } of insights.periods) {
      const {
        walkIns: _walkIns,
        guests: _guests,
        added: addedThen,
        newMembers: joinedThen,
        ...then
      } = await counted({ from, to });
      expect(period).toEqual(then);
      expect(growth).toEqual({ added: addedThen, newMembers: joinedThen });
    }

    const days = `?from=${insights.from}&to=${insights.to}`;
    const came = await listed<CameList["items"][number]>(`/people${days}`);
    expect([came.length, new Set(came.map(({ userId }) => userId)).size]).toEqual([all.people, all.people]);
    expect(await listed(`/people${days}&which=newcomers`)).toHaveLength(all.newcomers);
    expect(await listed(`/people${days}&which=returning`)).toHaveLength(all.returning);
    const signUps = await listed<SignUpList["items"][number]>(`/sign-ups${days}`);
    expect(signUps).toHaveLength(all.signUps);
    expect(signUps.filter((one) => !one.came)).toHaveLength(all.missed);
    expect(await listed(`/sign-ups${days}&missed=1`)).toHaveLength(all.missed);
    const events = await listed<EventList["items"][number]>(`/events${days}`);
    expect(events).toHaveLength(all.events);
    const sum = (name: "walkIns" | "guests" | "newcomers") => events.reduce((total, event) => total + event[name], 0);
    expect([sum("walkIns"), sum("guests"), sum("newcomers")]).toEqual([walkIns, guests, all.newcomers]);
    expect(await listed<MemberList["items"][number]>(`/members${days}`)).toHaveLength(newMembers);
    expect(await listed(`/members${days}&now=1`)).toHaveLength(members);
  },
);

test("[DESK-05] people stand in the order of the alphabet, and sign-ups by the day that an event has now", async () => {
  // It was moved: its id names another day.
  const moved = makeEvent({ day: "2026-11-10", title: "Moved Evening", id: "2024-01-01-moved-evening" });
  await site.addEvent(moved);
  for (const id of ["p-1", "p-2"]) {
    await site.app.db.execute(sql`insert into event_rsvps (event_id, user_id, answer, answered_at)
      values (${moved.id}, ${id}, 'going', '2026-11-01T12:00:00Z')`);
    await site.app.db.execute(sql`insert into event_attendance (event_id, id, user_id, presence, guests, marked_at)
      values (${moved.id}, ${id}, ${id}, 'here', 0, now())`);
  }
  const days = "?from=2025-12-01&to=2026-11-21";
  const signUps = await listed<SignUpList["items"][number]>(`/sign-ups${days}`);
  expect(signUps.filter(({ eventId }) => eventId === moved.id)).toHaveLength(2);
  expect(signUps.length).toBeGreaterThan(100);
  const listedDays = signUps.map(({ day }) => day);
  expect(listedDays).toEqual(listedDays.toSorted().toReversed());
  for (const path of [`/people${days}`, `/members${days}&now=1`]) {
    const names = (await listed<{ name: string }>(path)).map(({ name }) => name.split(" ")[0]);
    expect(new Set(names), path).toEqual(new Set(["Åsa", "Bo"]));
    expect(names.lastIndexOf("Åsa"), path).toBeLessThan(names.indexOf("Bo"));
  }
});

test("[DESK-05] revenue of each month is what the ledger says, net of refunds, each currency for itself", async () => {
  const { revenue } = await read<Insights>("?span=year");
  expect(revenue?.map(({ month }) => month)).toHaveLength(12);
  for (const { month, amounts } of revenue ?? []) {
    const rows = await rowsOf(
      site,
      sql`select currency, sum(amount_cents)::int as cents from payments where provider <> 'demonstration'
        and to_char(paid_at at time zone ${ZONE}, 'YYYY-MM') = ${month} group by currency order by currency`,
    );
    expect(amounts.map(({ currency, cents }) => ({ currency, cents }))).toEqual(rows);
  }
  expect(revenue?.flatMap(({ amounts }) => amounts).length).toBeGreaterThan(12);
});

test("[DESK-05] the file has the same numbers as the screen", async () => {
  const { periods } = await read<Insights>("?span=weeks");
  const file = await site.post(`${INSIGHTS}/export`, { span: "weeks" }, admin);
  expect(file.headers.get("content-disposition")).toContain("insights-2026-11-21.csv");
  const [head, ...rows] = (await file.text()).trim().split("\r\n");
  expect(head).toContain(
    "From,To,Events,People who came,New,Returning,Signed up,Did not come,People added,New paid members",
  );
  expect(rows).toEqual(
    periods.map((p) =>
      [
        p.from,
        p.to,
        p.events,
        p.people,
        p.newcomers,
        p.returning,
        p.signUps,
        p.missed,
        p.growth?.added,
        p.growth?.newMembers,
      ].join(","),
    ),
  );
});

test("[DESK-05] a role gets the numbers whose lists it may open", async () => {
  const lead = await site.signedIn({ email: "lead@example.com", roles: ["event_lead"] });
  const treasurer = await site.signedIn({ email: "treasurer@example.com", roles: ["treasurer"] });
  const greeter = await site.signedIn({ email: "greeter@example.com", roles: ["greeter"] });
  expect(await read<Insights>("", lead.token)).toMatchObject({
    revenue: null,
    growth: null,
    total: { people: expect.any(Number) },
  });
  const money = await read<Insights>("", treasurer.token);
  expect([money.revenue, money.growth]).not.toContain(null);
  expect((await site.fetch(INSIGHTS, { as: greeter.token })).status).toBe(403);
  const file = await site.post(`${INSIGHTS}/export`, { span: "weeks" }, lead.token);
  expect(await file.text()).not.toContain("New paid members");
});

test("[DESK-05] a list refuses days out of order and a made-up page in words", async () => {
  const turned = await site.fetch(`${INSIGHTS}/people?from=2026-11-02&to=2026-11-01`, { as: admin });
  expect([turned.status, await turned.text()]).toEqual([
    422,
    expect.stringContaining("The last day cannot be before the first."),
  ]);
  const forged = await site.fetch(`${INSIGHTS}/events?from=2026-11-01&to=2026-11-02&after=WzFd`, { as: admin });
  expect(forged.status).toBe(400);
});
