import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { settleHolds } from "#src/features/events/decision/commands.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { type Fault, faultyStatements } from "#tests/support/cut-connections.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: Person;
let made = 0;
type Person = Awaited<ReturnType<typeof newcomer>>;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

/** Which statement of a run over one due event begins its transaction. */
const BEGIN = 2;
const MINUTE = 60_000;
const fromNow = (minutes: number) => new Date(site.app.clock.now().getTime() + minutes * MINUTE);

type EventOptions = Partial<Parameters<typeof makeEvent>[0]>;

async function addEvent(event: EventOptions = {}, going = 0): Promise<string> {
  made += 1;
  const hosted = makeEvent({ day: "2026-11-21", title: `Net ${made}`, hostUserId: host.userId, ...event });
  return (await site.addEvent(hosted, { going })).id;
}
const due = { decision: "hold", holdReason: "weather", decisionDefault: "called_off" } as const;
const decide = (id: string, body: unknown, as = host.token) => callEvent(site, "PUT", `${id}/decision`, { as, body });
const hold = (minutes: number, more: object = {}) => ({
  decision: "hold",
  reason: "weather",
  decidesAt: fromNow(minutes).toISOString(),
  default: "runs",
  ...more,
});

async function decided(id: string, body: unknown, as?: string): Promise<EventView> {
  const response = await decide(id, body, as);
  const said = (await response.json()) as { socialEvents: { Item: EventView } };
  expect(response.status, JSON.stringify(said)).toBe(200);
  return said.socialEvents.Item;
}

async function stateOf(id: string) {
  const { rows } = await site.app.db.execute<{ decision: string; status: string; sequence: number }>(
    sql`select decision, status, sequence from social_events where id = ${id}`,
  );
  return rows[0];
}

/** Subjects of the mails to these people that were sent while something was done. */
async function mailsTo(people: readonly Person[], work: () => Promise<unknown>): Promise<string[]> {
  const before = (await site.mails()).length;
  await work();
  const emails = new Set(people.map(({ email }) => email));
  return (await site.mails())
    .slice(before)
    .filter(({ to }) => emails.has(to))
    .map(({ subject }) => subject.split(":")[0] ?? "");
}

test("[DAY-04] a hold says on every surface why, when it is decided and what happens by default", async () => {
  const id = await addEvent();
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  // 11:00 AM on the beach, where it is 10.
  const subjects = await mailsTo([goer], async () => {
    expect(await decided(id, hold(60, { minimum: 8 }))).toMatchObject({
      status: "scheduled",
      sequence: 1,
      decision: { state: "hold", reason: "weather", day: "2026-11-21", time: "11:00 AM", default: "runs", minimum: 8 },
    });
  });
  expect(subjects).toEqual(["On hold"]);
  const mail = (await site.mails()).at(-1)?.text ?? "";
  expect(mail).toContain("Decides Saturday at 11:00 AM EST, runs with at least 8.");
  expect(mail).toContain("1 person is going so far.");
  expect((await rsvpState(callEvent(site, "GET", `${id}/rsvp`, {}))).decision).toMatchObject({ state: "hold" });
  const list = (await (await site.fetch("/api/social-events")).json()) as { socialEvents: EventView[] };
  expect(list.socialEvents.find(({ socialEventId }) => socialEventId === id)?.decision?.time).toBe("11:00 AM");
  const calendar = (await (await site.fetch(`/events/${id}.ics`)).text()).replaceAll("\r\n ", "");
  expect(calendar).toContain("SUMMARY:On hold: Net");
  expect(calendar).toContain("STATUS:TENTATIVE");
  expect(calendar).toContain("SEQUENCE:1");
  expect(calendar).toContain("Decides Saturday at 11:00 AM EST\\, runs with at least 8.");
});

test("[DAY-04] one press lets it run or calls it off, and takes that back; guests hear of each once", async () => {
  const id = await addEvent();
  const [going, waiting] = [await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, going.token, "going"));
  await rsvpState(answer(site, id, waiting.token, "maybe"));
  const people = [going, waiting];
  await decided(id, hold(60));
  await site.mails();
  expect(await mailsTo(people, () => decided(id, { decision: "runs" }))).toEqual(["It’s on", "It’s on"]);
  expect(await refusal(decide(id, { decision: "runs" }))).toMatchObject({ status: 409 });
  await decided(id, hold(60));
  await site.mails();
  expect(await mailsTo(people, () => decided(id, { decision: "called_off" }))).toEqual(["Canceled", "Canceled"]);
  expect((await site.mails()).at(-1)?.text).toContain("It was canceled because of the weather.");
  expect(await stateOf(id)).toMatchObject({ decision: "called_off", status: "cancelled", sequence: 4 });
  expect(await refusal(answer(site, id, going.token, "maybe"))).toMatchObject({ status: 409 });
  expect((await decided(id, { decision: "runs" })).status).toBe("scheduled");
  expect(await stateOf(id)).toMatchObject({ decision: "runs", sequence: 5 });
});

