import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// What a deletion may do to other people's words: take out whom the group knows, and nothing else.

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite();
});
afterEach(() => site.close());

const rows = async (statement: ReturnType<typeof sql>) => (await site.app.db.execute(statement)).rows;
const send = (token: string, method: string, body: object) =>
  site.fetch("/api/profile", {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    as: token,
  });
const rename = async (token: string, firstName: string, lastName: string) => {
  const { status } = await send(token, "PATCH", { firstName, lastName });
  return status;
};
const deleteMine = async (token: string) => (await send(token, "DELETE", { confirm: "DELETE" })).status;

/** A chat in which these people are and nobody else has written; what Sam wrote in it. */
async function chatWith(id: string, userIds: readonly string[], texts: readonly string[]) {
  await rows(
    sql`insert into chats (id, name, member_count, created_at, updated_at) values (${id}, ${id}, 1, now(), now())`,
  );
  for (const userId of userIds)
    await rows(sql`insert into chat_members (chat_id, member_id, user_id, name, joined_at)
      values (${id}, ${userId}, ${userId}, 'Someone', now())`);
  for (const [seq, text] of texts.entries())
    await rows(sql`insert into chat_messages (chat_id, seq, id, author_id, name, text, system, created_at)
      values (${id}, ${seq}, ${`${id}-${seq}`}, 'sam', 'Sam', ${text}, ${text.endsWith("joined the chat")}, now())`);
}
const textsOf = async (id: string) =>
  (await rows(sql`select text from chat_messages where chat_id = ${id} order by seq`)).map(({ text }) => text);

test("[SAFE-14] names and numbers of somebody's own choosing change nothing that others wrote", async () => {
  const host = await site.signedIn({ email: "kelsey@example.com", user: { firstName: "Kelsey", lastName: "Nguyen" } });
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Untied", host: "Marcus Bell" }));
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Hers", host: "Kelsey Nguyen", hostUserId: host.userId }));
  const attacker = await site.signedIn({
    email: "mallory@example.com",
    user: { firstName: "Kelsey", lastName: "Nguyen", status: "applied", phone: "9045554321", socials: "ig: @everyone" },
  });
  const said = ["parks on the sand side", "Kofi Mensah joined the chat", "Call 904-555-4321, @everyone"];
  await chatWith("c", [attacker.userId], said);
  for (const [first, last] of [
    ["Marcus", "Bell"],
    ["the", "sand"],
    ["joined", "the chat"],
    ["Kofi", "Okoro"],
    ["Jax", "Beach"],
  ] as const)
    expect(await rename(attacker.token, first, last)).toBe(200);
  await site.post("/api/form-submission", {
    email: "bo@example.com",
    firstName: "Bo",
    lastName: "Lind",
    phone: "blank",
    sex: "female",
    message: "Hello",
    formType: "country-party",
  });
  const mailsBefore = await site.mails();
  expect(mailsBefore.map(({ text }) => text).join()).toContain("Jax Beach");
  expect(await deleteMine(attacker.token)).toBe(200);
  expect(await site.mails()).toEqual(mailsBefore);
  expect(await textsOf("c")).toEqual(said);
  expect(await rows(sql`select host from social_events order by title`)).toEqual([
    { host: "Kelsey Nguyen" },
    { host: "Marcus Bell" },
  ]);
});

test("[SAFE-14] somebody approved who shares a name with somebody else takes it from nobody", async () => {
  const [one, other] = [
    await site.signedIn({ email: "sam@example.com", user: { firstName: "Sam", lastName: "Rivera" } }),
    await site.signedIn({ email: "sam2@example.com", user: { firstName: "Sam", lastName: "Rivera" } }),
  ];
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Run", host: "Sam Rivera", hostUserId: other.userId }));
  await chatWith("c", [one.userId, other.userId], ["Thanks Sam Rivera", "Sam Rivera joined the chat"]);
  expect(await deleteMine(one.token)).toBe(200);
  expect(await textsOf("c")).toEqual(["Thanks Sam Rivera", "Sam Rivera joined the chat"]);
  // The last one of that name takes it along.
  expect(await deleteMine(other.token)).toBe(200);
  expect(await textsOf("c")).toEqual(["Thanks Former member", "Former member joined the chat"]);
  expect(await rows(sql`select host from social_events`)).toEqual([{ host: "Former member" }]);
});

