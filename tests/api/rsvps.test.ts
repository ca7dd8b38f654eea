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

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}, answers: { going?: number } = {}) {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-11-28", title: `Event ${made}`, ...event }), answers)).id;
}
const read = (id: string, as?: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));

test("[DASH-06, EVT-11] an answer is kept, may change, and the true count of those who go follows it", async () => {
  const id = await addEvent({ capacity: 24 });
  const ana = await newcomer(site);
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({
    answer: "going",
    waiting: null,
    going: 1,
    spacesLeft: 23,
  });
  // Said twice it is still one.
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({ going: 1 });
  expect(await rsvpState(answer(site, id, ana.token, "maybe"))).toMatchObject({
    answer: "maybe",
    going: 0,
    spacesLeft: 24,
  });
  expect(await rsvpState(answer(site, id, ana.token, "not_going"))).toMatchObject({ answer: "not_going", going: 0 });
  expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({ answer: "going", going: 1 });
  const shown = await site.fetch(`/api/social-events?id=${id}`);
  expect(await shown.json()).toMatchObject({ socialEvents: { Item: { going: 1, spacesLeft: 23, usually: null } } });
  expect(await rsvpState(callEvent(site, "DELETE", `${id}/rsvp`, { as: ana.token }))).toMatchObject({
    answer: null,
    going: 0,
  });
  expect(await refusal(callEvent(site, "DELETE", `${id}/rsvp`, { as: ana.token }))).toMatchObject({ status: 409 });
  const empty = await site.fetch(`/api/social-events?id=${id}`);
  expect(await empty.json()).toMatchObject({ socialEvents: { Item: { going: 0, usually: null } } });
  await expectTrueCounts(site, id);
});

test("[EVT-06] places: a number, 1000 for unlimited, empty for unknown; neither of the last two ever is full", async () => {
  const counted = await addEvent({ capacity: 3 }, { going: 2 });
  const unlimited = await addEvent({ capacity: 1000 }, { going: 2 });
  const unknown = await addEvent({ capacity: null }, { going: 2 });
  expect(await read(counted)).toMatchObject({ spacesLeft: 1, going: 2 });
  expect(await read(unlimited)).toMatchObject({ spacesLeft: 1000 });
  expect(await read(unknown)).toMatchObject({ spacesLeft: "" });
  const ana = await newcomer(site);
  for (const id of [unlimited, unknown]) {
    expect(await rsvpState(answer(site, id, ana.token, "going"))).toMatchObject({
      answer: "going",
      waiting: null,
      going: 3,
    });
    expect(await refusal(callEvent(site, "POST", `${id}/waiting-list`, { as: (await newcomer(site)).token }))).toEqual({
      status: 409,
      message: "This event has spaces for everyone: just say that you are going.",
    });
  }
});

test("[DASH-06] a visitor reads how an event stands, and cannot answer", async () => {
  const id = await addEvent();
  expect(await read(id)).toEqual({
    answer: null,
    waiting: null,
    offer: null,
    guests: 0,
    guestsPerPerson: 0,
    going: 0,
    spacesLeft: 24,
    waitingCount: 0,
    status: "scheduled",
    canManage: false,
    canKeepDoor: false,
    hasBoard: false,
    isNameless: false,
    coHosts: [],
    inThread: false,
    attendees: "sign_in",
    poll: null,
  });
  for (const call of [
    callEvent(site, "PUT", `${id}/rsvp`, { body: { answer: "going" } }),
    callEvent(site, "DELETE", `${id}/rsvp`),
    callEvent(site, "POST", `${id}/waiting-list`),
    callEvent(site, "DELETE", `${id}/waiting-list`),
  ]) {
    expect(await refusal(call)).toEqual({ status: 401, message: "Not authenticated" });
  }
});

