import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { restMap } from "#src/api/rest.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";
import { HIDDEN, plantHiddenPerson } from "#tests/support/hidden-person.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";

// No response in any form contains data that its viewer may not read.

/** What is planted, and who may find it. Nobody may find a password. */
const SECRETS = {
  MEMBERS_PLACE_7261: "members",
  PRIVATE_GATE_4417: "members",
  POLL_PLACE_9023: "members",
  "https://groupme.com/join_group/7261/CHAT_KEY": "members",
  "FRIENDS-EVENT-5518": "members",
  HOST_PASSWORD_3349: "nobody",
  whsec_STRIPE_8830: "nobody",
  rk_test_STRIPEkey8830: "nobody",
  PROMPT_CASH_5527: "nobody",
  "hidden.person@example.net": "organizers",
  "9049990042": "organizers",
  "904-999-0042": "organizers",
} as const;
type Secret = keyof typeof SECRETS;

const OPEN = makeEvent({
  day: "2026-11-25",
  title: "Planted Volleyball",
  membersOnlyLocation: true,
  location: "MEMBERS_PLACE_7261",
  privateLocation: "PRIVATE_GATE_4417",
  pollPrivateLocation: "POLL_PLACE_9023",
  groupMeChatUrl: "https://groupme.com/join_group/7261/CHAT_KEY",
  password: "HOST_PASSWORD_3349",
  pollText: "Which court?",
  showPhotos: true,
});
// It goes on now, so that its door shows a code; it is full, and its places were drawn.
const FRIENDS = makeEvent({
  day: "2026-11-21",
  startTime: "09:30:00",
  title: "FRIENDS-EVENT-5518",
  capacity: 0,
  drawAt: new Date("2026-11-20T15:00:00Z"),
  drawnAt: new Date("2026-11-20T15:00:00Z"),
  drawSeed: "seed",
  generalPublic: false,
  location: "MEMBERS_PLACE_7261",
  password: "HOST_PASSWORD_3349",
});

const VIEWERS = ["visitor", "user", "complete", "incomplete", "member", "host", "admin"] as const;
type ViewerName = (typeof VIEWERS)[number];

let site: BrowserSite;
let chatId: string;
let photoRequestId: string;
const tokens: Partial<Record<ViewerName, string>> = {};

beforeAll(async () => {
  site = await startBrowserSite({
    STRIPE_PAYMENT_LINK: "https://buy.stripe.com/beach",
    STRIPE_WEBHOOK_SECRET: "whsec_STRIPE_8830",
    STRIPE_API_KEY: "rk_test_STRIPEkey8830",
    PROMPT_CASH_URL: "https://prompt.cash",
    PROMPT_CASH_TOKEN: "608-beach",
    PROMPT_CASH_SECRET: "PROMPT_CASH_5527",
  });
  await site.addEvent(OPEN);
  await site.addEvent(FRIENDS);
  ({ chatId } = await plantHiddenPerson(site, { goesTo: OPEN.id, waitsFor: FRIENDS.id }));
  for (const name of VIEWERS.slice(1)) tokens[name] = await site.signInAs(`${name}@example.com`);
  await answerAsEverybody();
  photoRequestId = await askForTakedown();
});
afterAll(() => site.close());

const call = (path: string, as: ViewerName, init: RequestInit = {}) =>
  fetch(site.url + path, {
    ...init,
    headers: {
      ...(typeof init.body === "string" && { "content-type": "application/json" }),
      ...(as !== "visitor" && { authorization: `Bearer ${tokens[as]}` }),
    },
  });

/** So that there are mails to everybody about the planted event. */
async function answerAsEverybody(): Promise<void> {
  for (const name of VIEWERS.slice(1)) {
    const body = JSON.stringify({ answer: "going" });
    await call(`/api/social-events/${OPEN.id}/rsvp`, name, { method: "PUT", body });
  }
  const body = JSON.stringify({ time: "19:30" });
  const moved = await call(`/api/social-events/${OPEN.id}`, "admin", { method: "PATCH", body });
  expect(moved.status).toBe(200);
}

