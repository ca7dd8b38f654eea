import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { GRANTED_ROLES } from "#src/shared/roles.ts";
import type { Row } from "#tests/support/policy-rows.ts";
import { ADMIN_ROWS } from "#tests/support/policy-table-admin.ts";
import { ROLE_CALLS } from "#tests/support/policy-table-roles.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let number = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

async function ask([, method, , call]: Row, role: (typeof GRANTED_ROLES)[number]): Promise<number> {
  number += 1;
  const { token, userId } = await site.signedIn({
    email: `${role.replace("_", "")}${number}@example.com`,
    roles: [role],
  });
  const { path, body } = call({ viewer: "male", userId, number });
  const answer = await site.fetch(path, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    as: token,
  });
  return answer.status;
}

describe("what each role may ask of the console, over HTTP", () => {
  test.each(ADMIN_ROWS.map((row) => [row[0], row] as const))("[DESK-01] %s", async (_what, row) => {
    const allowed = ROLE_CALLS[`${row[1]} ${row[2]}`] ?? [];
    const statuses: Record<string, number> = {};
    for (const role of GRANTED_ROLES) statuses[role] = await ask(row, role);
    const ofAdmin = row.at(-1);
    expect(statuses).toEqual(
      Object.fromEntries(GRANTED_ROLES.map((role) => [role, allowed.includes(role) ? ofAdmin : 403])),
    );
  });

  test("[DESK-01] every call in the table of roles is asked", () => {
    const asked = new Set(ADMIN_ROWS.map(([, method, path]) => `${method} ${path}`));
    expect(Object.keys(ROLE_CALLS).filter((call) => !asked.has(call))).toEqual([]);
  });
});

test("[DESK-01] a greeter by role keeps the door of every event; a treasurer of none", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-11-29", generalPublic: false }));
  const greeter = await site.signedIn({ email: "hello@example.com", roles: ["greeter"] });
  const treasurer = await site.signedIn({ email: "coins@example.com", roles: ["treasurer"] });
  const door = async (as: string) => (await site.fetch(`/api/social-events/${event.id}/door`, { as })).status;
  expect([await door(greeter.token), await door(treasurer.token)]).toEqual([200, 404]);
});

test("[DESK-01] an event lead changes any event and sees held ones; a treasurer doesn't", async () => {
  const held = await site.addEvent(makeEvent({ day: "2026-11-30", title: "Held", held: true }));
  const lead = await site.signedIn({ email: "lead@example.com", roles: ["event_lead"] });
  const treasurer = await site.signedIn({ email: "books@example.com", roles: ["treasurer"] });
  const change = (as: string) =>
    site.fetch(`/api/social-events/${held.id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ description: "Bring water." }),
      as,
    });
  expect((await change(treasurer.token)).status).toBe(404);
  expect((await change(lead.token)).status).toBe(200);
});
