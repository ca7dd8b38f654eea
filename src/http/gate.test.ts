import { expect, onTestFinished, test, vi } from "vitest";
import { Gate } from "#src/http/gate.server.ts";

test("a request that waits longer than the idle timeout is rejected with a message, and later ones keep their turn", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gate = new Gate(1, 2);
  const { promise: held, resolve: end } = Promise.withResolvers<string>();
  const first = gate.pass(() => held);
  const late = gate.pass(async () => "late");
  await vi.advanceTimersByTimeAsync(30_000);
  const behind = gate.pass(async () => "behind");
  expect(await gate.pass(async () => "too many")).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await late).toBeNull();
  end("first");
  expect(await Promise.all([first, behind])).toEqual(["first", "behind"]);
  expect(await gate.pass(async () => "after")).toBe("after");
});