/** A photo of the planted event that was asked to be taken down for the planted person. Returns the request's id. */
async function askForTakedown(): Promise<string> {
  const sent = await call("/api/images", "admin", { method: "POST", body: formOf(await makeJpeg()) });
  const { key } = (await sent.json()) as { key: string };
  const photos = `/api/social-events/${OPEN.id}/photos`;
  expect((await call(photos, "admin", { method: "POST", body: JSON.stringify({ key }) })).status).toBe(200);
  const body = JSON.stringify({ reason: `That is me, write to ${HIDDEN.email}`, email: HIDDEN.email });
  expect((await call(`${photos}/${key}/takedown`, "admin", { method: "POST", body })).status).toBe(200);
  return String((await site.sql("select id from photo_requests"))[0]?.["id"]);
}

const INTROSPECTED = `{ me { id email name approved joinDate } events(days: 30) { id title date time location privateLocation description generalpublic }
  chats { id name description imageUrl messageCount memberCount members { id name nickname imageUrl } messages { id text name avatarUrl userId } } }`;

/** Every page and its data, for each address of interest. */
const PAGES = ["/", "/home", "/events", `/events/${OPEN.id}`, `/events/${FRIENDS.id}`, "/events?isPastEvents"]
  .concat([`/join/${OPEN.id}`, `/join?eventId=${FRIENDS.id}`, "/dashboard", "/chats", "/login", "/create"])
  .concat([`/?eventId=${FRIENDS.id}`, "/unsubscribe", "/openapi.json", "/.well-known/jwks.json"])
  .concat(["/pay", "/paybch", "/bchMembership", "/subscribe", "/3", "/pickleball", "/support", "/readyz", "/admin"])
  .concat(["/events.ics", `/events/${OPEN.id}.ics`, `/events/${FRIENDS.id}.ics`]);

/** What a parameter of a path stands for; of an `:id`, by what stands before it. */
const PARAMETERS: Record<string, () => readonly string[]> = {
  eventId: () => [OPEN.id, FRIENDS.id],
  userId: () => [HIDDEN.userId],
  token: () => [HIDDEN.boardToken],
  "people/:id": () => [HIDDEN.userId],
  "users/:id": () => [HIDDEN.userId],
  "announcements/:id": () => [HIDDEN.announcementId],
  "photos/:id": () => [photoRequestId],
};
const DAYS = "?from=2026-11-01&to=2026-12-31";
/** What a path must be asked with. */
const QUERIES: Record<string, string> = {
  "/api/pending-join-requests": "?type=pendingJoinRequests",
  "/api/users": "?type=getAllUsers",
  "/api/admin": "?type=socialEvents",
  "/api/admin/insights/people": DAYS,
  "/api/admin/insights/sign-ups": DAYS,
  "/api/admin/insights/events": DAYS,
  "/api/admin/insights/members": DAYS,
  "/api/admin/memberships": `?userId=${HIDDEN.userId}`,
  "/api/admin/show-rate": `?userId=${HIDDEN.userId}`,
  "/api/admin/automation/preview": "?kind=thanks",
};

function addressesOf(path: string): string[] {
  const [whole = "", name = ""] = /\w+\/:(\w+)/.exec(path) ?? [];
  if (name === "") return [path + (QUERIES[path] ?? "")];
  const values = PARAMETERS[name] ?? PARAMETERS[whole];
  if (!values) throw new Error(`PARAMETERS does not say what :${name} is in ${path}`);
  return values().map((value) => path.replace(`:${name}`, value));
}

const READS = restMap.filter(({ method }) => method === "get").map(({ path }) => path);

