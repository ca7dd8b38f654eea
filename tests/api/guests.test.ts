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

/** An event to which people may bring guests. */
async function eventWith(capacity: number, guestsPerPerson = 3, day = "2026-11-28"): Promise<string> {
  made += 1;
  const event = makeEvent({ day, title: `Guests ${made}`, capacity, guestsPerPerson });
  return (await site.addEvent(event)).id;
}
const read = (id: string, as: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));

type Person = Awaited<ReturnType<typeof newcomer>>;
const people = async (count: number) => Promise.all(Array.from({ length: count }, () => newcomer(site)));
const three = async () => (await people(3)) as [Person, Person, Person];

test("[DAY-07] guests take seats, as many as the host allows; by default there are none", async () => {
  const none = (await site.addEvent(makeEvent({ day: "2026-11-28", title: "Alone" }))).id;
  const [ana] = await three();
  expect(await refusal(answer(site, none, ana.token, "going", 1))).toEqual({
    status: 422,
    message: "You can’t bring guests to this event.",
  });
  expect(await read(none, ana.token)).toMatchObject({ answer: null, guests: 0, guestsPerPerson: 0, going: 0 });
  const id = await eventWith(10, 2);
  expect(await refusal(answer(site, id, ana.token, "going", 3))).toEqual({
    status: 422,
    message: "You can bring up to 2 guests to this event.",
  });
  for (const guests of [-1, 4, 1.5])
    expect((await answer(site, id, ana.token, "going", guests)).status, String(guests)).toBe(422);
  expect(await rsvpState(answer(site, id, ana.token, "going", 2))).toMatchObject({
    answer: "going",
    guests: 2,
    guestsPerPerson: 2,
    going: 3,
    spacesLeft: 7,
  });
  // Saying it again without a number changes nothing.
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({ guests: 2, going: 3 });
  expect(await rsvpState(answer(site, id, ana.token, "maybe"))).toMatchObject({ answer: "maybe", guests: 0, going: 0 });
  await expectTrueCounts(site, id);
});

test("[DAY-07, DASH-06] a party too large waits in its place, and is seated when all of it fits", async () => {
  const id = await eventWith(4);
  const [ana, ben, cem] = await three();
  const [dee] = await three();
  await rsvpState(answer(site, id, ana.token, "going", 2));
  expect(await rsvpState(answer(site, id, ben.token, "going", 1))).toMatchObject({
    answer: null,
    waiting: { place: 1, of: 1 },
    guests: 1,
    going: 3,
    spacesLeft: 1,
  });
  // Ben cannot use the one free seat, so it is not kept empty for him.
  expect(await rsvpState(answer(site, id, cem.token, "going"))).toMatchObject({ answer: "going", going: 4 });
  expect(await rsvpState(answer(site, id, dee.token, "going"))).toMatchObject({ waiting: { place: 2, of: 2 } });
  // One seat: too few for Ben, who keeps his place; enough for Dee behind him.
  expect(await rsvpState(answer(site, id, ana.token, "going", 1))).toMatchObject({ guests: 1, going: 4 });
  expect(await read(id, dee.token)).toMatchObject({ answer: "going", waiting: null });
  expect(await read(id, ben.token)).toMatchObject({ waiting: { place: 1, of: 1 }, guests: 1 });
  await rsvpState(answer(site, id, ana.token, "not_going"));
  expect(await read(id, ben.token)).toMatchObject({ answer: "going", waiting: null, guests: 1, going: 4 });
  await expectTrueCounts(site, id);
});

test("[DAY-07] a party that waits may become smaller, keeps its place, and is seated when it fits", async () => {
  const id = await eventWith(3);
  const [ana, ben, cem] = await three();
  await rsvpState(answer(site, id, ana.token, "going", 1));
  await rsvpState(answer(site, id, ben.token, "going", 2));
  await rsvpState(answer(site, id, cem.token, "going", 3));
  expect(await read(id, ben.token)).toMatchObject({ waiting: { place: 1, of: 2 }, guests: 2 });
  expect(await rsvpState(answer(site, id, cem.token, "going", 1))).toMatchObject({
    waiting: { place: 2, of: 2 },
    guests: 1,
  });
  expect(await rsvpState(answer(site, id, ben.token, "going", 0))).toMatchObject({ answer: "going", going: 3 });
  expect(await read(id, cem.token)).toMatchObject({ waiting: { place: 1, of: 1 } });
});

