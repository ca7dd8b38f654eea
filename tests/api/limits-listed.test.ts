import { afterAll, beforeAll, expect, test } from "vitest";
import { makeChat } from "#seeds/factories.ts";
import { describeRest } from "#src/api/openapi.ts";
import { restMap } from "#src/api/rest.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { eventPolls, pollOptions } from "#src/db/tables/rsvps.ts";
import { FRIENDS, FULL, HELD, POLICY_TABLE, PUBLIC } from "#tests/support/policy-table.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: { userId: string; token: string };
beforeAll(async () => {
  // No limit lets anything through, so each call that has one answers 429.
  site = await startTestSite({ RATE_LIMIT_FACTOR: "0.000001" });
  host = await site.signedIn({ groups: ["Admins"], email: "host@example.com" });
  for (const event of [PUBLIC, FRIENDS, HELD]) await site.addEvent({ ...event, hostUserId: host.userId });
  await site.addEvent(FULL, { going: 1 });
  await site.app.db.insert(eventPolls).values({ eventId: PUBLIC.id, question: "Which court?" });
  await site.app.db.insert(pollOptions).values({ id: "yes", eventId: PUBLIC.id, position: 0, label: "The north one" });
  const createdAt = site.app.clock.now();
  for (const id of ["volleyball", "announcements"]) {
    await site.app.db.insert(chats).values(makeChat({ id }));
    await site.app.db
      .insert(chatMessages)
      .values({ chatId: id, seq: 1, id: "m1", name: "Bo", text: "Hello", createdAt });
  }
});
afterAll(() => site.close());

test("[API-01] every call that answers 429 lists it", async () => {
  const listed: Record<string, Record<string, unknown>> = describeRest(restMap).paths;
  const limited = new Set<string>();
  for (const viewer of ["visitor", "admin"] as const)
    for (const [, method, path, call] of POLICY_TABLE) {
      const { path: asked, body } = call({ viewer, userId: host.userId, number: 1 });
      const { status } = await site.fetch(asked, {
        method: method.toUpperCase(),
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
        ...(viewer === "admin" && { as: host.token }),
      });
      if (status === 429) limited.add(`${method} ${path}`);
    }
  const isListed = (call: string) => {
    const [method = "", path = ""] = call.split(" ");
    const operation = listed[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method];
    return Object.keys((operation as { responses: object }).responses).includes("429");
  };
  expect([...limited]).toEqual(expect.arrayContaining(["post /api/ladder/own/doubts", "post /api/reports"]));
  expect(limited.size).toBeGreaterThan(10);
  expect([...limited].filter((call) => !isListed(call))).toEqual([]);
});