/** Everything that can be asked for without changing anything. */
function questions(): { path: string; init?: RequestInit }[] {
  const rest = READS.flatMap(addressesOf);
  const data = [`/events/${OPEN.id}.data`, `/events/${FRIENDS.id}.data`, "/events.data", "/_.data"];
  const events = ["?limit=1000", `?id=${OPEN.id}`, `?id=${FRIENDS.id}`].map((query) => `/api/social-events${query}`);
  const others = ["/api/pending-join-requests?type=socialEvents&days=30", `/chats/${chatId}`];
  return [
    ...[...PAGES, ...rest, ...data, ...events, ...others].map((path) => ({ path })),
    { path: "/graphql", init: { method: "POST", body: JSON.stringify({ query: INTROSPECTED }) } },
    { path: "/api/social-events", init: { method: "PUT", body: "{}" } },
    { path: `/api/social-events/${OPEN.id}/rsvp`, init: { method: "PUT", body: JSON.stringify({ answer: "maybe" }) } },
  ];
}

/** The first things a live stream says, or its refusal. */
async function liveWords(path: string, as: ViewerName): Promise<string> {
  const response = await call(path, as);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

function mayFind(secret: Secret, viewer: ViewerName): boolean {
  const who = SECRETS[secret];
  if (who === "members") return ["member", "host", "admin"].includes(viewer);
  return who === "organizers" && viewer === "admin";
}

function expectNoSecret(text: string, viewer: ViewerName, where: string): void {
  const forbidden = (Object.keys(SECRETS) as Secret[]).filter((secret) => !mayFind(secret, viewer));
  const found = forbidden.filter((secret) => text.includes(secret));
  expect(found, `for ${viewer} in ${where}`).toEqual([]);
}

describe.each(VIEWERS)("what a %s is answered", (viewer) => {
  test(`[EVT-08, EVT-09, AUTH-10] no page, call, query or stream tells a ${viewer} what is not theirs`, async () => {
    let asked = 0;
    for (const { path, init } of questions()) {
      if (path.startsWith("/api/live")) continue;
      const response = await call(path, viewer, init);
      expect(response.status, path).toBeLessThan(500);
      const text = `${await response.text()} ${JSON.stringify([...response.headers])}`;
      expectNoSecret(text, viewer, path);
      asked += 1;
    }
    for (const path of [`/api/live?event=${OPEN.id}`, `/api/live?event=${FRIENDS.id}`, `/api/live?chat=${chatId}`])
      expectNoSecret(await liveWords(path, viewer), viewer, path);
    expect(asked).toBeGreaterThan(30);
  });
});

test("[EVT-08, EVT-09, AUTH-10] every read is answered to somebody: none is searched only where it refuses", async () => {
  const unanswered: string[] = [];
  for (const path of READS) {
    let statuses: number[] = [];
    for (const viewer of ["admin", "complete"] as const) {
      const answers = await Promise.all(addressesOf(path).map((address) => call(address, viewer)));
      statuses = [...statuses, ...answers.map(({ status }) => status)];
      if (statuses.includes(200)) break;
    }
    if (!statuses.includes(200)) unanswered.push(`${path} ${statuses.join()}`);
  }
  expect(unanswered).toEqual([]);
});

test("[EVT-08] who may read the planted things does find them: the search would see a leak", async () => {
  const seen = await (await call(`/api/social-events?id=${OPEN.id}`, "member")).text();
  for (const secret of ["MEMBERS_PLACE_7261", "PRIVATE_GATE_4417", "POLL_PLACE_9023"]) expect(seen).toContain(secret);
  expect(await (await call("/api/social-events", "member")).text()).toContain("FRIENDS-EVENT-5518");
});

test("[EVT-08, EVT-09] no mail tells its reader what is not theirs, and members' mails say where", async () => {
  const mails = await site.mailsWhen(
    (all) => all.filter(({ text }) => text.includes("Planted Volleyball")).length >= 12,
  );
  for (const { to, subject, text, html, headers } of mails) {
    const viewer = VIEWERS.find((name) => to === `${name}@example.com`) ?? "user";
    // Their own address is no secret to them.
    const bytes = `${subject} ${text} ${html} ${JSON.stringify(headers)}`.replaceAll(to, "");
    expectNoSecret(bytes, viewer, `the mail '${subject}' to ${to}`);
  }
  const toMember = mails.filter(({ to, text }) => to === "member@example.com" && text.includes("Planted Volleyball"));
  expect(toMember.some(({ text }) => text.includes("MEMBERS_PLACE_7261"))).toBe(true);
});
