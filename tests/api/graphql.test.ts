import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chats } from "#src/db/tables/chats.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { ask, codesOf, send } from "#tests/support/graphql.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
/** The callers, by role. */
const tokens: Record<string, string | undefined> = {};

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  const { db } = site.app;
  await db
    .insert(chats)
    .values([
      makeChat({ description: "Sand, net, sunset." }),
      makeChat({ id: "dance", name: "Dance", imageUrl: "chat-dance", position: 1 }),
      makeChat({ id: "archery", name: "Archery", imageUrl: "", position: 0 }),
    ]);
  const person = async (name: string, groups: ("Members" | "Admins")[], user: object = {}) => {
    tokens[name] = (await site.signedIn({ groups, email: `${name}@example.com`, user })).token;
  };
  await person("male", [], { zsex: "male" });
  await person("female", [], { zsex: "female" });
  await person("incomplete", [], { zsex: "female", phone: "" });
  await person("unsaid", [], { zsex: "" });
  await person("member", ["Members"], {
    firstName: "Morgan",
    lastName: "Member",
    dateAdded: new Date("2026-03-02T03:00:00Z"),
  });
  await person("admin", ["Admins"], { status: "applied" });
  tokens["bad"] = `${tokens["member"]}x`;
  await send(site, tokens["member"] ?? "", "hello");
});
afterAll(() => site.close());

const EVERYTHING_OF_CHATS = `id name description imageUrl messageCount memberCount createdAt updatedAt
  members { id name nickname imageUrl autokicked muted }
  messages { id seq text name avatarUrl createdAt userId system clientId }`;

test("[CHAT-04] chats come with the newest message first, then in the group's order, with every field, times in seconds", async () => {
  const { status, data, errors } = await ask(site, `{ chats { ${EVERYTHING_OF_CHATS} } }`, { as: tokens["member"] });
  expect([status, errors]).toEqual([200, []]);
  expect(data.chats.map(({ id }: { id: string }) => id)).toEqual(["volleyball", "archery", "dance"]);
  const createdAt = Date.parse("2026-01-05T18:00:00Z") / 1000;
  expect(data.chats[0]).toEqual({
    id: "volleyball",
    name: "Volleyball",
    description: "Sand, net, sunset.",
    imageUrl: "chat-volleyball",
    messageCount: 1,
    memberCount: 1,
    createdAt,
    updatedAt: expect.any(Number),
    members: [
      {
        id: expect.any(String),
        name: "Morgan Member",
        nickname: "",
        imageUrl: "",
        autokicked: false,
        muted: false,
      },
    ],
    messages: [
      {
        id: expect.any(String),
        seq: 1,
        text: "hello",
        name: "Morgan Member",
        avatarUrl: "",
        createdAt: data.chats[0].updatedAt,
        userId: data.chats[0].members[0].id,
        system: false,
        clientId: expect.any(String),
      },
    ],
  });
});

test("[CHAT-04] one chat has the fields of the list; none of this id is null without an error", async () => {
  const list = await ask(site, `{ chats { ${EVERYTHING_OF_CHATS} } }`, { as: tokens["member"] });
  const one = await ask(site, `query ($id: ID!) { chat(id: $id) { ${EVERYTHING_OF_CHATS} } }`, {
    as: tokens["member"],
    id: "volleyball",
  });
  expect(one.data.chat).toEqual(list.data.chats[0]);
  for (const id of ["nowhere", "", "\0", "' or 1=1"]) {
    const none = await ask(site, `query ($id: ID!) { chat(id: $id) { id } }`, { as: tokens["member"], id });
    expect([none.status, none.data, none.errors]).toEqual([200, { chat: null }, []]);
  }
});

// What each is told who asks for a chat; nothing, and they are let in.
const GATE: readonly [who: string, code?: string, words?: string][] = [
  ["visitor", "UNAUTHENTICATED", "Authentication required"],
  ["bad", "UNAUTHENTICATED", "Authentication required"],
  ["male", "FORBIDDEN", "This is for members. Subscribe to join in."],
  ["incomplete", "FORBIDDEN", "Please complete your profile first: your phone number and sex are missing."],
  ["unsaid", "FORBIDDEN", "Please complete your profile first: your phone number and sex are missing."],
  ["female"],
  ["member"],
  ["admin"],
];

