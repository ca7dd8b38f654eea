import { expect, test } from "vitest";
import { runCrashes } from "#tests/crash/rounds.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// The first three rounds of this seed kill the app, the database under it, and both. `npm run test:crash` is a hundred.
const [ROUNDS, SEED] = [3, 8];

test("[JOIN-03, JOIN-17, ADMIN-06, DAY-04] kill -9 at random moments under mixed writing: what was acknowledged is there, nothing is half", async () => {
  const { faults, acknowledged, slowest } = await runCrashes({
    dataDir: await temporaryFolder(),
    rounds: ROUNDS,
    seed: SEED,
  });
  expect(faults).toEqual([]);
  expect(Object.keys(slowest).toSorted()).toEqual(["app", "app, then database", "database"]);
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThanOrEqual(ROUNDS);
});
