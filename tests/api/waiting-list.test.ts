import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

/** An event with this many places, all of them taken. */
async function fullEvent(capacity: number, event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const full = makeEvent({ day: "2026-11-28", title: `Full ${made}`, capacity, ...event });
  return (await site.addEvent(full, { going: capacity })).id;
}
const read = (id: string, as?: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));
const wait = (id: string, as: string) => callEvent(site, "POST", `${id}/waiting-list`, { as });
const leave = (id: string, as: string) => callEvent(site, "DELETE", `${id}/waiting-list`, { as });
const withdraw = (id: string, as: string) => callEvent(site, "DELETE", `${id}/rsvp`, { as });

type Person = Awaited<ReturnType<typeof newcomer>>;
const people = (count: number): Promise<Person[]> => Promise.all(Array.from({ length: count }, () => newcomer(site)));

async function notices({ userId }: Person): Promise<string[]> {
  const { rows } = await site.app.db.execute<{ kind: string }>(sql`select kind from notices where user_id = ${userId}`);
  return rows.map(({ kind }) => kind);
}

test("[EVT-07, DASH-06] 'going' to a full event, and its waiting list, are one line; asking again keeps the place", async () => {
  const id = await fullEvent(2);
  const [ana, ben, cem] = (await people(3)) as [Person, Person, Person];
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({
    answer: null,
    waiting: { place: 1, of: 1 },
    going: 2,
    spacesLeft: 0,
  });
  expect(await rsvpState(wait(id, ben.token))).toMatchObject({ answer: null, waiting: { place: 2, of: 2 } });
  expect(await rsvpState(answer(site, id, cem.token, "maybe"))).toMatchObject({ answer: "maybe", waiting: null });
  expect(await rsvpState(answer(site, id, cem.token, "going"))).toMatchObject({
    answer: "maybe",
    waiting: { place: 3, of: 3 },
  });
  for (const call of [wait(id, ana.token), answer(site, id, ana.token, "going")])
    expect(await rsvpState(call)).toMatchObject({ waiting: { place: 1, of: 3 } });
  // Maybe keeps the place in line, not going leaves it.
  expect(await rsvpState(answer(site, id, ana.token, "maybe"))).toMatchObject({
    answer: "maybe",
    waiting: { place: 1, of: 3 },
  });
  expect(await rsvpState(answer(site, id, ana.token, "not_going"))).toMatchObject({
    answer: "not_going",
    waiting: null,
  });
  expect(await read(id, ben.token)).toMatchObject({ waiting: { place: 1, of: 2 } });
  expect(await rsvpState(withdraw(id, ben.token))).toMatchObject({ answer: null, waiting: null, waitingCount: 1 });
  expect(await rsvpState(leave(id, cem.token))).toMatchObject({ answer: "maybe", waiting: null, waitingCount: 0 });
  expect(await refusal(leave(id, cem.token))).toEqual({
    status: 409,
    message: "You are not on the waiting list of this event.",
  });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 2, waiting: 0 });
});

test("[EVT-07] nobody waits who has a place or could have one", async () => {
  const id = await fullEvent(1);
  const open = (await site.addEvent(makeEvent({ day: "2026-11-28", title: "Room for one", capacity: 1 }))).id;
  const ana = await newcomer(site);
  expect(await refusal(wait(open, ana.token))).toMatchObject({ status: 409, message: /places left/ });
  await rsvpState(answer(site, open, ana.token, "going"));
  expect(await refusal(wait(open, ana.token))).toMatchObject({ status: 409, message: /have a space already/ });
  await expectTrueCounts(site, id);
});

test("[DASH-06] a newcomer never passes who waits, even while a space is free", async () => {
  const id = await fullEvent(2);
  const [waiting, late] = (await people(2)) as [Person, Person];
  await rsvpState(wait(id, waiting.token));
  // A place came free and nobody has been promoted yet.
  await site.app.db.execute(sql`update social_events set capacity = 3 where id = ${id}`);
  const said = await rsvpState(answer(site, id, late.token, "going"));
  expect(said.answer).not.toBe("going");
  expect(said.waiting).not.toBeNull();
});

test.each(["maybe", "not_going", "withdraws"])(
  "[DASH-06] a place that somebody gives up (%s) goes to who waits longest, at once, and they are told",
  async (how) => {
    const id = (await site.addEvent(makeEvent({ day: "2026-11-28", title: `Last places ${how}`, capacity: 1 }))).id;
    const [goer, first, second] = (await people(3)) as [Person, Person, Person];
    await rsvpState(answer(site, id, goer.token, "going"));
    await rsvpState(answer(site, id, first.token, "going"));
    await rsvpState(wait(id, second.token));
    const left = how === "withdraws" ? withdraw(id, goer.token) : answer(site, id, goer.token, how);
    expect(await rsvpState(left)).toMatchObject({ going: 1, waitingCount: 1, spacesLeft: 0 });
    expect(await read(id, first.token)).toMatchObject({ answer: "going", waiting: null });
    expect(await read(id, second.token)).toMatchObject({ answer: null, waiting: { place: 1, of: 1 } });
    expect([await notices(goer), await notices(first), await notices(second)]).toEqual([[], ["promoted"], []]);
    const { rows } = await site.app.db.execute(
      sql`select ticket, status, ended_at is not null as ended from waiting_list where event_id = ${id} order by ticket`,
    );
    expect(rows).toEqual([
      { ticket: 1, status: "promoted", ended: true },
      { ticket: 2, status: "waiting", ended: false },
    ]);
    // A person who gave up their place and wants it back is last in line.
    expect(await rsvpState(answer(site, id, goer.token, "going"))).toMatchObject({ waiting: { place: 2, of: 2 } });
    await expectTrueCounts(site, id);
  },
);

