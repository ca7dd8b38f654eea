import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import { callEvent, newcomer, refusal, standing } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

type Setup = { multiple?: boolean; hostUserId?: string; generalPublic?: boolean };

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
const read = async (id: string, as?: string) => (await standing(callEvent(site, "GET", `${id}/rsvp`, { as }))).poll;
const votes = (poll: Awaited<ReturnType<typeof read>>) => poll?.options.map((option) => option.votes);

test("[DASH-06] a vote is counted, another replaces it, and each sees which is theirs", async () => {
  const { id, options } = await eventWithPoll();
  const [ana, ben] = [await newcomer(site), await newcomer(site)];
  expect((await standing(vote(id, ana.token, [options[1]]))).poll).toEqual({
    question: "Which day?",
    multiple: false,
    closed: false,
    voters: 1,
    options: [
      { id: options[0], label: "Friday", votes: 0, chosen: false },
      { id: options[1], label: "Saturday", votes: 1, chosen: true },
      { id: options[2], label: "Sunday", votes: 0, chosen: false },
    ],
  });
  await standing(vote(id, ben.token, [options[1]]));
  expect(votes(await read(id))).toEqual([0, 2, 0]);
  const changed = (await standing(vote(id, ana.token, [options[2], options[2]]))).poll;
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
  const both = (await standing(vote(several.id, ana.token, several.options.slice(0, 2)))).poll;
  expect([votes(both), both?.voters]).toEqual([[1, 1, 0], 1]);
  const none = (await standing(vote(several.id, ana.token, []))).poll;
  expect([votes(none), none?.voters]).toEqual([[0, 0, 0], 0]);
});

test("[API-01, DASH-06] only options of this event, by a person, in the form it takes", async () => {
  const { id, options } = await eventWithPoll();
  const other = await eventWithPoll();
  const { id: without } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "No poll" }));
  const ana = await newcomer(site);
  await standing(vote(id, ana.token, [options[0]]));
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
  await standing(vote(id, ana.token, [options[0]]));
  expect(await refusal(close(undefined, true))).toMatchObject({ status: 401 });
  expect(await refusal(close(ana.token, true))).toMatchObject({ status: 403, message: /Only the host/ });
  expect(await refusal(close(host.token, "yes"))).toMatchObject({ status: 422 });
  expect((await standing(close(host.token, true))).poll).toMatchObject({ closed: true, voters: 1 });
  expect(await refusal(vote(id, ana.token, [options[1]]))).toEqual({ status: 409, message: "This poll is closed." });
  expect(votes(await read(id))).toEqual([1, 0, 0]);
  expect((await standing(close(admin.token, false))).poll).toMatchObject({ closed: false });
  expect(votes((await standing(vote(id, ana.token, [options[1]]))).poll)).toEqual([0, 1, 0]);
});

test("[EVT-09] the poll of an event for close friends is for members", async () => {
  const { id, options } = await eventWithPoll({ generalPublic: false });
  const ana = await newcomer(site);
  const member = await newcomer(site, { groups: ["Members"] });
  expect(await refusal(vote(id, ana.token, [options[0]]))).toMatchObject({ status: 404 });
  expect(votes((await standing(vote(id, member.token, [options[0]]))).poll)).toEqual([1, 0, 0]);
});

test("[DASH-06] a hundred votes at once, some of the same person: each person's last one counts, once", async () => {
  const { id, options } = await eventWithPoll();
  const people = await Promise.all(Array.from({ length: 25 }, () => newcomer(site)));
  await Promise.all(
    people.flatMap(({ token }) => [0, 1, 2, 0].map(async (index) => standing(vote(id, token, [options[index]])))),
  );
  const poll = await read(id);
  expect(poll?.voters).toBe(25);
  expect(votes(poll)?.reduce((sum, count) => sum + count, 0)).toBe(25);
});
