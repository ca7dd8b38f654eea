import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import { callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

type Setup = {
  multiple?: boolean;
  hostUserId?: string;
  generalPublic?: boolean;
  day?: `${number}-${number}-${number}`;
  status?: "cancelled" | "postponed";
};

/** An event that asks for the day, with the ids of its three options. */
async function eventWithPoll({ multiple = false, ...event }: Setup = {}): Promise<{ id: string; options: string[] }> {
  made += 1;
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: `Poll ${made}`, ...event }));
  await site.app.db.insert(eventPolls).values({ eventId: id, question: "Which day?", multiple });
  const options = ["Friday", "Saturday", "Sunday"].map((label, position) => ({
    id: `poll${made}-${position}`,
    eventId: id,
    position,
    label,
  }));
  await site.app.db.insert(pollOptions).values(options.toReversed());
  return { id, options: options.map((option) => option.id) };
}

const vote = (id: string, as: string | undefined, optionIds: unknown) =>
  callEvent(site, "PUT", `${id}/poll`, { as, body: { optionIds } });
const read = async (id: string, as?: string) => (await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }))).poll;
const votes = (poll: Awaited<ReturnType<typeof read>>) => poll?.options.map((option) => option.votes);

test("[DASH-06] a vote is counted, another replaces it, and each sees which is theirs", async () => {
  const { id, options } = await eventWithPoll();
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  expect((await rsvpState(vote(id, ana.token, [options[1]]))).poll).toEqual({
    question: "Which day?",
    multiple: false,
    membersOnly: false,
    closed: false,
    voters: 1,
    options: [
      { id: options[0], label: "Friday", votes: 0, chosen: false },
      { id: options[1], label: "Saturday", votes: 1, chosen: true },
      { id: options[2], label: "Sunday", votes: 0, chosen: false },
    ],
  });
  await rsvpState(vote(id, ben.token, [options[1]]));
  expect(votes(await read(id))).toEqual([0, 2, 0]);
  const changed = (await rsvpState(vote(id, ana.token, [options[2], options[2]]))).poll;
  expect([votes(changed), changed?.voters]).toEqual([[0, 1, 1], 2]);
  expect((await read(id, ben.token))?.options.map(({ chosen }) => chosen)).toEqual([false, true, false]);
  expect((await read(id))?.options.map(({ chosen }) => chosen)).toEqual([false, false, false]);
});

test("[DASH-06] one choice where one is asked for, any number where several are", async () => {
  const single = await eventWithPoll();
  const several = await eventWithPoll({ multiple: true });
  const ana = await newcomer(site);
  for (const optionIds of [[], single.options.slice(0, 2)])
    expect(await refusal(vote(single.id, ana.token, optionIds))).toMatchObject({ status: 422, message: /Choose one/ });
  const both = (await rsvpState(vote(several.id, ana.token, several.options.slice(0, 2)))).poll;
  expect([votes(both), both?.voters]).toEqual([[1, 1, 0], 1]);
  const none = (await rsvpState(vote(several.id, ana.token, []))).poll;
  expect([votes(none), none?.voters]).toEqual([[0, 0, 0], 0]);
});

test("[API-01, DASH-06] only options of this event, by a person, in the form it takes", async () => {
  const { id, options } = await eventWithPoll();
  const other = await eventWithPoll();
  const { id: without } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "No poll" }));
  const ana = await newcomer(site);
  await rsvpState(vote(id, ana.token, [options[0]]));
  expect(await refusal(vote(id, undefined, [options[0]]))).toEqual({ status: 401, message: "Not authenticated" });
  expect(await refusal(vote(without, ana.token, []))).toEqual({ status: 404, message: "This event has no poll." });
  for (const optionIds of [[other.options[0]], [options[0], "x"], ["\0"], "x", [1], null, Array(51).fill(options[0])])
    expect(await refusal(vote(id, ana.token, optionIds))).toMatchObject({ status: 422, message: /^[A-Z].+\.$/ });
  expect(votes(await read(id))).toEqual([1, 0, 0]);
  expect(votes(await read(other.id))).toEqual([0, 0, 0]);
});

