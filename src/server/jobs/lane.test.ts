import { expect, test } from "vitest";
import { Lane } from "./lane.ts";

/** A lane whose rounds the test ends. */
function makeLane() {
  const rounds: PromiseWithResolvers<number>[] = [];
  const lane = new Lane(() => {
    const round = Promise.withResolvers<number>();
    rounds.push(round);
    return round.promise;
  });
  return { lane, rounds };
}

test("requests during a round share one round after it, whether or not the first fails", async () => {
  const { lane, rounds } = makeLane();
  const first = lane.run();
  const [second, third] = [lane.run(), lane.run()];
  expect(rounds).toHaveLength(1);
  rounds[0]?.reject(new Error("no luck"));
  await expect(first).rejects.toThrow("no luck");
  await expect.poll(() => rounds.length).toBe(2);
  const fourth = lane.run();
  rounds[1]?.resolve(7);
  expect(await Promise.all([second, third])).toEqual([7, 7]);
  await expect.poll(() => rounds.length).toBe(3);
  rounds[2]?.resolve(8);
  expect(await fourth).toBe(8);
  await lane.idle();
});

test("a lane is idle once the last requested round is over", async () => {
  const { lane, rounds } = makeLane();
  void lane.run();
  void lane.run();
  let isIdle = false;
  const idle = lane.idle().then(() => (isIdle = true));
  rounds[0]?.resolve(1);
  await expect.poll(() => rounds.length).toBe(2);
  expect(isIdle).toBe(false);
  rounds[1]?.resolve(2);
  await idle;
});
