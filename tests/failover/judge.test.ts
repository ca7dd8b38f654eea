import { expect, test } from "vitest";
import { judge, medianOf, type Round } from "#tests/failover/judge.ts";

const good: Round = { blow: "kill node", pauseMs: 21_000, faults: [] };

test("[OPS-01] a failover is good when nothing was lost, the pause was within the budget, and people saw nothing worse than 503", () => {
  expect(judge([good], { "200": 900, "409": 3, "503": 40 }, 30_000)).toEqual([]);
});

test("[OPS-01] a lost write, a long pause, an error of ours, a missing answer, and a run without a round are told", () => {
  const bad: Round = { blow: "freeze node", pauseMs: 30_001, faults: ["lost although acknowledged: form 7"] };
  expect(judge([good, bad], { "200": 1, "500": 2, "no answer (SocketError: other side closed)": 4 }, 30_000)).toEqual([
    "round 2, freeze node: lost although acknowledged: form 7",
    "round 2, freeze node: nobody could write for 30001 ms",
    "people saw 500 2 times",
    "people saw no answer (SocketError: other side closed) 4 times",
  ]);
  expect(judge([], {}, 30_000)).toEqual(["nothing was tried"]);
});

test("the median of an even count is the lower one", () => {
  expect([medianOf([]), medianOf([5]), medianOf([9, 1, 4]), medianOf([4, 3, 2, 1])]).toEqual([0, 5, 4, 2]);
});