test("[SAFE-14] a number goes from others' words only beside its person's name; longer numbers, names and addresses stay", async () => {
  const tess = await site.signedIn({
    email: "tess@example.com",
    user: { firstName: "Tess", lastName: "Lindqvist", phone: "9045557001" },
  });
  const said = [
    "Park office: (904) 555-7001",
    "Tess Lindqvist-Cole brings nets",
    "Write to another.tess@example.com or tess@example.com.au",
    "Tess Lindqvist has 904-555-7001, not 1904555700155",
  ];
  await chatWith("c", [], said);
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Nets", host: "Tess Lindqvist-Cole" }));
  expect(await deleteMine(tess.token)).toBe(200);
  expect(await textsOf("c")).toEqual([...said.slice(0, 3), "Former member has Former member, not 1904555700155"]);
  expect(await rows(sql`select host from social_events`)).toEqual([{ host: "Tess Lindqvist-Cole" }]);
});

test("[SAFE-14] a stranger who signs up under somebody's name and number keeps neither in others' words", async () => {
  const user = { firstName: "Ben", lastName: "Sorensen", phone: "9045550222" };
  const ben = await site.signedIn({ email: "ben@example.com", user });
  await site.addUser({ ...user, email: "sham@example.com", status: "applied" });
  const other = await site.signedIn({ email: "sham2@example.com", user: { ...user, status: "applied" } });
  await chatWith("c", [], ["Ben Sorensen 904-555-0222 has the net"]);
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Untied", host: "Ben Sorensen" }));
  await site.addEvent(makeEvent({ day: "2026-11-28", title: "Hers", host: "Ben Sorensen", hostUserId: other.userId }));
  expect(await deleteMine(ben.token)).toBe(200);
  expect(await textsOf("c")).toEqual(["Former member Former member has the net"]);
  // What another host of that name is called is theirs.
  expect(await rows(sql`select host from social_events order by title`)).toEqual([
    { host: "Ben Sorensen" },
    { host: "Former member" },
  ]);
});

test("[SAFE-14] an approved person goes from chats that they were never in, from others' events, and from hosts' names", async () => {
  const zola = await site.signedIn({
    email: "zola.quex@example.com",
    user: { firstName: "Zola", lastName: "Quex", nickname: "Zo", phone: "9045557788" },
  });
  const words = "Ask Zola Quex, (904) 555-7788, zola.quex@example.com; not 904-123-7788";
  const clean = "Ask Former member, Former member, Former member; not 904-123-7788";
  await chatWith("elsewhere", [], [words]);
  await site.addEvent({
    ...makeEvent({ day: "2026-11-28", title: "A Zola Quex night", host: "Sam" }),
    description: words,
  });
  await site.addEvent(
    makeEvent({
      day: "2026-11-29",
      title: "B",
      host: "Zola Quex",
      hostUserId: zola.userId,
      host1: "Zola",
      host2: "9045557788",
    }),
  );
  expect(await deleteMine(zola.token)).toBe(200);
  expect(await textsOf("elsewhere")).toEqual([clean]);
  expect(await rows(sql`select title, description from social_events where host = 'Sam'`)).toEqual([
    { title: "A Former member night", description: clean },
  ]);
  expect(await rows(sql`select host, host1, host2 from social_events where title = 'B'`)).toEqual([
    { host: "Former member", host1: "Former member", host2: "Former member" },
  ]);
});

test("[SAFE-14] a name is changed five times a day, and thirty former ones are kept", async () => {
  const { token, userId } = await site.signedIn({ email: "many@example.com" });
  const statuses: number[] = [];
  for (let number = 1; number <= 6; number += 1) statuses.push(await rename(token, `Name${number}`, "Many"));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  // The same name again is no change.
  expect(await rename(token, "Name5", "Many")).toBe(200);
  for (let number = 1; number <= 40; number += 1)
    await rows(sql`update users set first_name = ${`Former${number}`} where user_id = ${userId}`);
  const [row] = await rows(sql`select jsonb_array_length(former_names) as count from users where user_id = ${userId}`);
  expect(row).toEqual({ count: 30 });
});

test("[SAFE-14] a change of email that was never confirmed leaves no mail behind", async () => {
  const { token } = await site.signedIn({ email: "quill@example.com" });
  const begun = await site.fetch("/api/account/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "quill.new@example.com" }),
    as: token,
  });
  expect(begun.status).toBe(200);
  expect(await rows(sql`select email from mail_outbox where email = 'quill.new@example.com'`)).toHaveLength(1);
  expect(await deleteMine(token)).toBe(200);
  expect(await rows(sql`select email from mail_outbox where email = 'quill.new@example.com'`)).toEqual([]);
});