test.each(GATE)("[DASH-03, AUTH-10, CHAT-04] chats as seen by: %s", async (who, code, words) => {
  const as = tokens[who];
  const list = await ask(site, "{ chats { id } }", { as });
  const one = await ask(site, `{ chat(id: "volleyball") { name messages { text } members { name } } }`, { as });
  const missing = await ask(site, `{ chat(id: "nowhere") { name } }`, { as });
  const written = await send(site, as, "hello", { chatId: "dance" });
  const isLetIn = code === undefined;
  for (const answer of [list, one, missing, written]) {
    expect(answer.status).toBe(200);
    expect(answer.errors.map(({ message, extensions }) => [extensions?.["code"], message])).toEqual(
      isLetIn ? [] : [[code, words]],
    );
  }
  // A rejected caller does not learn which chats exist either.
  expect([list.data !== null, one.data.chat !== null, written.data !== null]).toEqual([isLetIn, isLetIn, isLetIn]);
});

test("[DASH-03] the group may let in everyone whose profile is complete, or nobody", async () => {
  for (const [access, expected] of [
    ["everyone", { male: [], female: [], incomplete: ["FORBIDDEN"] }],
    ["nobody", { male: ["FORBIDDEN"], female: ["FORBIDDEN"], incomplete: ["FORBIDDEN"] }],
  ] as const) {
    const other = await startTestSite({ FREE_CHAT_ACCESS: access });
    try {
      for (const [name, codes] of Object.entries(expected)) {
        const { token } = await other.signedIn({
          email: `${name}@example.com`,
          user: { zsex: name === "male" ? "male" : "female", ...(name === "incomplete" && { phone: "" }) },
        });
        expect([access, name, codesOf(await ask(other, "{ chats { id } }", { as: token }))]).toEqual([
          access,
          name,
          codes,
        ]);
      }
    } finally {
      await other.close();
    }
  }
});

test("[DASH-03, AUTH-10] what somebody may is read from the records at each call, not from their token", async () => {
  const { token, userId } = await site.signedIn({ email: "changes@example.com", user: { zsex: "female" } });
  expect(codesOf(await ask(site, "{ chats { id } }", { as: token }))).toEqual([]);
  await site.app.db.execute(sql`update users set phone = '' where user_id = ${userId}`);
  expect(codesOf(await ask(site, "{ chats { id } }", { as: token }))).toEqual(["FORBIDDEN"]);
  await site.app.db.execute(sql`update accounts set groups = '{Members}' where user_id = ${userId}`);
  expect(codesOf(await ask(site, "{ chats { id } }", { as: token }))).toEqual([]);
  await site.app.db.execute(sql`delete from accounts where user_id = ${userId}`);
  expect(codesOf(await ask(site, "{ chats { id } }", { as: token }))).toEqual(["UNAUTHENTICATED"]);
});

test("[CHAT-04] me is who is signed in, null for a visitor, and a bad token is told so", async () => {
  const query = "{ me { id email name approved joinDate } }";
  expect((await ask(site, query, { as: tokens["member"] })).data.me).toEqual({
    id: expect.any(String),
    email: "member@example.com",
    name: "Morgan Member",
    approved: true,
    // The evening before, where the group is.
    joinDate: "2026-03-01",
  });
  expect((await ask(site, query, { as: tokens["admin"] })).data.me).toMatchObject({ approved: false });
  expect(await ask(site, query)).toMatchObject({ data: { me: null }, errors: [] });
  expect(codesOf(await ask(site, query, { as: tokens["bad"] }))).toEqual(["UNAUTHENTICATED"]);
  // The same id as that of the reader's own messages.
  const { data } = await ask(site, `{ me { id } chat(id: "volleyball") { messages { userId } } }`, {
    as: tokens["member"],
  });
  expect(data.chat.messages[0].userId).toBe(data.me.id);
});

