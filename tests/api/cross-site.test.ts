import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const WRITES = restMap
  .filter(({ method }) => method !== "get")
  .map(({ method, path }) => [method.toUpperCase(), path.replace(/:\w+/g, "x")] as const)
  .concat([
    ["POST", "/graphql"],
    ["POST", "/api/webhooks/stripe"],
    ["POST", "/api/demonstration/checkout"],
    ["POST", "/demonstration/bitcoin-cash"],
    ["POST", "/events"],
  ]);

const FOREIGN: readonly Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { origin: `${PUBLIC_URL}.evil.example` },
  { origin: PUBLIC_URL.replace("http:", "https:") },
  { origin: `${PUBLIC_URL}:81` },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

describe("a cross-site write is rejected for every viewer", () => {
  test.each(FOREIGN)("[API-01] with %j", async (headers) => {
    for (const [method, path] of WRITES) {
      const answer = await site.fetch(path, {
        method,
        as: admin,
        headers: { "content-type": "application/json", ...headers },
        body: "{}",
      });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
  });
});

test("[API-01] what a form of another site could send without asking is no JSON, though it reads like it", async () => {
  const text = JSON.stringify(joinForm());
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
    .concat(["text/plain; application/json", "application/json+x", "text/json", "application/x-json", "*/*"])
    .concat(["application/jsonp", 'text/plain; charset="application/json"']);
  for (const type of types) {
    const answer = await site.fetch("/api/join", { method: "POST", body: text, headers: { "content-type": type } });
    expect([type, answer.status]).toEqual([type, 415]);
  }
});

test("[API-01] no other site may read an answer, with or without asking before", async () => {
  const asking = { "access-control-request-method": "PUT", "access-control-request-headers": "authorization" };
  for (const path of ["/api/profile", "/api/social-events", "/graphql", "/events.ics", "/openapi.json"]) {
    for (const method of ["OPTIONS", "GET"]) {
      const headers = { origin: "https://evil.example", ...asking };
      const answer = await site.fetch(path, { method, headers, as: admin });
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect([method, path, allowed]).toEqual([method, path, []]);
    }
  }
});
