import { afterAll, beforeAll, expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { POLICY_TABLE } from "#tests/support/policy-table.ts";
import { VIEWERS } from "#tests/support/policy-rows.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let member: string;
let organizer: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  [member, organizer] = [await site.tokenFor(["Members"]), await site.tokenFor(["Admins"])];
});
afterAll(() => site.close());

const NOT_ORGANIZERS = VIEWERS.filter((viewer) => viewer !== "admin");
/** Whether the row of a call refuses everybody but organizers. Who hosts an event is known only once it was read. */
const isForOrganizers = (expected: readonly unknown[]) =>
  NOT_ORGANIZERS.every((viewer) => expected[VIEWERS.indexOf(viewer)] === (viewer === "visitor" ? 401 : 403));
const forOrganizers = new Set(
  POLICY_TABLE.filter(([, , , , ...expected]) => isForOrganizers(expected)).map(
    ([, method, path]) => `${method} ${path}`,
  ),
);
const calls = restMap.filter(
  ({ method, path }) =>
    !path.startsWith("/api/social-events/") &&
    (forOrganizers.has(`${method} ${path}`) || /^\/api\/(?:admin|users)\b/.test(path)),
);

/** What no call understands, and what many need. */
const QUERIES = ["", "?type=nothing&after=%00&after=x&day=2026-02-30&from=9&to=1&limit=-1&sort=x&period=x"];
const BODIES = [undefined, "[", "[]", "{}", '{"type":"nothing"}'];

async function statusesOf(as: string | undefined) {
  const odd: string[] = [];
  for (const { method, path } of calls)
    for (const query of QUERIES)
      for (const body of method === "get" ? [undefined] : BODIES) {
        const { status } = await site.fetch(path.replaceAll(/:\w+/g, "nobody") + query, {
          method: method.toUpperCase(),
          ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
          ...(as !== undefined && { as }),
        });
        if (status !== (as === undefined ? 401 : 403)) odd.push(`${method} ${path}${query} ${body ?? ""}: ${status}`);
      }
  return odd;
}

test("[AUTH-10] a call for organizers refuses others before it reads their query or body", async () => {
  expect(calls.length).toBeGreaterThan(90);
  expect(await statusesOf(undefined)).toEqual([]);
  expect(await statusesOf(member)).toEqual([]);
});

test("[AUTH-10] a call selected by the query asks the gate of what it selects", async () => {
  const path = "/api/pending-join-requests";
  const status = async (query: string, as: string) => (await site.fetch(`${path}${query}`, { as })).status;
  for (const query of ["", "?type=nothing", "?type=constructor", "?type=pendingJoinRequests&after=%00"])
    expect([await status(query, member), await status(query, organizer)]).toEqual([403, 422]);
  expect(await status("?type=socialEvents&days=x", member)).toBe(422);
});