test("[CHAT-04] events of the next days are each viewer's own view of them", async () => {
  const places = { membersOnlyLocation: true, location: "12 Secret St", privateLocation: "Gate code 4711" };
  await site.addEvent(makeEvent({ day: "2026-11-24", title: "Open Game", ...places }));
  await site.addEvent(makeEvent({ day: "2026-11-25", title: "Friends Only", generalPublic: false }));
  await site.addEvent(makeEvent({ day: "2026-12-20", title: "Far Away" }));
  const fields = "id title date time location privateLocation description generalpublic";
  const titles = async (as?: string, args = "") => {
    const { data } = await ask(site, `{ events${args} { title } }`, { as });
    return data.events.map(({ title }: { title: string }) => title);
  };
  expect((await ask(site, `{ events { ${fields} } }`)).data.events).toEqual([
    {
      id: "2026-11-24-open-game",
      title: "Open Game",
      date: "November 24, 2026",
      time: "6:00 PM",
      location: "join group for location",
      privateLocation: null,
      description: "All levels. We bring the net and the ball.",
      generalpublic: true,
    },
  ]);
  const seen = await ask(site, `{ events { ${fields} } }`, { as: tokens["member"] });
  expect(seen.data.events[0]).toMatchObject({ location: "12 Secret St", privateLocation: "Gate code 4711" });
  expect(await titles(tokens["male"])).toEqual(["Open Game"]);
  expect(await titles(tokens["member"])).toEqual(["Open Game", "Friends Only"]);
  expect(await titles(tokens["member"], "(days: 30)")).toEqual(["Open Game", "Friends Only", "Far Away"]);
  expect(await titles(tokens["member"], "(days: 3)")).toEqual(["Open Game"]);
  for (const days of [0, -1, 31, 1_000_000]) {
    expect(codesOf(await ask(site, `{ events(days: ${days}) { id } }`))).toEqual(["INVALID"]);
  }
  expect(codesOf(await ask(site, "{ events { id } }", { as: tokens["bad"] }))).toEqual(["UNAUTHENTICATED"]);
});

test("[CHAT-04] what could be answered comes beside what could not", async () => {
  const { status, data, errors } = await ask(site, `{ chat(id: "volleyball") { id } events { title } me { id } }`);
  expect(status).toBe(200);
  expect(data.chat).toBeNull();
  expect(data.me).toBeNull();
  expect(data.events.length).toBeGreaterThan(0);
  expect(errors).toEqual([
    expect.objectContaining({
      message: "Authentication required",
      path: ["chat"],
      extensions: { code: "UNAUTHENTICATED" },
    }),
  ]);
});

test("[CHAT-04] a fault of the server is one calm sentence, with nothing of what it was", async () => {
  const broken = await startTestSite();
  try {
    const { token } = await broken.signedIn({ groups: ["Members"] });
    await broken.app.db.execute(sql`alter table chat_messages rename to gone`);
    await broken.app.db.insert(chats).values(makeChat());
    const answer = await ask(broken, `{ me { email } chat(id: "volleyball") { messages { id } } }`, { as: token });
    expect([answer.status, answer.data]).toEqual([200, { me: { email: "members@example.com" }, chat: null }]);
    expect(answer.errors).toEqual([
      {
        message: "Something went wrong on our side. No partial changes were saved. Please try again.",
        path: ["chat", "messages"],
        extensions: { code: "INTERNAL" },
      },
    ]);
    await broken.app.db.execute(sql`alter table accounts rename to gone_too`);
    const lost = await ask(broken, "{ me { email } }", { as: token });
    expect([lost.status, codesOf(lost)]).toEqual([500, ["INTERNAL"]]);
    expect(JSON.stringify([answer, lost])).not.toMatch(/chat_messages|accounts|relation|select|\bat \S+:\d+/);
  } finally {
    await broken.close();
  }
});

test("[CHAT-04] an answer is kept by nobody and as strict with browsers as any other", async () => {
  const answer = await site.post("/graphql", { query: "{ me { id } }" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const foreign = await site.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://evil.example" },
    body: JSON.stringify({ query: "{ me { id } }" }),
  });
  expect(foreign.status).toBe(403);
});

test("[API-02] the schema is served, made from the code, and every field of it can be asked for", async () => {
  const answer = await site.fetch("/schema.graphql");
  const schema = await answer.text();
  expect(answer.status).toBe(200);
  expect(schema).toBe(await readFile(new URL("../../src/api/generated/schema.graphql", import.meta.url), "utf8"));
  for (const line of [
    "chats: [Chat!]!",
    "chat(id: ID!): Chat",
    "me: Me",
    "events(days: Int = 14): [Event!]!",
    "sendMessage(\n    chatId: ID!\n    text: String!\n    clientId: ID!",
    "members(limit: Int = 100, after: String): [ChatMember!]!",
    "messages(limit: Int = 50, before: Int): [Message!]!",
  ]) {
    expect(schema).toContain(`  ${line}\n`);
  }
});
