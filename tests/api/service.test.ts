import { afterAll, beforeAll, expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[API-02] the served description names every call, its input and its answers", async () => {
  const answer = await site.fetch("/openapi.json");
  expect(answer.status).toBe(200);
  const description = (await answer.json()) as {
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name: string }[];
          requestBody?: { content: Record<string, { schema: unknown }> };
          responses: Record<string, unknown>;
        }
      >
    >;
  };
  expect(description.openapi).toMatch(/^3\.1/);
  for (const { method, path } of restMap)
    expect(description.paths[path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(method);
  const list = description.paths["/api/social-events"]?.["get"];
  expect(list?.parameters.map((parameter) => parameter.name)).toEqual(["id", "isPastEvents", "after", "chat"]);
  const join = description.paths["/api/join"]?.["post"];
  const form = JSON.stringify(join?.requestBody?.content["application/json"]?.schema);
  for (const field of Object.keys(joinForm())) expect(form).toContain(`"${field}"`);
  expect(Object.keys(join?.responses ?? {})).toEqual([
    "200",
    "400",
    "401",
    "403",
    "404",
    "408",
    "409",
    "413",
    "415",
    "422",
    "429",
    "503",
  ]);
});

test("health answers without the database, and every answer is strict with browsers", async () => {
  const answer = await site.fetch("/healthz");
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("[OPS-05] the id of a request is the proxy's where one is trusted and it is well-formed, else a new one", async () => {
  const given = "0123456789abcdef0123456789abcdef";
  const behind = await startTestSite({ TRUST_PROXY: "1" });
  const idOf = async (asked: TestSite, id: string) =>
    (await asked.fetch("/healthz", { headers: { "x-request-id": id } })).headers.get("x-request-id");
  try {
    expect(await idOf(behind, given)).toBe(given);
    for (const odd of ["short", "*/ drop table users; --", `${given} ${given}`, "0".repeat(65)])
      expect(await idOf(behind, odd)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(site, given)).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await behind.close();
  }
});

test("an answer that depends on who asks is kept by nobody", async () => {
  const answer = await site.fetch("/api/social-events", { as: await site.tokenFor([]) });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
});

test("one address that posts too much is asked in words to wait, and others are not", async () => {
  const strict = await startTestSite({ RATE_LIMIT_FACTOR: "0.01", TRUST_PROXY: "1" });
  const from = (address: string) =>
    strict.fetch("/api/join", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.9, ${address}` },
      body: JSON.stringify(joinForm()),
    });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await from("198.51.100.1")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await from("198.51.100.1");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: "rate_limited",
      message: expect.stringContaining("Please try again in"),
    });
    expect((await from("198.51.100.2")).status).toBe(200);
  } finally {
    await strict.close();
  }
});

test("a forwarded address is not believed unless the settings say that there is a proxy", async () => {
  const strict = await startTestSite({ RATE_LIMIT_FACTOR: "0.01" });
  try {
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const answer = await strict.fetch("/api/join", {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${index}` },
        body: JSON.stringify(joinForm()),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  } finally {
    await strict.close();
  }
});