test("[DASH-06] nobody answers an event that has begun, is canceled or is postponed", async () => {
  const ana = await newcomer(site);
  const over = await addEvent({ day: "2026-11-21", startTime: "09:59:00" });
  const cancelled = await addEvent({ status: "cancelled" });
  const postponed = await addEvent({ status: "postponed" });
  for (const [id, message] of [
    [over, "This event has started: RSVPs are closed."],
    [cancelled, "This event is canceled: RSVPs are closed."],
    [postponed, "This event is postponed. You can RSVP again when it has a new date."],
  ] as const) {
    expect(await refusal(answer(site, id, ana.token, "going"))).toEqual({ status: 409, message });
    expect(await refusal(callEvent(site, "DELETE", `${id}/rsvp`, { as: ana.token }))).toEqual({ status: 409, message });
    expect(await refusal(callEvent(site, "POST", `${id}/waiting-list`, { as: ana.token }))).toEqual({
      status: 409,
      message,
    });
    await expectTrueCounts(site, id);
  }
  // An event of today that is still to come is open.
  const tonight = await addEvent({ day: "2026-11-21", startTime: "18:00:00" });
  expect(await rsvpState(answer(site, tonight, ana.token, "going"))).toMatchObject({ answer: "going" });
});

test("[EVT-09] an event for close friends does not exist for those who may not see it", async () => {
  const id = await addEvent({ generalPublic: false });
  const ana = await newcomer(site);
  const member = await newcomer(site, { groups: ["Members"] });
  for (const as of [undefined, ana.token])
    expect(await refusal(callEvent(site, "GET", `${id}/rsvp`, { as }))).toMatchObject({ status: 404 });
  for (const call of [
    answer(site, id, ana.token, "going"),
    callEvent(site, "POST", `${id}/waiting-list`, { as: ana.token }),
    callEvent(site, "PUT", `${id}/poll`, { as: ana.token, body: { optionIds: [] } }),
    answer(site, "2026-11-28-no-such-event", ana.token, "going"),
  ]) {
    expect(await refusal(call)).toEqual({ status: 404, message: "Event not found for this URL" });
  }
  expect(await rsvpState(answer(site, id, member.token, "going"))).toMatchObject({ answer: "going" });
});

test("[API-01] what is no answer is refused in words, and unknown fields are ignored", async () => {
  const id = await addEvent();
  const ana = await newcomer(site);
  for (const body of [{}, { answer: "yes" }, { answer: null }, { answer: ["going"] }, [], "going"]) {
    const refused = await callEvent(site, "PUT", `${id}/rsvp`, { as: ana.token, body });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: "invalid", message: expect.stringMatching(/^[A-Z].+\.$/) });
  }
  const extra = callEvent(site, "PUT", `${id}/rsvp`, {
    as: ana.token,
    body: { answer: "maybe", userId: "x", going: 9 },
  });
  expect(await rsvpState(extra)).toMatchObject({ answer: "maybe", going: 0 });
});

test("[DASH-06] what is told: host and organizers may manage, the others not", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const id = await addEvent({ hostUserId: host.userId });
  const admin = await newcomer(site, { groups: ["Admins"] });
  const member = await newcomer(site, { groups: ["Members"] });
  const told = await Promise.all([host, admin, member].map(async ({ token }) => (await read(id, token)).canManage));
  expect(told).toEqual([true, true, false]);
});

test("[API-01] nothing is half-done when a statement fails in the middle", async () => {
  const id = await addEvent({ capacity: 1 });
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, ana.token, "going"));
  await rsvpState(answer(site, id, ben.token, "going"));
  const mailsBefore = (await site.mails()).length;
  // The last thing that a promotion writes is refused: the place, the list and the answers stay as they were.
  await site.app.db.execute(
    sql`alter table notices add constraint refuse_for_a_while check (kind <> 'promoted') not valid`,
  );
  const failed = await answer(site, id, ana.token, "not_going");
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ message: expect.stringContaining("No partial changes were saved") });
  expect(await read(id, ana.token)).toMatchObject({ answer: "going", going: 1, waitingCount: 1 });
  expect(await read(id, ben.token)).toMatchObject({ answer: null, waiting: { place: 1, of: 1 } });
  await expectTrueCounts(site, id);
  expect((await site.mails()).length).toBe(mailsBefore);
  await site.app.db.execute(sql`alter table notices drop constraint refuse_for_a_while`);
  await rsvpState(answer(site, id, ana.token, "not_going"));
  expect(await read(id, ben.token)).toMatchObject({ answer: "going", waiting: null });
  const sent = (await site.mails()).slice(mailsBefore);
  expect(sent.map(({ to, subject }) => [to, subject.split(":")[0]])).toEqual([[ben.email, "A space is yours"]]);
});