test("[DAY-07] more guests ask for seats like a newcomer, fewer free them, and who goes never loses a seat by asking", async () => {
  const id = await eventWith(4);
  const [ana, ben, cem] = await three();
  await rsvpState(answer(site, id, ana.token, "going", 1));
  expect(await rsvpState(answer(site, id, ana.token, "going", 3))).toMatchObject({ guests: 3, going: 4 });
  await rsvpState(answer(site, id, ben.token, "going"));
  // The seat goes to Ben, who waited.
  expect(await rsvpState(answer(site, id, ana.token, "going", 2))).toMatchObject({ guests: 2, going: 4 });
  expect(await read(id, ben.token)).toMatchObject({ answer: "going" });
  expect(await refusal(answer(site, id, ana.token, "going", 3))).toEqual({
    status: 409,
    message: "There is no free space for another guest.",
  });
  await rsvpState(answer(site, id, cem.token, "going"));
  expect(await read(id, ana.token)).toMatchObject({ answer: "going", guests: 2, going: 4, waitingCount: 1 });
  await expectTrueCounts(site, id);
});

test("[DAY-07] a host who lowers the number, or the places, sends no guest away who was accepted", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const [ana] = await three();
  const event = makeEvent({ day: "2026-11-28", title: "Lowered", capacity: 6, hostUserId: host.userId });
  const { id } = await site.addEvent(event);
  const change = (body: object) => callEvent(site, "PATCH", id, { as: host.token, body });
  expect((await change({ guestsPerPerson: 4 })).status).toBe(422);
  expect((await change({ guestsPerPerson: 2 })).status).toBe(200);
  await rsvpState(answer(site, id, ana.token, "going", 2));
  expect((await change({ guestsPerPerson: 1, spaces: 2 })).status).toBe(200);
  expect(await read(id, ana.token)).toMatchObject({ guests: 2, guestsPerPerson: 1, going: 3 });
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({ guests: 2 });
  expect(await rsvpState(answer(site, id, ana.token, "going", 1))).toMatchObject({ guests: 1, going: 2 });
  expect((await answer(site, id, ana.token, "going", 2)).status).toBe(422);
});

test("[DAY-07, DASH-06] parties of all sizes at once: every seat is given once, and nobody waits beside seats that fit", async () => {
  const id = await eventWith(20);
  const crowd = await people(40);
  await Promise.all(
    crowd.flatMap(({ token }, index) => [
      answer(site, id, token, "going", index % 4),
      answer(site, id, token, index % 5 === 0 ? "not_going" : "going", (index + 1) % 4),
    ]),
  );
  const { going } = await expectTrueCounts(site, id);
  expect(going).toBeLessThanOrEqual(20);
  const { rows } = await site.app.db.execute(
    sql`select user_id from waiting_list where event_id = ${id} and status = 'waiting' and guests + 1 <= ${20 - going}`,
  );
  expect(rows).toEqual([]);
});

/** An event this evening, of which it is morning; its only person leaves. */
async function seatsFree(seats: number, guests: readonly number[], startTime = "18:00") {
  made += 1;
  const event = makeEvent({
    day: "2026-11-21",
    title: `Today ${made}`,
    capacity: seats,
    guestsPerPerson: 3,
    startTime,
  });
  const { id } = await site.addEvent(event);
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going", seats - 1));
  const line = await people(guests.length);
  for (const [index, { token }] of line.entries()) await rsvpState(answer(site, id, token, "going", guests[index]));
  await rsvpState(answer(site, id, goer.token, "not_going"));
  return { id, line: line as [Person, Person, Person] };
}

