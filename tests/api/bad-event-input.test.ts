import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import { callEvent, expectTrueCounts, newcomer } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "10000" });
});
afterAll(() => site.close());

const CALLS = [
  ["GET", "rsvp"],
  ["PUT", "rsvp"],
  ["DELETE", "rsvp"],
  ["GET", "attendees"],
  ["POST", "waiting-list"],
  ["DELETE", "waiting-list"],
  ["PUT", "poll"],
  ["PATCH", "poll"],
  ["PATCH", ""],
] as const;

/** Half of them nearly right: fields of the calls with any values. */
const body = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  fc.record(
    Object.fromEntries(
      ["answer", "optionIds", "closed", "title", "date", "time", "lengthMinutes", "location", "spaces", "status"].map(
        (field) => [field, fc.jsonValue({ noUnicodeString: false, maxDepth: 1 })],
      ),
    ),
    { requiredKeys: [] },
  ),
);

test("[API-01] hundreds of random bodies, ids and cursors to every call about an event: never a 5xx", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", capacity: 1 }));
  await site.app.db.insert(eventPolls).values({ eventId: id, question: "Which?", multiple: true });
  await site.app.db.insert(pollOptions).values({ id: "one", eventId: id, position: 0, label: "One" });
  const ids = fc.oneof({ weight: 3, arbitrary: fc.constant(id) }, fc.string({ unit: "binary", minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CALLS), ids, body, fc.string(), async ([method, part], name, sent, after) => {
      const path = [encodeURIComponent(name.toWellFormed()), part].filter(Boolean).join("/");
      const isRead = method === "GET";
      const query = isRead ? `?after=${encodeURIComponent(after.toWellFormed())}` : "";
      const answer = await callEvent(site, method, path + query, {
        as: admin.token,
        ...(!isRead && { body: sent }),
      });
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
  await expectTrueCounts(site, id);
});