test("[DASH-06] host and organizers close a poll and open it again; a closed one takes no votes and shows them", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const admin = await newcomer(site, { groups: ["Admins"] });
  const ana = await newcomer(site);
  const { id, options } = await eventWithPoll({ hostUserId: host.userId });
  const close = (as: string | undefined, closed: unknown) =>
    callEvent(site, "PATCH", `${id}/poll`, { as, body: { closed } });
  await rsvpState(vote(id, ana.token, [options[0]]));
  expect(await refusal(close(undefined, true))).toMatchObject({ status: 401 });
  expect(await refusal(close(ana.token, true))).toMatchObject({ status: 403, message: /Only the host/ });
  expect(await refusal(close(host.token, "yes"))).toMatchObject({ status: 422 });
  expect((await rsvpState(close(host.token, true))).poll).toMatchObject({ closed: true, voters: 1 });
  expect(await refusal(vote(id, ana.token, [options[1]]))).toEqual({ status: 409, message: "This poll is closed." });
  expect(votes(await read(id))).toEqual([1, 0, 0]);
  expect((await rsvpState(close(admin.token, false))).poll).toMatchObject({ closed: false });
  expect(votes((await rsvpState(vote(id, ana.token, [options[1]]))).poll)).toEqual([0, 1, 0]);
});

test("[DASH-06, DAY-10] a canceled event and one that is over take no votes, whatever their host says of the poll", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const over = await eventWithPoll({ hostUserId: host.userId, day: "2026-11-02" });
  const canceled = await eventWithPoll({ hostUserId: host.userId, status: "cancelled" });
  const postponed = await eventWithPoll({ hostUserId: host.userId, status: "postponed" });
  for (const { id, options } of [over, canceled]) {
    await rsvpState(callEvent(site, "PATCH", `${id}/poll`, { as: host.token, body: { closed: false } }));
    expect(await refusal(vote(id, host.token, [options[0]]))).toEqual({ status: 409, message: "This poll is closed." });
    expect(votes(await read(id))).toEqual([0, 0, 0]);
  }
  expect(votes((await rsvpState(vote(postponed.id, host.token, [postponed.options[0]]))).poll)).toEqual([1, 0, 0]);
});

test("[EVT-09] the poll of an event for close friends is for members", async () => {
  const { id, options } = await eventWithPoll({ generalPublic: false });
  const ana = await newcomer(site);
  const member = await newcomer(site, { groups: ["Members"] });
  expect(await refusal(vote(id, ana.token, [options[0]]))).toMatchObject({ status: 404 });
  expect(votes((await rsvpState(vote(id, member.token, [options[0]]))).poll)).toEqual([1, 0, 0]);
});

test("[DASH-06] a hundred votes at once, some of the same person: each person's last one counts, once", async () => {
  const { id, options } = await eventWithPoll();
  const people = await Promise.all(Array.from({ length: 25 }, () => newcomer(site)));
  await Promise.all(
    people.flatMap(({ token }) => [0, 1, 2, 0].map(async (index) => rsvpState(vote(id, token, [options[index]])))),
  );
  const poll = await read(id);
  expect(poll?.voters).toBe(25);
  expect(votes(poll)?.reduce((sum, count) => sum + count, 0)).toBe(25);
});

const OWN = { question: "What shall we play?", options: ["Twos", "Fours"], membersOnly: false };

test("[DASH-06] a host makes a poll, changes words that nobody voted on, and deletes it", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const ana = await newcomer(site);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Made", hostUserId: host.userId }));
  const call = (method: "POST" | "PATCH" | "DELETE", body?: unknown, as = host.token) =>
    callEvent(site, method, `${id}/poll`, { as, body });
  expect(await refusal(call("POST", OWN, ana.token))).toMatchObject({ status: 403, message: /Only the host/ });
  for (const bad of [
    { options: ["One"] },
    { options: ["Twos", " twos "] },
    { options: ["Twos", ""] },
    { question: "" },
  ])
    expect(await refusal(call("POST", { ...OWN, ...bad }))).toMatchObject({ status: 422 });
  const first = (await rsvpState(call("POST", OWN))).poll;
  expect(first).toMatchObject({ question: OWN.question, multiple: false, membersOnly: false, voters: 0 });
  expect(await refusal(call("POST", OWN))).toEqual({ status: 409, message: "This event already has a poll." });
  const [twos, fours] = first?.options.map((option) => option.id) ?? [];
  await rsvpState(call("PATCH", { question: "Which game?" }));
  await rsvpState(vote(id, ana.token, [fours]));
  // No vote ever stands under words that its voter did not read.
  const other = [
    { id: twos, label: "Pairs" },
    { id: fours, label: "Indoors" },
  ];
  const refused = await call("PATCH", { question: "Where?", options: other });
  expect([refused.status, ((await refused.json()) as { fields: object }).fields]).toEqual([
    422,
    { question: expect.stringContaining("voted"), "options.1.label": expect.stringContaining("voted") },
  ]);
  const options = [{ label: "Sixes" }, { id: fours, label: "Fours" }];
  const changed = (await rsvpState(call("PATCH", { question: "Which game?", options }))).poll;
  expect(changed?.question).toBe("Which game?");
  expect(changed?.options.map(({ label, votes: count }) => [label, count])).toEqual([
    ["Sixes", 0],
    ["Fours", 1],
  ]);
  expect(await refusal(call("PATCH", { options: [{ id: twos, label: "Twos" }, { label: "New" }] }))).toMatchObject({
    status: 422,
  });
  await rsvpState(call("PATCH", { multiple: true }));
  await rsvpState(
    vote(
      id,
      ana.token,
      changed?.options.map((option) => option.id),
    ),
  );
  expect(await refusal(call("PATCH", { multiple: false }))).toMatchObject({ status: 422, message: /several/ });
  expect((await rsvpState(call("DELETE"))).poll).toBeNull();
  expect(await refusal(call("DELETE"))).toEqual({ status: 404, message: "This event has no poll." });
});