test("[DAY-04, DAY-09] what an event waited for need not be why it is called off", async () => {
  const id = await addEvent();
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  await decided(id, hold(60, { reason: "minimum" }));
  await site.mails();
  await decided(id, { decision: "called_off", reason: "weather" });
  expect((await site.mails()).at(-1)?.text).toContain("It was canceled because of the weather.");
  expect(await refusal(decide(id, { decision: "called_off", reason: "boredom" }))).toMatchObject({ status: 422 });
});

test("[DAY-04] those who wait for a place are told that it runs, and that they have none yet", async () => {
  const id = await addEvent({ capacity: 1 });
  const [goer, waiting] = [await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, goer.token, "going"));
  await rsvpState(answer(site, id, waiting.token, "going"));
  await decided(id, hold(60));
  await site.mails();
  await decided(id, { decision: "runs" });
  const mails = await site.mails();
  const textTo = ({ email }: { email: string }) => mails.findLast(({ to }) => to === email)?.text ?? "";
  expect(textTo(goer)).toContain("It’s on, as planned. See you there.");
  expect(textTo(waiting)).toContain("You are still on the waiting list");
  expect(textTo(waiting)).not.toContain("See you there");
});

test("[DAY-04] only its host and organizers decide, before it begins, for a moment ahead and not after the start", async () => {
  const id = await addEvent();
  const other = await newcomer(site, { groups: ["Members"] });
  expect(await refusal(decide(id, hold(60), other.token))).toMatchObject({ status: 403 });
  expect(await refusal(decide(id, hold(-1)))).toMatchObject({
    status: 422,
    message: expect.stringContaining("passed"),
  });
  expect(await refusal(decide(id, hold(24 * 60)))).toMatchObject({ status: 422 });
  // Guests who are on their way learn nothing from a decision at the start.
  const near = await addEvent({ startTime: "11:00" });
  expect(await refusal(decide(near, hold(31)))).toMatchObject({
    status: 422,
    message: expect.stringContaining("at least 30 minutes before the start"),
  });
  expect((await decided(near, hold(29))).decision?.state).toBe("hold");
  expect(await refusal(decide(id, hold(60, { minimum: 1 })))).toMatchObject({ status: 422 });
  expect(await refusal(decide(id, { decision: "perhaps" }))).toMatchObject({ status: 422 });
  const begun = await addEvent({ startTime: "09:00" });
  expect(await refusal(decide(begun, hold(60)))).toMatchObject({ status: 409 });
  const organizer = await site.signedIn({ groups: ["Admins"], email: "decides@example.com" });
  await decided(id, hold(60), organizer.token);
  const log = await site.fetch("/api/admin/audit?action=event_changed", { as: organizer.token });
  expect(JSON.stringify(await log.json())).toContain('"decision":"hold"');
});

test("[DAY-04] at the moment enough people make it run, too few call it off, and the default decides the rest", async () => {
  const moment = { ...due, decidesAt: fromNow(-1) };
  const enough = await addEvent({ ...moment, decisionDefault: "runs", minimumGoing: 2 }, 2);
  const tooFew = await addEvent({ ...moment, decisionDefault: "runs", minimumGoing: 3 }, 2);
  const byDefault = await addEvent(moment);
  const later = await addEvent({ ...moment, decidesAt: fromNow(1) });
  const unpublished = await addEvent({ ...moment, held: true });
  expect(await settleHolds(site.app)).toBe(3);
  expect(await stateOf(enough)).toMatchObject({ decision: "runs", status: "scheduled" });
  expect(await stateOf(tooFew)).toMatchObject({ decision: "called_off", status: "cancelled" });
  expect(await stateOf(byDefault)).toMatchObject({ decision: "called_off", status: "cancelled" });
  expect(await stateOf(later)).toMatchObject({ decision: "hold" });
  expect(await stateOf(unpublished)).toMatchObject({ decision: "hold" });
  expect(await settleHolds(site.app)).toBe(0);
});

test("[DAY-04] the default happens once, in two processes and when the connection dies at any statement", async () => {
  const goer = await newcomer(site);
  const held = async () => {
    const id = await addEvent({ ...due, decidesAt: fromNow(-1) });
    await rsvpState(answer(site, id, goer.token, "going"));
    await site.mails();
    return id;
  };
  const both = await held();
  const settled = await mailsTo([goer], () => Promise.all([1, 2, 3].map(() => settleHolds(site.app))));
  expect(settled).toEqual(["Canceled"]);
  expect(await stateOf(both)).toMatchObject({ decision: "called_off", sequence: 1 });

  const faulty = await faultyStatements(site);
  try {
    for (const fault of ["fails", "cut before", "cut after"] satisfies Fault[]) {
      for (let step = 1; ; step += 1) {
        // Drizzle never gives a connection back whose BEGIN failed.
        if (step === BEGIN) continue;
        let sent = 0;
        const id = await held();
        const subjects = await mailsTo([goer], async () => {
          faulty.arm(step, fault);
          await settleHolds(site.app).catch(() => undefined);
          sent = faulty.disarm().length;
          await settleHolds(site.app);
        });
        expect(subjects, `${fault} at ${step}`).toEqual(["Canceled"]);
        expect(await stateOf(id)).toMatchObject({ decision: "called_off", status: "cancelled", sequence: 1 });
        if (sent < step) break;
      }
    }
  } finally {
    await faulty.close();
  }
});

