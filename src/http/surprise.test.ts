import { expect, test } from "vitest";
import { describeSurprise, surpriseForLog } from "./surprise.server.ts";

const failed = (code: string, message = "no luck") =>
  new Error("Failed query: select 1\nparams: ana@example.com", { cause: Object.assign(new Error(message), { code }) });

test.each(["25006", "57P01", "08001", "08007", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ETIMEDOUT", "ECONNREFUSED"])(
  "[OPS-01] a database that answers %s is away: 503 with a time to try again, and one line in the log",
  (code) => {
    expect(describeSurprise(failed(code))).toMatchObject({ status: 503, code: "unavailable", retryAfterSeconds: 30 });
    expect(surpriseForLog(failed(code, "connect\n    at somewhere"))).toEqual({
      error: "the database is away: connect",
    });
  },
);

test("[OPS-01] a statement timeout is a 503, and the log has the statement without values", () => {
  expect(describeSurprise(failed("57014"))).toMatchObject({ status: 503, code: "unavailable" });
  const { error } = surpriseForLog(failed("57014"));
  expect(error).toContain("Failed query: select 1");
  expect(error).not.toContain("ana@example.com");
});

test("a bug is a 500, and the log has its stack without values", () => {
  expect(describeSurprise(failed("42P01"))).toMatchObject({ status: 500, code: "internal" });
  const { error } = surpriseForLog(failed("42P01"));
  expect(error).toContain("surprise.test.ts");
  expect(error).not.toContain("ana@example.com");
});
