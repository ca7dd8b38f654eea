import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { joinForm } from "#tests/support/join-form.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "10000" });
});
afterAll(() => site.close());

// Whatever was sent before, the next request is answered and nothing was written.
afterEach(async () => {
  expect((await site.fetch("/api/social-events")).status).toBe(200);
  const { rows } = await site.app.db.execute(
    sql`select (select count(*)::int from users) + (select count(*)::int from join_submissions) as rows`,
  );
  expect(rows).toEqual([{ rows: 0 }]);
});

const JSON_TYPE = { "content-type": "application/json" };

async function send(body: RequestInit["body"], headers: Record<string, string> = JSON_TYPE): Promise<Response> {
  return site.fetch("/api/join", { method: "POST", body: body ?? null, headers });
}

async function expectRefusal(answer: Response, status: number, error: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain("application/json");
  const said = (await answer.json()) as { error: string; message: string };
  expect(said.error).toBe(error);
  // A sentence for a person, not a stack or a type name.
  expect(said.message).toMatch(/^[A-Z].*[a-z)).]$/);
  expect(JSON.stringify(said)).not.toMatch(/\bat \S+:\d+|undefined|ZodError|SyntaxError|pg_|select /);
}

test("[API-01] malformed JSON is refused in words", async () => {
  for (const body of ["", "{", '{"a":', "nul", "[1,]", "{'a':1}", "\ufeff{"])
    await expectRefusal(await send(body), 400, "bad_request");
});

test("[API-01] JSON that is no form is refused in words", async () => {
  for (const body of ["null", "1", '"text"', "[]", "{}", '{"complete":"yes"}', '{"complete":true}']) {
    await expectRefusal(await send(body), 422, "invalid");
  }
});

test("[API-01] bytes that are no UTF-8 are refused in words", async () => {
  await expectRefusal(await send(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), 400, "bad_request");
});

test("[API-01] another content type, or none, is refused in words", async () => {
  const body = JSON.stringify(joinForm());
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
  ]) {
    await expectRefusal(await send(body, { "content-type": type }), 415, "unsupported_media_type");
  }
  await expectRefusal(await send(new TextEncoder().encode(body), {}), 415, "unsupported_media_type");
});

test("[API-01] a body of 10 MB is refused, with its length told or not", async () => {
  const large = JSON.stringify(joinForm({ message: "x".repeat(10_000_000) }));
  await expectRefusal(await send(large), 413, "too_large");
  const streamed = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(32_768).fill(0x20));
    },
  });
  const request = { method: "POST", body: streamed, headers: JSON_TYPE, duplex: "half" } as RequestInit;
  await expectRefusal(await site.fetch("/api/join", request), 413, "too_large");
});

test("[API-01] a NUL byte or half a surrogate pair in any text is refused", async () => {
  for (const text of ["Ana\0", "\0", "Ana\ud800", "\udc00"]) {
    for (const field of ["firstName", "email", "message", "phone", "socials"]) {
      await expectRefusal(await site.post("/api/join", joinForm({ [field]: text })), 422, "invalid");
    }
  }
  expect((await site.fetch("/api/social-events?id=%00")).status).toBe(422);
  expect((await site.fetch("/api/social-events?chat=%00")).status).toBe(422);
});

test("[API-01] JSON that is 10,000 levels deep is refused or ignored, never a fault", async () => {
  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  await expectRefusal(await send(deep), 422, "invalid");
  await expectRefusal(await send(`{"complete":true,"submissionId":"${randomUUID()}","email":${deep}}`), 422, "invalid");
});

test("[API-01] a name from the prototype chain is just another unknown field", async () => {
  const body = '{"__proto__":{"complete":true},"constructor":{"prototype":{"role":"admin"}}}';
  await expectRefusal(await send(body), 422, "invalid");
  expect(({} as Record<string, unknown>)["complete"]).toBeUndefined();
});

test("[API-01] wrong types in every field are refused in words", async () => {
  const values = [1, true, null, [], {}, ["x"], { a: 1 }, 1e300, "\ud800", "x".repeat(5000)];
  for (const field of Object.keys(joinForm())) {
    for (const value of values) {
      // An empty list of events and `true` for complete are right.
      if ((field === "selectedEvents" && JSON.stringify(value) === "[]") || (field === "complete" && value === true))
        continue;
      await expectRefusal(await site.post("/api/join", joinForm({ [field]: value })), 422, "invalid");
    }
  }
});

test("[API-01] hundreds of random bodies and queries: never a 5xx", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), fc.string({ unit: "binary" }), async (body, query) => {
      const posted = await site.post("/api/join", body);
      const asked = await site.fetch(`/api/social-events?id=${encodeURIComponent(query.toWellFormed())}`);
      expect(posted.status).toBeGreaterThanOrEqual(400);
      expect(posted.status).toBeLessThan(500);
      expect(asked.status).toBeGreaterThanOrEqual(400);
      expect(asked.status).toBeLessThan(500);
    }),
    { numRuns: 250 },
  );
});

test("[API-01] an unknown call and a call of another method are answered in words", async () => {
  await expectRefusal(await site.fetch("/api/nothing-here"), 404, "not_found");
  await expectRefusal(await site.fetch("/api/join"), 404, "not_found");
  await expectRefusal(await site.fetch("/events", { method: "DELETE" }), 404, "not_found");
});

test("a write that a browser says comes from another site is not done", async () => {
  const body = JSON.stringify(joinForm());
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) await expectRefusal(await send(body, { ...JSON_TYPE, ...headers }), 403, "forbidden");
});

test("a write from the site itself is not taken for a foreign one", async () => {
  // Refused for what it says, not for where it comes from.
  await expectRefusal(await send("{}", { ...JSON_TYPE, origin: PUBLIC_URL }), 422, "invalid");
  await expectRefusal(
    await send("{}", { ...JSON_TYPE, origin: "http://192.0.2.7:3000", host: "192.0.2.7:3000" }),
    422,
    "invalid",
  );
});
