import { expect, test } from "vitest";
import { MOST_WEB_PROCESSES } from "#src/config/settings.mjs";
import { mostConnections } from "#src/server/processes/connections.ts";

test("the maximum number of processes fits into PostgreSQL's default connection limit", () => {
  // Three of PostgreSQL's hundred are reserved for its superuser; migrations need one more.
  for (let count = 2; count <= MOST_WEB_PROCESSES; count += 1) expect(mostConnections(count)).toBeLessThanOrEqual(96);
  // Two sites of two processes each, as in docs/operations.md.
  expect(2 * mostConnections(2)).toBeLessThanOrEqual(96);
});
