import { expect, test } from "vitest";
import { MOST_WEB_PROCESSES } from "#src/config/settings.mjs";
import { mostConnections } from "#src/server/processes/connections.ts";

test("a site of as many processes as may be fits into the connections that a PostgreSQL takes when it is told nothing", () => {
  // Three of PostgreSQL's hundred are reserved for its superuser; migrations need one more.
  for (let count = 2; count <= MOST_WEB_PROCESSES; count += 1) expect(mostConnections(count)).toBeLessThanOrEqual(96);
  // Two sites of two processes each, as in docs/operations.md.
  expect(2 * mostConnections(2)).toBeLessThanOrEqual(96);
});
