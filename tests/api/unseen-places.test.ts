import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import type { Writing } from "#src/features/events/host-messages/schema.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// Guests of an event that became one for close friends, which only members can see.

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let host: Person;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const facts = { day: "2026-11-28", title: `Dune ${made}`, location: "The pier", hostUserId: host.userId, ...event };
  return (await site.addEvent(makeEvent(facts))).id;
}
const go = (id: string, { token }: Person) => rsvpState(answer(site, id, token, "going"));
async function change(id: string, body: object): Promise<void> {
  expect((await callEvent(site, "PATCH", id, { as: host.token, body })).status).toBe(200);
}
async function mailsWhile(email: string, work: () => Promise<unknown>) {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before).filter(({ to }) => to === email);
}
const noticesOf = async ({ token }: Person) =>
  ((await (await site.fetch("/api/profile", { as: token })).json()) as Profile).notices;
const linkIn = (text = "") => /\/place#([\w-]{20,})/.exec(text)?.[1] ?? "no link";
const read = (token: string) => site.post("/api/place", { token });
const put = (token: string, wish: string) =>
  site.fetch("/api/place", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, answer: wish }),
  });
const placeOf = async (response: Response | Promise<Response>) => (await (await response).json()) as PlaceView;
const answerOf = async (id: string, { userId }: Person) => {
  const { rows } = await site.app.db.execute<{ answer: string }>(
    sql`select answer from event_rsvps where event_id = ${id} and user_id = ${userId}`,
  );
  return rows[0]?.answer ?? null;
};

test("[EVT-09, DAY-08] a guest who can no longer see the event is told that it moves, not where to, and gives up the place by the link", async () => {
  const id = await addEvent({ capacity: 2 });
  const [guest, member] = [await newcomer(site), await newcomer(site, { groups: ["Members"] })];
  await go(id, guest);
  await change(id, { generalpublic: false });
  expect((await callEvent(site, "GET", `${id}/rsvp`, { as: guest.token })).status).toBe(404);

  const secret = { date: "2026-12-05", time: "20:15", location: "Secret lot", privateLocation: "Ring 4417" };
  const [mail, ...more] = await mailsWhile(guest.email, () => change(id, secret));
  expect([mail?.subject, more]).toEqual([expect.stringMatching(/^Changed: Dune \d+$/), []]);
  const words = (mail?.text ?? "") + (mail?.html ?? "");
  expect(words).toContain("The time has changed.");
  expect(words).toContain("The location has changed.");
  expect(words).toContain("Only members of the group can see this event now");
  expect(words).not.toMatch(/December 5|8:15|Secret|4417|\/events\//);

  const link = linkIn(mail?.text);
  const place = await placeOf(read(link));
  expect(place).toMatchObject({ isUnseen: true, state: "going", closed: null, hasAccount: false });
  expect(JSON.stringify(place)).not.toMatch(/December|2026-12-05|8:15|20:15|Secret|4417/);
  expect((await put(link, "going")).status).toBe(404);
  expect(await placeOf(put(link, "not_going"))).toMatchObject({ isUnseen: true, state: "not_going" });
  expect(await answerOf(id, guest)).toBe("not_going");
  await go(id, member);
  expect(await expectTrueCounts(site, id)).toEqual({ going: 1, waiting: 0 });
});

test("[EVT-09, DAY-09] a host's message counts the guests whom it reaches: by mail, or on a page that they can open", async () => {
  const id = await addEvent();
  const [guest, member, visitor] = [
    await newcomer(site),
    await newcomer(site, { groups: ["Members"] }),
    await newcomer(site),
  ];
  for (const person of [guest, member, visitor]) await go(id, person);
  // Without an account there is no page to read it on, and they take no mail.
  const profile = { method: "PATCH", headers: { "content-type": "application/json" }, as: visitor.token };
  const body = JSON.stringify({ notifications: { unsubscribed: true } });
  expect((await site.fetch("/api/profile", { ...profile, body })).status).toBe(200);
  await site.app.db.execute(sql`update users set email = ${visitor.email} where user_id = ${visitor.userId}`);
  await site.app.db.execute(sql`delete from accounts where user_id = ${visitor.userId}`);
  const write = async (words: string) => {
    const message = { id: randomUUID(), groups: ["going"], body: words };
    const answered = await callEvent(site, "POST", `${id}/messages`, { as: host.token, body: message });
    const { groups, sent } = (await answered.json()) as Writing;
    const mails = (await site.mails()).filter(({ text }) => text.includes(words));
    return [
      groups.going,
      sent.find((each) => each.id === message.id)?.recipients,
      mails.map(({ to }) => to).toSorted(),
    ] as const;
  };
  expect(await write("For two.")).toEqual([{ people: 2, mailed: 2 }, 2, [guest.email, member.email].toSorted()]);
  await change(id, { generalpublic: false });
  expect(await write("For one.")).toEqual([{ people: 1, mailed: 1 }, 1, [member.email]]);
});

test("[EVT-09, DAY-09] such a guest is told of the cancellation without the host's reason, and the dashboard names no event", async () => {
  const id = await addEvent({ title: "Quiet Cove" });
  const [guest, member] = [await newcomer(site), await newcomer(site, { groups: ["Members"] })];
  for (const person of [guest, member]) await go(id, person);
  await change(id, { generalpublic: false });
  const cancelReason = "Ana is ill at 5 Palm Street.";
  const [mail] = await mailsWhile(guest.email, () => change(id, { status: "cancelled", cancelReason }));
  expect(mail?.subject).toBe("Canceled: Quiet Cove");
  expect((mail?.text ?? "") + (mail?.html ?? "")).not.toMatch(/Palm Street|The pier|\d PM|\/events\/|\/place#/);
  const [notice, ...others] = await noticesOf(guest);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ kind: "event_cancelled", eventId: null, eventTitle: "" });
  expect(notice?.words).toMatch(/^Canceled: an event that you RSVPed to, and that only members can see now\./);
  expect(await noticesOf(member)).toMatchObject([{ eventId: id, eventTitle: "Quiet Cove" }]);
});