test("[DASH-06] who goes is sent one confirmation for each start of the event, however often they change their mind", async () => {
  const id = await addEvent({ title: "Dune Walk", location: "North lot", lengthMinutes: 120 });
  const ana = await newcomer(site);
  const before = (await site.mails()).length;
  await rsvpState(answer(site, id, ana.token, "going"));
  for (const wish of ["maybe", "going"]) await rsvpState(answer(site, id, ana.token, wish));
  const [mail, ...others] = (await site.mails()).slice(before);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ana.email, subject: "You are going: Dune Walk, Saturday 6:00 PM" });
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain("Saturday, November 28, 2026, 6:00 PM to 8:00 PM EST");
    expect(body).toContain("North lot");
    expect(body).toContain(`http://sandbar.localhost/events/${id}`);
  }
  const wakes = async (since: string) => {
    const { rows } = await site.app.db.execute<{ now: string; count: number }>(
      sql`select pg_snapshot_xmax(pg_current_snapshot())::text as now,
        (select count(*)::int from change_log where topic = 'mail_waiting' and xid >= ${since}::xid8) as count`,
    );
    return rows[0];
  };
  const since = (await wakes("0"))?.now ?? "";
  for (const wish of ["not_going", "going"]) await rsvpState(answer(site, id, ana.token, wish));
  expect(await site.mails()).toHaveLength(before + 1);
  // Nobody is woken for a mail that there is not.
  expect((await wakes(since))?.count).toBe(0);
});

test("[DASH-06] no confirmation goes out to who has changed their mind before it was sent", async () => {
  const id = await addEvent();
  const ana = await newcomer(site);
  const before = (await site.mails()).length;
  await rsvpState(answer(site, id, ana.token, "going"));
  await rsvpState(answer(site, id, ana.token, "not_going"));
  expect(await site.mails()).toHaveLength(before);
});

test("[EVT-08] a confirmation tells the place as far as its reader may know it, by their groups when it is sent", async () => {
  const id = await addEvent({
    membersOnlyLocation: true,
    location: "Huguenot Park, north lot",
    privateLocation: "Fire ring 4, gate 4417",
  });
  const [member, user, former] = [
    await newcomer(site, { groups: ["Members"] }),
    await newcomer(site),
    await newcomer(site, { groups: ["Members"] }),
  ];
  const before = (await site.mails()).length;
  for (const { token } of [member, user, former]) await rsvpState(answer(site, id, token, "going"));
  await site.app.db.execute(sql`update accounts set groups = '{}' where user_id = ${former.userId}`);
  const mails = (await site.mails()).slice(before);
  const bodies = new Map(mails.map(({ to, text, html, raw }) => [to, text + html + raw]));
  expect(bodies.get(member.email)).toMatch(/Huguenot Park[\s\S]*Fire ring 4/);
  for (const { email } of [user, former]) {
    expect(bodies.get(email)).toContain("Members can read the place");
    expect(bodies.get(email)).not.toMatch(/Huguenot|Fire ring|4417/);
  }
});

test("[DASH-06] nobody answers an event that waits for an organizer, its host included", async () => {
  const host = await newcomer(site);
  const id = await addEvent({ held: true, hostUserId: host.userId });
  expect(await refusal(answer(site, id, host.token, "going"))).toEqual({
    status: 409,
    message: "This event is waiting for an organizer. RSVPs open once it is published.",
  });
  expect((await answer(site, id, (await newcomer(site)).token, "going")).status).toBe(404);
});