test("[DASH-06] an event with more people than places promotes nobody until there is a place", async () => {
  const id = await fullEvent(3);
  const [goer] = await people(1);
  const [ana] = await people(1);
  if (!goer || !ana) throw new Error("Nobody was made.");
  await site.app.db.execute(sql`update social_events set capacity = 4 where id = ${id}`);
  await rsvpState(answer(site, id, goer.token, "going"));
  await site.app.db.execute(sql`update social_events set capacity = 3 where id = ${id}`);
  await rsvpState(answer(site, id, ana.token, "going"));
  await rsvpState(answer(site, id, goer.token, "not_going"));
  expect(await read(id, ana.token)).toMatchObject({ answer: null, waiting: { place: 1, of: 1 }, going: 3 });
});

test("[DASH-06] who is deleted gives up every place and every wait, and the next have theirs", async () => {
  const [one, other] = [await fullEvent(1), await fullEvent(1)];
  const open = (await site.addEvent(makeEvent({ day: "2026-11-28", title: "Open to two", capacity: 1 }))).id;
  const [goer, next] = (await people(2)) as [Person, Person];
  for (const id of [open, one, other]) await rsvpState(answer(site, id, goer.token, "going"));
  await rsvpState(answer(site, open, next.token, "going"));
  const gone = await site.fetch("/api/profile", {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ confirm: "DELETE" }),
    as: goer.token,
  });
  expect(gone.status).toBe(200);
  expect(await read(open, next.token)).toMatchObject({ answer: "going", waiting: null });
  for (const id of [one, other, open]) expect(await expectTrueCounts(site, id)).toEqual({ going: 1, waiting: 0 });
});

test("[DASH-06, API-01] 500 people go for the last 10 places at once: 10 get them, 490 wait in the order of their tickets", async () => {
  const id = (await site.addEvent(makeEvent({ day: "2026-11-28", title: "Rush", capacity: 15 }), { going: 5 })).id;
  const crowd = await people(500);
  const answers = await Promise.all(crowd.map(async ({ token }) => rsvpState(answer(site, id, token, "going"))));
  expect(answers.filter((told) => told.answer === "going" && told.waiting === null)).toHaveLength(10);
  const waiting = answers.flatMap((told, index) => {
    const userId = crowd[index]?.userId;
    return told.waiting && userId ? [{ userId, place: told.waiting.place }] : [];
  });
  const inOrder = waiting.toSorted((a, b) => a.place - b.place);
  expect(inOrder.map(({ place }) => place)).toEqual(Array.from({ length: 490 }, (_, index) => index + 1));
  const { rows } = await site.app.db.execute<{ user_id: string; ticket: number }>(
    sql`select user_id, ticket from waiting_list where event_id = ${id} and status = 'waiting' order by ticket`,
  );
  expect(rows.map((row) => row.user_id)).toEqual(inOrder.map(({ userId }) => userId));
  expect(await expectTrueCounts(site, id)).toEqual({ going: 15, waiting: 490 });
});

test("[DASH-06] people who come and go at once from many sides: nobody is lost, doubled or passed over", async () => {
  const id = (await site.addEvent(makeEvent({ day: "2026-11-28", title: "Come and go", capacity: 5 }))).id;
  const crowd = await people(20);
  const wishes = ["going", "not_going", "going", "maybe", "going"];
  await Promise.all(
    crowd.flatMap(({ token }, index) =>
      wishes.map(async (wish, turn) =>
        rsvpState((index + turn) % 7 === 0 ? answer(site, id, token, "maybe") : answer(site, id, token, wish)),
      ),
    ),
  );
  const { going, waiting } = await expectTrueCounts(site, id);
  // A place is never free while somebody waits for it, and never given twice.
  expect(going).toBe(waiting > 0 ? 5 : Math.min(going, 5));
  const { rows } = await site.app.db.execute(sql`select
    (select count(*)::int from waiting_list w join event_rsvps r using (event_id, user_id)
      where w.event_id = ${id} and w.status = 'waiting' and r.answer = 'going') as both,
    (select count(distinct ticket) = count(*) and max(ticket) = (select last_ticket from social_events where id = ${id})
      from waiting_list where event_id = ${id}) as tickets_fit,
    coalesce((select min(ticket) from waiting_list where event_id = ${id} and status = 'waiting') >
      (select max(ticket) from waiting_list where event_id = ${id} and status = 'promoted'), true) as in_order`);
  expect(rows).toEqual([{ both: 0, tickets_fit: true, in_order: true }]);
});
