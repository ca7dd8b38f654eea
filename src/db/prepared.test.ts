import { pino } from "pino";
import { expect, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";

test("a prepared query is built once per pool, which Drizzle's internal session still identifies", async () => {
  // A pool connects on its first query, so no server is needed.
  const [one, other] = [1, 2].map((port) =>
    connect(`postgres://nobody@127.0.0.1:${port}/none`, pino({ level: "silent" })),
  );
  let built = 0;
  const build = () => (built += 1);
  expect([one, one, other].map((to) => to && prepareOnce(to.db, "q", build))).toEqual([1, 1, 2]);
  await Promise.all([one?.pool.end(), other?.pool.end()]);
});
