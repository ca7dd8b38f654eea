import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { callEvent, newcomer } from "#tests/support/events.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: { token: string; userId: string };
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await site.signedIn({ email: "host@example.com" });
});
afterAll(() => site.close());

const WAITS = [false, "An organizer will look at it, usually within a day."];
const IS_HIDDEN = [true, "It is not shown any more. An organizer will look at it."];

async function eventOn(day: string): Promise<string> {
  const event = makeEvent({ day, title: `Takedowns ${day}`, hostUserId: host.userId });
  await site.addEvent(event);
  return event.id;
}

/** Asks to take a photo down that the host has just added. Returns whether it was hidden, and the words. */
async function askAs(id: string, as: string): Promise<unknown[]> {
  const sent = await site.fetch("/api/images", {
    method: "POST",
    body: formOf(await makeJpeg({ width: 300, height: 200 })),
    as: host.token,
  });
  const { key } = (await sent.json()) as Uploaded;
  await callEvent(site, "POST", `${id}/photos`, { as: host.token, body: { key } });
  const body = { reason: "That is me" };
  const answer = await callEvent(site, "POST", `${id}/photos/${key}/takedown`, { as, body });
  const { hidden, message } = (await answer.json()) as { hidden: boolean; message: string };
  return [hidden, message];
}

const applicant = () => newcomer(site, { user: { status: "applied" } });

async function guestOf(eventId: string, answer: "going" | "not_going", answeredAt: string): Promise<string> {
  const { userId, token } = await applicant();
  await site.app.db.insert(eventRsvps).values({ eventId, userId, answer, answeredAt: new Date(answeredAt) });
  return token;
}

test("[EVT-02] [SAFE-01] an account made in a minute hides no photo", async () => {
  const id = await eventOn("2026-11-14");
  const { token } = await applicant();
  for (let photos = 0; photos < 2; photos += 1) expect(await askAs(id, token)).toEqual(WAITS);
});

test("[EVT-02] a guest of the event, an approved person and the sender hide a photo at once", async () => {
  const id = await eventOn("2026-11-15");
  expect(await askAs(id, await guestOf(id, "going", "2026-11-01T12:00:00Z"))).toEqual(IS_HIDDEN);
  expect(await askAs(id, host.token)).toEqual(IS_HIDDEN);
  expect(await askAs(id, (await newcomer(site, { user: { status: "approved" } })).token)).toEqual(IS_HIDDEN);
});

test("[EVT-02] [SAFE-01] an RSVP that anybody can still make does not hide a photo", async () => {
  const id = await eventOn("2026-11-16");
  expect(await askAs(id, await guestOf(id, "not_going", "2026-11-01T12:00:00Z"))).toEqual(WAITS);
  expect(await askAs(id, await guestOf(id, "going", "2026-11-20T12:00:00Z"))).toEqual(WAITS);
  const coming = await eventOn("2026-12-24");
  expect(await askAs(coming, await guestOf(coming, "going", "2026-11-01T12:00:00Z"))).toEqual(WAITS);
});