test("[DAY-04] a moved event takes its clock along; canceling it in the form decides it", async () => {
  const id = await addEvent({ day: "2026-11-28" });
  await decided(id, hold(60));
  const moved = await callEvent(site, "PATCH", id, { as: host.token, body: { date: "2026-11-29" } });
  const { socialEvents } = (await moved.json()) as { socialEvents: { Item: EventView } };
  expect(socialEvents.Item.decision).toMatchObject({ state: "hold", day: "2026-11-22", time: "11:00 AM" });
  await callEvent(site, "PATCH", id, { as: host.token, body: { status: "cancelled" } });
  expect(await stateOf(id)).toMatchObject({ decision: "called_off" });
});

test("[DAY-04] an event is made with a minimum and its clock", async () => {
  const given = {
    title: "Sunrise Six",
    description: "Come",
    date: "2026-12-05",
    socialEventId: "2026-12-05-sunrise-six",
    time: "18:00",
    length: "2 hrs",
    location: "Pier",
    host: "Ana",
    cost: 0,
    password: "0",
    minimum: 8,
  };
  const answered = await site.post("/api/social-events", given, host.token);
  const { dbVal } = (await answered.json()) as { dbVal: EventView };
  expect(dbVal.decision).toMatchObject({ state: "hold", reason: "minimum", minimum: 8, time: "4:00 PM" });
  const late = { ...given, date: "2026-11-21", socialEventId: "2026-11-21-six", decideMinutesBefore: 24 * 60 };
  const tooLate = { ...given, socialEventId: "2026-12-05-seven", decideMinutesBefore: 29 };
  for (const body of [late, tooLate])
    expect(await refusal(site.post("/api/social-events", body, host.token))).toMatchObject({ status: 422 });
});

test("[DAY-04] the beach board shows today, and one press holds all that has not begun", async () => {
  const admin = await site.tokenFor(["Admins"]);
  const [soon, near, later, begun, off] = [
    await addEvent({ startTime: "10:15" }),
    await addEvent({ startTime: "10:50" }),
    await addEvent(),
    await addEvent({ startTime: "09:00" }),
    await addEvent({ status: "cancelled" }),
  ];
  const board = await site.fetch("/api/admin/beach-board", { as: admin });
  const { socialEvents } = (await board.json()) as { socialEvents: EventView[] };
  const ids = socialEvents.map(({ socialEventId }) => socialEventId);
  expect(ids).toEqual(expect.arrayContaining([soon, later, begun, off]));
  const answered = await site.post(
    "/api/admin/beach-board/hold",
    { reason: "weather", decidesAt: fromNow(30).toISOString(), default: "called_off" },
    admin,
  );
  const { held } = (await answered.json()) as { held: string[] };
  expect(held).toEqual(expect.arrayContaining([soon, near, later]));
  expect(held).not.toContain(begun);
  expect(held).not.toContain(off);
  const state = async (id: string) => (await rsvpState(callEvent(site, "GET", `${id}/rsvp`, {}))).decision;
  // 30 minutes before the start, and never after it.
  expect(await state(near)).toMatchObject({ state: "hold", time: "10:20 AM" });
  expect(await state(soon)).toMatchObject({ state: "hold", time: "10:15 AM", default: "called_off" });
  expect(await state(later)).toMatchObject({ time: "10:30 AM" });
});

test("[DAY-04] a host who changes their mind again and again stops mailing guests", async () => {
  const strict = await startTestSite();
  try {
    const owner = await newcomer(strict, { groups: ["Members"] });
    const { id } = await strict.addEvent(
      makeEvent({ day: "2026-11-21", title: "Back and forth", hostUserId: owner.userId }),
    );
    const wishes = [hold(30), { decision: "runs" }];
    const statuses: number[] = [];
    for (let round = 0; round < 26; round += 1) {
      const body = wishes[round % 2];
      statuses.push((await callEvent(strict, "PUT", `${id}/decision`, { as: owner.token, body })).status);
    }
    // Ending a hold does not count, so a host always can. The thirteenth hold is refused, so the event already runs.
    expect(statuses).toEqual([...Array<number>(24).fill(200), 429, 409]);
  } finally {
    await strict.close();
  }
});
