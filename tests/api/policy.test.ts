import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { restMap } from "#src/api/rest.ts";
import { chatMessages, chats } from "#src/db/tables/chats.ts";
import { pollOptions, eventPolls } from "#src/db/tables/rsvps.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { makeSession } from "#tests/support/accounts.ts";
import { type Call, type Cell, type ViewerName, VIEWERS } from "#tests/support/policy-rows.ts";
import { FRIENDS, FULL, HELD, POLICY_TABLE, PUBLIC } from "#tests/support/policy-table.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

// These respond alike to every viewer: they are how people sign in.
const BEFORE_SIGN_IN = /^\/api\/auth\//;

let site: TestSite;
const hosts: Partial<Record<ViewerName, string>> = {};
let made = 0;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  const { db } = site.app;
  for (const name of ["host", "otherHost"] as const) {
    const { userId } = await site.signedIn({ groups: ["Members"], email: `${name.toLowerCase()}@example.com` });
    hosts[name] = userId;
  }
  for (const event of [PUBLIC, FRIENDS, HELD]) await site.addEvent({ ...event, hostUserId: hosts.host ?? null });
  await site.addEvent({ ...makeEvent({ day: "2026-12-02" }), hostUserId: hosts.otherHost ?? null });
  await site.addEvent(FULL, { going: 1 });
  await db.insert(eventPolls).values({ eventId: PUBLIC.id, question: "Which court?" });
  await db.insert(pollOptions).values({ id: "yes", eventId: PUBLIC.id, position: 0, label: "The north one" });
  for (const id of ["volleyball", "announcements"]) {
    await db.insert(chats).values(makeChat({ id }));
    const createdAt = site.app.clock.now();
    await db.insert(chatMessages).values({ chatId: id, seq: 1, id: "m1", name: "Bo", text: "Get lost", createdAt });
  }
});
afterAll(() => site.close());

const GROUPS = { member: ["Members"], host: ["Members"], otherHost: ["Members"], admin: ["Admins"] } as const;
const PROFILES = {
  male: { zsex: "male", phone: "9045550101" },
  complete: { zsex: "female", phone: "9045550102" },
  incomplete: { zsex: "female", phone: "" },
} as const;

/** A new person of this kind for each cell; hosts are shared, except where they are deleted. */
async function somebody(viewer: ViewerName, isDeleted: boolean) {
  made += 1;
  if (viewer === "visitor") return { userId: "nobody", token: undefined };
  const isHost = viewer === "host" || viewer === "otherHost";
  return site.signedIn({
    groups: viewer in GROUPS ? [...GROUPS[viewer as keyof typeof GROUPS]] : [],
    email: `${viewer}${isHost && !isDeleted ? "" : made}@example.com`.toLowerCase(),
    ...(viewer in PROFILES && { user: PROFILES[viewer as keyof typeof PROFILES] }),
  });
}

async function ask(method: string, call: Call, cell: Cell, token: string | undefined) {
  const { path, body } = call(cell);
  return site.fetch(path, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(token !== undefined && { as: token }),
  });
}

describe("who may, over HTTP", () => {
  const rows = POLICY_TABLE.map((row) => [row[0], row] as const);
  test.each(rows)("[AUTH-10, DASH-03, EVT-08, EVT-09] %s", async (what, [, method, , call, ...expected]) => {
    const statuses: number[] = [];
    for (const viewer of VIEWERS) {
      const { userId, token } = await somebody(viewer, what === "delete oneself");
      const answer = await ask(method, call, { viewer, userId, number: made }, token);
      statuses.push(answer.status);
    }
    expect(Object.fromEntries(VIEWERS.map((viewer, index) => [viewer, statuses[index]]))).toEqual(
      Object.fromEntries(VIEWERS.map((viewer, index) => [viewer, expected[index]])),
    );
  });
});

test("[AUTH-10] the table holds every call of the API", () => {
  const asked = new Set(POLICY_TABLE.map(([, method, path]) => `${method} ${path}`));
  const missing = restMap
    .filter(({ path }) => !BEFORE_SIGN_IN.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !asked.has(call));
  expect(missing).toEqual([]);
});

describe("whose token is worth nothing is told so by every call, whatever it is", () => {
  async function deleted(): Promise<string> {
    const { token, sub } = await site.signedIn({ groups: ["Admins"], email: `deleted${(made += 1)}@example.com` });
    await site.app.identity.deleteAccount(sub);
    return token;
  }
  async function signedBy(issuer: string): Promise<string> {
    const now = site.app.clock.now();
    const signer = tokenSigner({ db: site.app.db, issuer, now: () => now, maxAgeSeconds: 3600 });
    const person = { phone: "", sex: "", shirtSize: "" };
    const email = "admins@example.com";
    const { sub } = await site.signedIn({ groups: ["Admins"], email });
    const account = { sub, email, emailVerified: true, sessionId: await makeSession(site.app.db, sub, now) };
    return signer.sign({ ...account, groups: ["Admins"], person }, now, 3600);
  }
  const forged = async () => (await site.tokenFor(["Admins"])).replace(/\.[^.]+$/, ".AAAA");
  const expired = () => site.tokenFor(["Admins"], { issuedAt: new Date(Date.parse("2026-11-20T00:00:00Z")) });

  test.each([
    ["an expired token", expired],
    ["a forged one", forged],
    ["one of another issuer", () => signedBy(`${PUBLIC_URL}.evil`)],
    ["that of a deleted account", deleted],
  ])("[AUTH-10] %s", async (_what, make) => {
    const token = await make();
    const cell = { viewer: "admin", userId: "nobody", number: (made += 1) } as const;
    const answers = await Promise.all(POLICY_TABLE.map(([, method, , call]) => ask(method, call, cell, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ message: "Not authenticated" });
  });
});