test("[EVT-09, DAY-05] who waits and can no longer see the event gets no seat, and keeps nobody else from one", async () => {
  const id = await addEvent({ capacity: 1 });
  const [first, stranger, member, lead] = [
    await newcomer(site),
    await newcomer(site),
    await newcomer(site, { groups: ["Members"] }),
    await newcomer(site, { roles: ["event_lead"] }),
  ];
  for (const person of [first, stranger, member, lead]) await go(id, person);
  await change(id, { generalpublic: false });
  await change(id, { spaces: 3 });
  const answers = () => Promise.all([first, stranger, member, lead].map((person) => answerOf(id, person)));
  expect(await answers()).toEqual(["going", null, "going", "going"]);
  const newcomerOf = await newcomer(site, { groups: ["Members"] });
  await change(id, { spaces: 4 });
  expect(await go(id, newcomerOf)).toMatchObject({ answer: "going" });
  // For everyone again, it is their turn.
  await change(id, { spaces: 5, generalpublic: true });
  expect(await answers()).toEqual(["going", "going", "going", "going"]);
  await expectTrueCounts(site, id);
});

test("[EVT-09, DAY-05] a draw leaves out who can no longer see the event", async () => {
  const id = await addEvent({
    day: "2026-12-05",
    capacity: 1,
    drawAt: new Date("2026-11-22T15:00:00Z"),
    drawSeed: "a",
  });
  const [stranger, member] = [await newcomer(site), await newcomer(site, { groups: ["Members"] })];
  for (const person of [stranger, member]) await go(id, person);
  await change(id, { generalpublic: false });
  await drawPlaces({ ...site.app, clock: { ...site.app.clock, now: () => new Date("2026-11-22T15:00:00Z") } });
  expect([await answerOf(id, stranger), await answerOf(id, member)]).toEqual([null, "going"]);
});

test("[EVT-09, DAY-06] a member's place at such an event still takes a sign-in, and a link that took no place says nothing", async () => {
  const id = await addEvent();
  const visitor = { firstName: "Vera", lastName: "Visitor", phone: "904-555-0177" };
  const linkTo = async (email: string) => {
    expect((await site.post(`/api/social-events/${id}/place-requests`, { ...visitor, email })).status).toBe(200);
    return linkIn((await site.mails()).findLast(({ to }) => to === email)?.text);
  };
  const member = await newcomer(site, { groups: ["Members"] });
  const [ofMember, unproven, proven] = [
    await linkTo(member.email),
    await linkTo("unproven@example.com"),
    await linkTo("proven@example.com"),
  ];
  for (const link of [ofMember, proven]) expect(await placeOf(put(link, "going"))).toMatchObject({ state: "going" });
  await change(id, { generalpublic: false });
  for (const link of [ofMember, unproven]) {
    expect((await read(link)).status).toBe(404);
    expect((await refusal(put(link, "not_going"))).status).toBe(404);
  }
  expect(await answerOf(id, member)).toBe("going");
  expect(await placeOf(put(proven, "not_going"))).toMatchObject({ isUnseen: true, state: "not_going" });
});

test("[EVT-09, DAY-08] no mail names a time of an event that moved out of sight, also when it moves there and back", async () => {
  const id = await addEvent();
  const guest = await newcomer(site);
  await go(id, guest);
  await change(id, { generalpublic: false });
  const mails = [];
  for (const wish of [
    { date: "2026-12-05", time: "20:15" },
    { date: "2026-12-06", time: "21:15" },
    { date: "2026-12-05", time: "20:15" },
    { status: "cancelled" },
  ])
    mails.push(...(await mailsWhile(guest.email, () => change(id, wish))));
  expect(mails).toHaveLength(4);
  for (const { subject, text, html } of mails) expect(subject + text + html).not.toMatch(/December|\d PM/);
});

test("[EVT-09] a share of such an event says what is owed, and neither the day nor the host's words", async () => {
  const id = await addEvent();
  const guest = await newcomer(site);
  await go(id, guest);
  const body = { kind: "each", amountCents: 1000, what: "Gate 4417" };
  expect((await callEvent(site, "PUT", `${id}/costs`, { as: host.token, body })).status).toBe(200);
  const shares = async () => (await site.fetch("/api/event-shares", { as: guest.token })).json();
  expect(await shares()).toMatchObject({ shares: [{ eventId: id, day: "2026-11-28", what: "Gate 4417" }] });
  await change(id, { generalpublic: false });
  expect(await shares()).toMatchObject({ shares: [{ eventId: id, amountCents: 1000, day: "", what: "" }] });
});
