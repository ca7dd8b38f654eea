import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { users } from "#src/db/tables/users.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-11-28", title: `Open ${made}`, ...event }))).id;
}

const VERA = { firstName: "Vera", lastName: "Visitor", email: "vera@example.com", phone: "904-555-0177" };
const ask = (id: string, visitor: object = VERA) => site.post(`/api/social-events/${id}/place-requests`, visitor);
const read = (token: string) => site.post("/api/place", { token });
const put = (token: string, wish: string, guests?: number) =>
  site.fetch("/api/place", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, answer: wish, guests }),
  });

async function place(answered: Response | Promise<Response>): Promise<PlaceView> {
  const response = await answered;
  expect(response.status).toBe(200);
  return (await response.json()) as PlaceView;
}

/** The secret of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const newest = (await site.mails()).findLast(({ to, text }) => to === email && text.includes("/place#"));
  return /\/place#([\w-]{20,})/.exec(newest?.text ?? "")?.[1] ?? "no link";
}

async function takePlace(id: string, visitor: typeof VERA): Promise<string> {
  expect((await ask(id, visitor)).status).toBe(200);
  const token = await linkTo(visitor.email);
  await place(put(token, "going"));
  return token;
}

test("[DAY-04, DAY-06] a place at an event on hold says when that is decided: in both mails and where the place is shown", async () => {
  const id = await addEvent({
    decision: "hold",
    holdReason: "minimum",
    minimumGoing: 8,
    decisionDefault: "runs",
    decidesAt: new Date("2026-11-28T20:00:00Z"),
  });
  const held = "runs with at least 8";
  const token = await takePlace(id, { ...VERA, email: "hold@example.com" });
  expect(await place(read(token))).toMatchObject({ state: "going", hold: expect.stringContaining(held) });
  const mails = (await site.mails()).filter(({ to }) => to === "hold@example.com");
  expect(mails).toMatchObject([
    { text: expect.stringContaining(held) },
    { subject: expect.stringContaining("You are going"), text: expect.stringContaining("is canceled with fewer") },
  ]);
  const open = await takePlace(await addEvent(), { ...VERA, email: "no-hold@example.com" });
  expect(await place(read(open))).toMatchObject({ state: "going", hold: null });
});

test("[DAY-06, EVT-01] of an event of a day or longer the place and the mail say on which day it ends", async () => {
  const id = await addEvent({ lengthMinutes: 24 * 60 });
  const token = await takePlace(id, { ...VERA, email: "all-night@example.com" });
  const when = "Saturday, November 28, 2026, 6:00 PM to Sunday, November 29, 2026, 6:00 PM EST";
  expect((await place(read(token))).event.when).toBe(when);
  const mails = (await site.mails()).filter(({ to }) => to === "all-night@example.com");
  expect(mails.at(-1)?.text).toContain(when);
});

test("[DAY-06] a visitor takes a place with a name, an email and a phone; it counts from the link's use on, once", async () => {
  const id = await addEvent({ capacity: 5 });
  expect(await (await ask(id)).json()).toMatchObject({
    success: true,
    message: expect.stringContaining("Check your email"),
  });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 0, waiting: 0 });
  const token = await linkTo(VERA.email);
  // A browser that did not ask for the place asks once more.
  const asked = (await site.mails()).findLast(({ to }) => to === VERA.email);
  expect(asked?.text).toContain("Tap the button, then confirm if the page asks you to, and your space is yours.");
  expect(await place(read(token))).toMatchObject({ state: "unproven", closed: null, isFull: false });
  // Reading is what programs do; it takes nothing.
  expect(await expectTrueCounts(site, id)).toEqual({ going: 0, waiting: 0 });
  expect(await place(put(token, "going"))).toMatchObject({ state: "going", hasAccount: false });
  expect(await place(put(token, "going"))).toMatchObject({ state: "going" });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 1, waiting: 0 });
  const people = await site.app.db.select().from(users).where(eq(users.email, VERA.email));
  expect(people).toMatchObject([{ firstName: "Vera", lastName: "Visitor", phone: "9045550177", status: "applied" }]);
  const confirmation = (await site.mails()).findLast(({ to }) => to === VERA.email);
  expect(confirmation?.subject).toContain("You are going");

  // By the link of any later mail the place is given up; a place of one event says nothing about another.
  const later = await linkTo(VERA.email);
  expect(later).not.toBe(token);
  expect(await place(put(later, "not_going"))).toMatchObject({ state: "not_going" });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 0, waiting: 0 });
  const other = await addEvent();
  await takePlace(other, VERA);
  expect(await site.app.db.select().from(users).where(eq(users.email, VERA.email))).toHaveLength(1);
});

test("[DAY-06, P4] visitors and members stand in one line, in the order in which links are opened", async () => {
  const id = await addEvent({ capacity: 1 });
  const [going, waiting] = [await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, going.token, "going"));
  const [first, second] = ["first", "second"].map((name) => ({ ...VERA, email: `${name}.visitor@example.com` })) as [
    typeof VERA,
    typeof VERA,
  ];
  // The second asked earlier, and opens the link later than the member and the first.
  await ask(id, second);
  const secondLink = await linkTo(second.email);
  const firstLink = await takePlace(id, first);
  await rsvpState(answer(site, id, waiting.token, "going"));
  await place(put(secondLink, "going"));
  expect(await place(read(firstLink))).toMatchObject({ state: "waiting", waiting: { place: 1, of: 3 } });
  expect(await place(read(secondLink))).toMatchObject({ state: "waiting", waiting: { place: 3, of: 3 } });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 1, waiting: 3 });
  await rsvpState(answer(site, id, going.token, "not_going"));
  expect(await place(read(firstLink))).toMatchObject({ state: "going", waiting: null });
  const promoted = (await site.mails()).findLast(({ to }) => to === first.email);
  expect(promoted?.subject).toContain("A space is yours");
  expect(promoted?.text).toContain("/place#");
  // Given up by the link, it goes to the member, who has no link in the mail.
  await place(put(await linkTo(first.email), "not_going"));
  expect(await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: waiting.token }))).toMatchObject({
    answer: "going",
  });
  const toMember = (await site.mails()).findLast(({ to }) => to === waiting.email);
  expect(toMember?.text).not.toContain("/place#");
  await place(put(secondLink, "not_going"));
  expect(await expectTrueCounts(site, id)).toEqual({ going: 1, waiting: 0 });
});

test("[DAY-06, SAFE-01] a link of a known address answers only where its person has not, and changes nothing else of them", async () => {
  const id = await addEvent({ capacity: 3 });
  const ana = await newcomer(site, { email: "ana.known@example.com", user: { firstName: "Ana", phone: "9045550101" } });
  const visitor = { ...VERA, email: ana.email };
  const row = () => site.app.db.select().from(users).where(eq(users.email, ana.email));
  const before = await row();
  await ask(id, visitor);
  const token = await linkTo(ana.email);
  expect(await place(put(token, "going"))).toMatchObject({ state: "going", hasAccount: true });
  expect(await row()).toEqual(before);
  expect(await rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: ana.token }))).toMatchObject({ answer: "going" });
  expect(await refusal(put(token, "not_going"))).toEqual({
    status: 409,
    message: "This space belongs to your account. Sign in to change it.",
  });
  // Somebody asks again with her address after she said no: her answer stays.
  await rsvpState(answer(site, id, ana.token, "not_going"));
  await ask(id, visitor);
  expect(await place(put(await linkTo(ana.email), "going"))).toMatchObject({ state: "not_going" });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 0, waiting: 0 });
});

test("[DAY-06, SAFE-01] a link of a known address that is pressed again shows the place that it took, and changes nothing", async () => {
  const [open, full] = [await addEvent({ guestsPerPerson: 2 }), await addEvent({ capacity: 0 })];
  const ana = await newcomer(site, { email: "ana.again@example.com" });
  const visitor = { ...VERA, email: ana.email };
  const [going, waits] = [await takePlace(open, visitor), await takePlace(full, visitor)];
  expect(await place(put(going, "going"))).toMatchObject({ state: "going", hasAccount: true });
  expect(await place(put(waits, "going"))).toMatchObject({ state: "waiting", hasAccount: true });
  expect((await put(going, "going", 1)).status).toBe(409);
  expect((await put(waits, "not_going")).status).toBe(409);
  expect(await expectTrueCounts(site, open)).toEqual({ going: 1, waiting: 0 });
  expect(await expectTrueCounts(site, full)).toEqual({ going: 0, waiting: 1 });
  await rsvpState(answer(site, open, ana.token, "not_going"));
  expect((await put(going, "going")).status).toBe(409);
});

test("[DAY-06, SAFE-02] what strangers' forms said gives way to the owner's words, and the account made later is the visitor's", async () => {
  const id = await addEvent();
  const email = "later.member@example.com";
  await site.post("/api/join", joinForm({ firstName: "Mallory", lastName: "Moon", email, phone: "9045550999" }));
  await takePlace(id, { ...VERA, email });
  const [person, ...others] = await site.app.db.select().from(users).where(eq(users.email, email));
  expect([person?.firstName, person?.phone, others]).toEqual(["Vera", "9045550177", []]);
  // The person can no longer be overwritten.
  await site.post("/api/join", joinForm({ firstName: "Mallory", lastName: "Moon", email, phone: "9045550177" }));
  const [rsvp] = await site.app.db.select().from(eventRsvps).where(eq(eventRsvps.eventId, id));
  const [same] = await site.app.db
    .select()
    .from(users)
    .where(eq(users.userId, rsvp?.userId ?? ""));
  expect(same).toEqual(person);
});

test("[DAY-06] at most three of these mails an hour reach an address, and none repeats what was typed", async () => {
  const id = await addEvent();
  const email = "flooded@example.com";
  for (const status of [200, 200, 200, 429, 429])
    expect((await ask(id, { ...VERA, firstName: "Buy-Cheap-Pills", email })).status).toBe(status);
  const mails = (await site.mails()).filter(({ to }) => to === email);
  expect(mails).toHaveLength(3);
  for (const { raw, text } of mails) expect(raw + text).not.toMatch(/Cheap-Pills|Visitor|0177/);
  // The secrets are stored as hashes.
  const { rows } = await site.app.db.execute(sql`select * from place_links`);
  expect(JSON.stringify(rows)).not.toContain(await linkTo(email));
});

test("[DAY-06, EVT-03] the place and its mails say what the event costs and how to pay; a free event says nothing", async () => {
  const id = await addEvent({
    costCents: 500,
    organizerVenmo: "https://venmo.com/u/ana-ruiz",
    organizerCashApp: "anapays",
  });
  const token = await takePlace(id, { ...VERA, email: "payer@example.com" });
  const cost = "$5. Pay by Venmo (@ana-ruiz) or Cash App ($anapays).";
  expect((await place(read(token))).event.cost).toBe(cost);
  const mails = (await site.mails()).filter(({ to }) => to === "payer@example.com");
  expect(mails.map(({ text }) => text.includes(cost))).toEqual([true, true]);
  const free = await takePlace(await addEvent(), { ...VERA, email: "guest@example.com" });
  expect((await place(read(free))).event.cost).toBeNull();
});

test("[DAY-06, DAY-10] nothing is offered or taken once the event began, was canceled, or is not for visitors", async () => {
  const begun = await addEvent({ day: "2026-11-20" });
  const friends = await addEvent({ generalPublic: false });
  expect((await ask(begun)).status).toBe(409);
  expect((await ask(friends)).status).toBe(404);
  expect((await ask("2026-11-28-nothing")).status).toBe(404);
  const id = await addEvent();
  const visitor = { ...VERA, email: "late@example.com" };
  await ask(id, visitor);
  const token = await linkTo(visitor.email);
  await site.app.db.execute(sql`update social_events set status = 'cancelled' where id = ${id}`);
  expect(await place(read(token))).toMatchObject({
    state: "unproven",
    closed: "This event is canceled: RSVPs are closed.",
  });
  expect((await put(token, "going")).status).toBe(409);
  expect(await expectTrueCounts(site, id)).toEqual({ going: 0, waiting: 0 });
  await site.app.db.execute(sql`update place_links set expires_at = created_at`);
  expect((await read(token)).status).toBe(404);
});

test("[DAY-06, API-01] what cannot be used is refused in words, field by field", async () => {
  const id = await addEvent();
  for (const [field, value, words] of [
    ["firstName", " ", "First name is required."],
    ["lastName", "", "Last name is required."],
    ["email", "", "Email is required."],
    ["email", "vera", "Please enter a valid email address."],
    ["phone", "", "Phone number is required."],
    ["phone", "12", "A phone number has 7 to 15 digits."],
  ] as const) {
    const refused = await ask(id, { ...VERA, [field]: value });
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { fields: Record<string, string> }).fields[field]).toBe(words);
  }
  expect((await put("x".repeat(43), "going")).status).toBe(404);
});

test("[DAY-06] a Wi-Fi full of newcomers asks for places; one inbox gets 3 links an hour, and each refusal says what is true", async () => {
  const strict = await startTestSite();
  try {
    const { id } = await strict.addEvent(makeEvent({ day: "2026-11-28", title: "One Wi-Fi" }));
    const asked = (email: string) =>
      strict.post(`/api/social-events/${id}/place-requests`, { ...VERA, email, firstName: email });
    const statuses: number[] = [];
    for (let person = 0; person < 40; person += 1) statuses.push((await asked(`guest${person}@example.com`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Other spellings of one inbox are that inbox.
    for (const tag of ["", "+a", "+b"]) expect((await asked(`vera${tag}@example.com`)).status).toBe(200);
    expect(await refusal(asked("vera+c@example.com"))).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^We just sent this address several emails\./),
    });
    let last = await asked("");
    for (let more = 0; more < 150 && last.status !== 429; more += 1) last = await asked("");
    expect(await refusal(last)).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Many people on your network are asking/),
    });
  } finally {
    await strict.close();
  }
});