test("[DASH-06] a poll for members is seen by members and who manages the event, and others cannot vote in it", async () => {
  const host = await newcomer(site);
  const hostId = { id: "poll-host", userId: host.userId, hostIdHash: "poll-host", createdAt: site.app.clock.now() };
  await site.app.db.insert(hostIds).values(hostId);
  const member = await newcomer(site, { groups: ["Members"] });
  const ana = await newcomer(site);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Members'", hostUserId: host.userId }));
  const { membersOnly: _, ...byDefault } = OWN;
  const poll = (await rsvpState(callEvent(site, "POST", `${id}/poll`, { as: host.token, body: byDefault }))).poll;
  expect(poll?.membersOnly).toBe(true);
  const choice = [poll?.options[0]?.id];
  expect(await read(id)).toBeNull();
  expect(await read(id, ana.token)).toBeNull();
  expect(await refusal(vote(id, ana.token, choice))).toEqual({ status: 403, message: "This poll is for members." });
  expect(votes((await rsvpState(vote(id, member.token, choice))).poll)).toEqual([1, 0]);
  expect((await read(id, host.token))?.voters).toBe(1);
});

test("[DASH-06] a host whose words wait for an organizer writes none into a poll of a published event, but may close it", async () => {
  const host = await newcomer(site);
  const { id } = await eventWithPoll({ hostUserId: host.userId });
  const call = (method: "POST" | "PATCH" | "DELETE", body?: unknown) =>
    callEvent(site, method, `${id}/poll`, { as: host.token, body });
  const refused = { status: 403, message: expect.stringContaining("Ask an organizer") };
  expect(await refusal(call("PATCH", { question: "Who pays?" }))).toMatchObject(refused);
  expect(await refusal(call("PATCH", { options: [{ label: "Here" }, { label: "There" }] }))).toMatchObject(refused);
  expect((await rsvpState(call("PATCH", { closed: true }))).poll).toMatchObject({
    question: "Which day?",
    closed: true,
  });
  expect((await rsvpState(call("DELETE"))).poll).toBeNull();
  expect(await refusal(call("POST", OWN))).toMatchObject(refused);
});

test("[DASH-06, ADMIN-12] an organizer's change of a poll is logged, and a poll comes with a new event", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const body = {
    title: "Asks at once",
    date: "2026-12-05",
    socialEventId: "2026-12-05-asks-at-once",
    weeks: 2,
    description: "Come",
    time: "18:00",
    length: "2 hrs",
    location: "Pier",
    host: "Ana",
    cost: 0,
    password: "0",
  };
  const create = async (eventPoll: unknown) =>
    site.fetch("/api/social-events", {
      method: "POST",
      as: admin.token,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, eventPoll }),
    });
  const refused = await create({ ...OWN, options: [] });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    fields: { "eventPoll.options": expect.stringContaining("two") as string },
  });
  expect((await create(OWN)).status).toBe(201);
  for (const id of ["2026-12-05-asks-at-once", "2026-12-12-asks-at-once"])
    expect((await read(id))?.question).toBe(OWN.question);
  await rsvpState(
    callEvent(site, "PATCH", `${body.socialEventId}/poll`, { as: admin.token, body: { question: "Which?" } }),
  );
  const { rows } = await site.app.db.execute(
    sql`select after from audit_log where ${body.socialEventId} = any (subject_ids)`,
  );
  expect(rows).toEqual([{ after: { asked: "Which?", closed: false } }]);
});