test("[DAY-07, DAY-05] within 24 hours a seat is offered to the first party that fits, and kept for all of it", async () => {
  const { id, line } = await seatsFree(3, [3, 1, 0]);
  const [four, two, one] = line;
  expect(await read(id, four.token)).toMatchObject({ waiting: { place: 1 }, offer: null });
  expect(await read(id, two.token)).toMatchObject({ offer: { kind: "offer" } });
  expect(await read(id, one.token)).toMatchObject({ offer: { kind: "offer" } });
  // All seats are kept: a newcomer waits, and the offer is for the party that it was made to.
  const newest = await newcomer(site);
  expect(await rsvpState(answer(site, id, newest.token, "going"))).toMatchObject({ waiting: { place: 4 } });
  expect(await refusal(answer(site, id, two.token, "going", 3))).toEqual({
    status: 409,
    message: "Only 2 spaces are free. Take them with fewer guests, or wait for more.",
  });
  expect(await rsvpState(answer(site, id, two.token, "going", 0))).toMatchObject({ answer: "going", guests: 0 });
  // The seat of the guest who stays at home is offered on.
  expect(await read(id, newest.token)).toMatchObject({ offer: { kind: "offer" } });
  expect(await rsvpState(answer(site, id, one.token, "going"))).toMatchObject({ answer: "going", going: 2 });
  await expectTrueCounts(site, id);
});

test("[DAY-07, DAY-05] in the last hours a party takes as many seats as there are, and what is left stays free", async () => {
  const { id, line } = await seatsFree(2, [2, 0], "12:00");
  const [three_, one] = line;
  expect(await read(id, three_.token)).toMatchObject({ offer: { kind: "first_come" } });
  expect(await refusal(answer(site, id, three_.token, "going"))).toMatchObject({ status: 409 });
  expect(await rsvpState(answer(site, id, one.token, "going"))).toMatchObject({ answer: "going", going: 1 });
  expect(await refusal(answer(site, id, three_.token, "going"))).toEqual({
    status: 409,
    message: "Only 1 space is free. Take it without guests, or wait for more.",
  });
  expect(await rsvpState(answer(site, id, three_.token, "going", 0))).toMatchObject({ answer: "going", going: 2 });
});

test("[DAY-07, ADMIN-06, ADMIN-12] two records of one person keep the larger party; the undo gives both back what they had", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const id = await eventWith(5);
  const [ana, twin, cem] = await three();
  await rsvpState(answer(site, id, ana.token, "going", 2));
  await rsvpState(answer(site, id, twin.token, "going", 1));
  await rsvpState(answer(site, id, cem.token, "going", 1));
  const body = { base: twin.userId, others: [ana.userId], fields: {} };
  const done = await site.post("/api/users/merge", body, admin.token);
  const { auditId } = (await done.json()) as { auditId: string };
  const parties = async () => {
    const { rows } = await site.app.db.execute(
      sql`select user_id, guests from event_rsvps where event_id = ${id} order by guests, user_id = ${cem.userId}`,
    );
    return rows;
  };
  // Five seats, three of them for the merged party: Cem's two fit.
  expect(await parties()).toEqual([
    { user_id: cem.userId, guests: 1 },
    { user_id: twin.userId, guests: 2 },
  ]);
  await expectTrueCounts(site, id);
  const undone = await site.fetch(`/api/admin/audit/${auditId}/undo`, { method: "POST", as: admin.token });
  expect(undone.status).toBe(200);
  // Cem has their seats by now: of the two answers one comes back as 'maybe'.
  const { rows } = await site.app.db.execute(
    sql`select answer, guests from event_rsvps where event_id = ${id} order by user_id = ${cem.userId}, answer`,
  );
  expect(rows).toEqual([
    { answer: "going", guests: 1 },
    { answer: "maybe", guests: 0 },
    { answer: "going", guests: 1 },
  ]);
  await expectTrueCounts(site, id);
});

test("[DAY-07, DAY-03] a forecast counts guests", async () => {
  const host = await newcomer(site);
  const event = makeEvent({ day: "2026-11-28", title: "Counted", hostUserId: host.userId, guestsPerPerson: 2 });
  const { id } = await site.addEvent(event);
  await rsvpState(answer(site, id, (await newcomer(site)).token, "going", 2));
  const forecast = await callEvent(site, "GET", `${id}/forecast`, { as: host.token });
  expect(await forecast.json()).toMatchObject({ going: 3 });
});
