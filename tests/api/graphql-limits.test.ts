import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, codesOf } from "#tests/support/graphql.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let member: string;
beforeAll(async () => {
  site = await startTestSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

/** Expects a refusal in words. Some of these, worked out to their end, would take longer than a life. */
async function expectRefused(query: string, words: string | RegExp): Promise<void> {
  const answer = await ask(site, query, { as: member });
  expect(answer.status).toBe(400);
  expect(answer.data).toBeUndefined();
  expect(answer.errors[0]?.message).toMatch(words);
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(" ");

test("[CHAT-04] what the pages ask for is within the limits", async () => {
  const query = `query ChatPage($id: ID!) {
    chat(id: $id) { ...Card members(limit: 100) { ...Face } messages(limit: 50) { ...Said } }
    me { id name }
  }
  fragment Card on Chat { id name description imageUrl messageCount memberCount createdAt updatedAt }
  fragment Face on ChatMember { id name nickname imageUrl autokicked muted }
  fragment Said on Message { id seq text name avatarUrl createdAt userId system clientId }`;
  const answer = await ask(site, query, { as: member, id: "nowhere" });
  expect([answer.status, answer.errors]).toEqual([200, []]);
});

test("[CHAT-04] more than 200 fields are refused, written out or by fragments", async () => {
  await expectRefused(`{ chats { ${many(200, () => "id")} } }`, "at most 200 fields");
  await expectRefused(
    `{ chats { ${many(25, () => "...Eight")} } } fragment Eight on Chat { ${many(8, () => "id")} }`,
    "at most 200 fields",
  );
  const within = await ask(site, `{ chats { ${many(199, () => "id")} } }`, { as: member });
  expect(within.status).toBe(200);
});

test("[CHAT-04] a bomb of fragments that double one another is refused without being written out", async () => {
  const doubling = many(60, (index) => `fragment F${index} on Chat { ...F${index + 1} ...F${index + 1} }`);
  await expectRefused(`{ chats { ...F0 } } ${doubling} fragment F60 on Chat { id }`, "at most 200 fields");
  const aliased = many(30, (index) => `fragment F${index} on Chat { ...F${index + 1} ...F${index + 1} }`);
  await expectRefused(`{ chats { ...F0 } } ${aliased} fragment F30 on Chat { a: id }`, /too much|too many/);
});

test("[CHAT-04] fragments that go round in circles are refused", async () => {
  await expectRefused("{ chats { ...A } } fragment A on Chat { ...A }", "must not contain itself");
  await expectRefused(
    "{ chats { ...A } } fragment A on Chat { id ...B } fragment B on Chat { name ...A }",
    "must not contain itself",
  );
  await expectRefused("{ me { id } } fragment A on Chat { ...B } fragment B on Chat { ...A }", /A|never used/);
});

test("[CHAT-04] more than ten aliases are refused, and those of fragments count each time", async () => {
  await expectRefused(`{ ${many(11, (index) => `a${index}: me { id }`)} }`, "at most 10");
  await expectRefused("{ me { ...A ...A ...A } } fragment A on Me { a: id b: id c: id d: id }", "at most 10");
  const within = await ask(site, `{ ${many(10, (index) => `a${index}: me { id }`)} }`, { as: member });
  expect([within.status, Object.keys(within.data)]).toEqual([
    200,
    Array.from({ length: 10 }, (_, index) => `a${index}`),
  ]);
});

test("[CHAT-04] more than eight levels are refused, however deep they go", async () => {
  const deep = (levels: number) => `{ chats { ${"x { ".repeat(levels - 2)} id ${"} ".repeat(levels - 2)} } }`;
  await expectRefused(deep(9), "at most 8 levels");
  await expectRefused(`{ chats { ${"... { ".repeat(1000)} id ${"} ".repeat(1000)} } }`, "token");
  await expectRefused("{a".repeat(20_000), "token");
  await expectRefused(`{ chats(x: ${"[".repeat(30_000)}`, "token");
});

test("[CHAT-04] documents that are slow to check are refused by their length", async () => {
  await expectRefused(`{ chats { ${many(8000, () => "id")} } }`, "token");
  await expectRefused(
    many(1000, (index) => `query Q${index} { me { id } }`),
    "token",
  );
  await expectRefused(`{ me { id } } ${many(1000, (index) => `fragment F${index} on Me { id }`)}`, "token");
  await expectRefused(`query { me ${"@skip(if: false) ".repeat(2000)} { id } }`, "token");
});

test("[CHAT-04] what is no GraphQL, or asks for what is not there, is refused in words", async () => {
  await expectRefused("", /Syntax Error/);
  await expectRefused("hello", /Syntax Error/);
  await expectRefused("{ users { phone } }", /Cannot query field "users"/);
  await expectRefused("{ chats { members { phone } } }", /Cannot query field "phone"/);
  await expectRefused("subscription { chats { id } }", /./);
  await expectRefused("query A { me { id } } query B { me { id } }", /operation/);
  await expectRefused("{ chat(id: {a: 1}) { id } }", /ID cannot represent/);
});

async function post(
  body: RequestInit["body"],
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  const answer = await site.fetch("/graphql", { method: "POST", body: body ?? null, headers });
  const { errors } = (await answer.json()) as { errors: { message: string; extensions: { code: string } }[] };
  return [answer.status, errors[0]?.extensions.code];
}

test("[CHAT-04, API-01] one request at a time, as JSON, of at most 64 KB", async () => {
  const one = { query: "{ me { id } }" };
  expect(await post(JSON.stringify([one, one]))).toEqual([400, "BAD_REQUEST"]);
  for (const body of [
    "",
    "{",
    "null",
    "7",
    "{}",
    '{"query":7}',
    '{"query":"{me{id}}","variables":"x"}',
    '"{me{id}}"',
  ]) {
    expect([body, ...(await post(body))]).toEqual([body, 400, "BAD_REQUEST"]);
  }
  expect(await post(JSON.stringify({ query: `{ me { id } } #${"x".repeat(70_000)}` }))).toEqual([413, "TOO_LARGE"]);
  for (const type of ["application/graphql", "application/x-www-form-urlencoded", "text/plain"]) {
    expect(await post("query={me{id}}", { "content-type": type })).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  }
  expect(await post(new FormData(), {})).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
});

test("[CHAT-04] GET answers no query, no editor and no landing page", async () => {
  for (const path of ["/graphql", "/graphql?query={me{id}}"]) {
    const answer = await site.fetch(path, { headers: { accept: "text/html" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.text()).not.toContain("<");
  }
  for (const method of ["PUT", "DELETE", "OPTIONS"]) {
    expect((await site.fetch("/graphql", { method })).status).toBe(405);
  }
});

test("[CHAT-04] the schema can be asked about itself, except in production, where nothing is hinted at either", async () => {
  const open = await ask(site, getIntrospectionQuery());
  expect([open.status, JSON.stringify(open.data)]).toEqual([
    200,
    expect.stringContaining('"queryType":{"name":"Query"'),
  ]);
  const production = await startTestSite({ NODE_ENV: "production", NOW: "" });
  try {
    for (const query of [
      getIntrospectionQuery(),
      "{ __schema { types { name } } }",
      `{ __type(name: "Me") { name } }`,
    ]) {
      const closed = await ask(production, query);
      expect([closed.status, closed.data, codesOf(closed)[0]]).toEqual([400, undefined, "GRAPHQL_VALIDATION_FAILED"]);
    }
    const hint = await ask(production, "{ chatz { id } }");
    expect(hint.errors[0]?.extensions).toEqual({ code: "GRAPHQL_VALIDATION_FAILED" });
    expect(hint.errors[0]?.message).not.toContain("Did you mean");
    expect((await ask(production, "{ __typename me { __typename } }")).data).toEqual({ __typename: "Query", me: null });
  } finally {
    await production.close();
  }
});
