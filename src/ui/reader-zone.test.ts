import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { readerZoneScript } from "#src/ui/reader-zone.ts";

const NOON = "2026-11-21T12:00:00-05:00";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["America/New_York", []],
  ["America/Jamaica", []],
  ["America/Chicago", ["data-elsewhere"]],
  ["Asia/Kolkata", ["data-elsewhere"]],
])("[EVT-13] before the first paint a reader in %s is marked as elsewhere, or not", (zone, marks) => {
  vi.stubEnv("TZ", zone);
  const marked: string[] = [];
  const document = { documentElement: { setAttribute: (name: string) => marked.push(name) } };
  runInNewContext(readerZoneScript(NOON), { document });
  expect(marked).toEqual(marks);
});

test("[EVT-13] the same hour a day later is a different time zone", () => {
  vi.stubEnv("TZ", "Pacific/Apia");
  const marked: string[] = [];
  const document = { documentElement: { setAttribute: (name: string) => marked.push(name) } };
  runInNewContext(readerZoneScript("2026-11-21T12:00:00-11:00"), { document });
  expect(marked).toEqual(["data-elsewhere"]);
});
