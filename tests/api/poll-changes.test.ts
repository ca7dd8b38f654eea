import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: string;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
  host = (await newcomer(site, { groups: ["Admins"] })).token;
});
afterAll(() => site.close());

/** An event that asks for the day; who calls is an organizer. */
async function askForDay({ multiple = false } = {}) {
  made += 1;
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: `Changes ${made}` }));
  const call = (method: "POST" | "PATCH", body: object) => callEvent(site, method, `${id}/poll`, { as: host, body });
  const words = { question: "Which day?", multiple, membersOnly: false, options: ["Friday", "Saturday", "Sunday"] };
  const options = (await rsvpState(call("POST", words))).poll?.options ?? [];
  return {
    choices: options.map(({ id: choice, label }) => ({ id: choice, label })),
    change: (body: object) => call("PATCH", body),
    vote: async (...optionIds: unknown[]) => {
      const { token } = await newcomer(site);
      return rsvpState(callEvent(site, "PUT", `${id}/poll`, { as: token, body: { optionIds } }));
    },
    read: async () => votesOf((await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: host }))).poll),
  };
}

const votesOf = (poll: PollView | null) => poll?.options.map(({ label, votes }) => [label, votes]);

test("[DASH-06] a change of a poll that is refused changes nothing, its removed choices and their votes included", async () => {
  const poll = await askForDay({ multiple: true });
  const [friday, saturday, sunday] = poll.choices;
  await poll.vote(friday?.id, saturday?.id, sunday?.id);
  const change = { multiple: false, options: [friday, saturday, { label: "Monday" }] };
  expect(await refusal(poll.change(change))).toMatchObject({ status: 422, message: /several/ });
  expect(await poll.read()).toEqual([
    ["Friday", 1],
    ["Saturday", 1],
    ["Sunday", 1],
  ]);
  // Without the choices that made it several, one vote is left.
  await rsvpState(poll.change({ ...change, options: [friday, { label: "Monday" }] }));
  expect(await poll.read()).toEqual([
    ["Friday", 1],
    ["Monday", 0],
  ]);
});

test("[DASH-06] a choice that somebody added while another had the form open stays, and a change that is sent again adds none twice", async () => {
  const poll = await askForDay();
  const [friday, saturday] = poll.choices;
  const added = await rsvpState(poll.change({ options: [...poll.choices, { label: "Monday" }] }));
  await poll.vote(added.poll?.options[3]?.id);
  const seen = poll.choices.map(({ id }) => id);
  const mine = { seen, options: [friday, saturday, { label: "Tuesday" }] };
  const changed = await rsvpState(poll.change(mine));
  // The answer was lost, and a guest chose the new one meanwhile.
  await poll.vote(changed.poll?.options[2]?.id);
  await rsvpState(poll.change(mine));
  expect(await poll.read()).toEqual([
    ["Friday", 0],
    ["Saturday", 0],
    ["Tuesday", 1],
    ["Monday", 1],
  ]);
});
