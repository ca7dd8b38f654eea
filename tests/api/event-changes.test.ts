import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: Person;
let made = 0;
type Person = Awaited<ReturnType<typeof newcomer>>;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

type EventOptions = Partial<Parameters<typeof makeEvent>[0]>;

async function addEvent(event: EventOptions = {}): Promise<string> {
  made += 1;
  const hosted = makeEvent({ day: "2026-11-28", title: `Event ${made}`, hostUserId: host.userId, ...event });
  return (await site.addEvent(hosted)).id;
}
const change = (id: string, body: unknown, as: string | undefined = host.token) =>
  callEvent(site, "PATCH", id, { as, body });

async function changed(id: string, body: unknown, as?: string): Promise<Record<string, unknown>> {
  const response = await change(id, body, as);
  const said = (await response.json()) as { socialEvents: { Item: Record<string, unknown> } };
  expect(response.status, JSON.stringify(said)).toBe(200);
  return said.socialEvents.Item;
}
const read = (id: string, as?: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));

async function notices(person: Person): Promise<string[]> {
  const { rows } = await site.app.db.execute<{ kind: string }>(
    sql`select kind from notices where user_id = ${person.userId} order by id`,
  );
  return rows.map(({ kind }) => kind);
}

/** Mails that were sent while something was done, as [to, what it begins with]. */
async function mailsOf(work: () => Promise<unknown>) {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before);
}

/** A person for each RSVP state of an event with one place. */
async function answerAll(id: string): Promise<Record<"going" | "maybe" | "not" | "waiting" | "none", Person>> {
  const [going, maybe, not, waiting, none] = await Promise.all([1, 2, 3, 4, 5].map(() => newcomer(site)));
  if (!going || !maybe || !not || !waiting || !none) throw new Error("Nobody was made.");
  await rsvpState(answer(site, id, going.token, "going"));
  await rsvpState(answer(site, id, maybe.token, "maybe"));
  await rsvpState(answer(site, id, not.token, "not_going"));
  await rsvpState(answer(site, id, waiting.token, "going"));
  return { going, maybe, not, waiting, none };
}

test("[API-01] the host changes an event: every field, and its id stays", async () => {
  const id = await addEvent();
  expect(
    await changed(id, {
      title: "Dune Fire",
      date: "2026-12-05",
      time: "17:30",
      lengthMinutes: 90,
      location: "North lot",
      privateLocation: "Ring 4",
      description: "Bring wood.",
      spaces: 40,
      membersOnly: true,
      host: "Ben Ode",
      cost: 12.5,
      generalpublic: false,
      chat: "Dance",
      imgKey: "bonfire",
      groupmeImg: "chat-dance",
      groupMeChatUrl: "https://chat.example/dunes",
      groupMeChatId: "77",
      shortLocation: "North lot",
      pollText: "Who brings wood?",
      pollPrivateLocation: "Ring 5",
      hostUserId: "somebody else",
      going: 99,
    }),
  ).toMatchObject({
    socialEventId: id,
    title: "Dune Fire",
    day: "2026-12-05",
    date: "December 5, 2026",
    time: "5:30 PM",
    length: "1.5 hrs",
    startsAt: "2026-12-05T17:30:00-05:00",
    location: "North lot",
    privateLocation: "Ring 4",
    description: "Bring wood.",
    spacesLeft: 40,
    membersOnly: true,
    host: "Ben Ode",
    cost: 12.5,
    generalpublic: false,
    chat: "Dance",
    imgKey: "bonfire",
    groupmeImg: "chat-dance",
    groupMeChatUrl: "https://chat.example/dunes",
    groupMeChatId: "77",
    shortLocation: "North lot",
    pollText: "Who brings wood?",
    pollPrivateLocation: "Ring 5",
    going: 0,
    sequence: 1,
    status: "scheduled",
  });
  expect(await changed(id, { spaces: null, lengthMinutes: null })).toMatchObject({ spacesLeft: "", length: "" });
  // In summer the same wall time is another instant.
  expect(await changed(id, { date: "2027-06-05" })).toMatchObject({ startsAt: "2027-06-05T17:30:00-04:00" });
});

test("[API-01] the sequence grows with time, place and status, and with nothing else", async () => {
  const id = await addEvent();
  const sequences: unknown[] = [];
  for (const body of [
    {},
    { title: "Another", description: "Words", spaces: 3 },
    { date: "2026-11-28", time: "18:00", location: "South Beach Park, Jacksonville Beach" },
    { date: "2026-11-29" },
    { time: "19:00" },
    { location: "Elsewhere" },
    { status: "postponed" },
    { status: "scheduled" },
  ])
    sequences.push((await changed(id, body))["sequence"]);
  expect(sequences).toEqual([0, 0, 0, 1, 2, 3, 4, 5]);
});

test("[API-01] only its host and organizers change an event, and what cannot be used is refused in words", async () => {
  const id = await addEvent();
  const member = await newcomer(site, { groups: ["Members"] });
  const admin = await newcomer(site, { groups: ["Admins"] });
  const user = await newcomer(site);
  expect(await refusal(callEvent(site, "PATCH", id, { body: { title: "x" } }))).toMatchObject({ status: 401 });
  expect(await refusal(change(id, { title: "x" }, member.token))).toMatchObject({ status: 403 });
  expect(await refusal(change("2026-11-28-none", { title: "x" }))).toMatchObject({ status: 404 });
  const secret = await addEvent({ generalPublic: false });
  expect(await refusal(change(secret, { title: "x" }, user.token))).toMatchObject({ status: 404 });
  for (const [field, value] of Object.entries({
    title: "",
    date: "2026-02-30",
    time: "24:00",
    lengthMinutes: 0,
    location: " ",
    privateLocation: 4,
    description: "x".repeat(5001),
    spaces: 1001,
    status: "over",
    membersOnly: "yes",
    cost: -1,
    host: "",
    chat: "Chess",
    generalpublic: "perhaps",
    groupMeChatUrl: "javascript:alert(1)",
    shortLocation: "four words are many",
    scope: "all",
  })) {
    const response = await change(id, { [field]: value });
    expect(response.status).toBe(422);
    const said = (await response.json()) as { fields: Record<string, string> };
    expect(said.fields[field]).toMatch(/^[A-Z].+\.$/);
  }
  for (const date of ["9999-12-31", "0100-01-01", "2026-1-1", "today", 20261128, null])
    expect((await change(id, { date })).status).toBe(422);
  for (const spaces of [1.5, -1, "12", Number.NaN])
    expect((await change(id, { spaces })).status).toBe(Number.isNaN(spaces) ? 200 : 422);
  const past = await change(id, { date: "2026-11-20" });
  expect([past.status, await past.json()]).toMatchObject([
    422,
    { fields: { date: "This moment has passed already." } },
  ]);
  expect(await changed(id, { title: "By an organizer" }, admin.token)).toMatchObject({
    title: "By an organizer",
    sequence: 0,
  });
});

test("[DASH-06] another time is told to everyone who goes, may come or waits, in words, and to nobody else", async () => {
  const id = await addEvent({ title: "Night Swim", capacity: 1 });
  const people = await answerAll(id);
  const mails = await mailsOf(() => changed(id, { date: "2026-11-29", time: "19:15" }));
  const told = [people.going, people.maybe, people.waiting];
  expect(mails.map(({ to }) => to).toSorted()).toEqual(told.map(({ email }) => email).toSorted());
  for (const mail of mails) {
    expect(mail.subject).toBe("New date: Night Swim, Sunday, November 29, 2026, 7:15 PM to 9:15 PM EST");
    expect(mail.text).toContain("It was planned for Saturday, November 28, 2026, 6:00 PM.");
    expect(mail.text).toContain(`http://sandbar.localhost/events/${id}`);
    expect(mail.headers["list-unsubscribe"]).toMatch(/^<http:\/\/sandbar\.localhost\/u\/.+>$/);
  }
  const seen = await Promise.all(Object.values(people).map(notices));
  expect(seen).toEqual([["event_changed"], ["event_changed"], [], ["event_changed"], []]);
  // Words that change nobody's plans are told to nobody.
  expect(await mailsOf(() => changed(id, { title: "Night Swim II", description: "New", spaces: 1 }))).toEqual([]);
});

test("[DASH-06] a canceled event tells everyone, takes no answers, and promotes nobody", async () => {
  const id = await addEvent({ title: "Storm Watch", capacity: 1 });
  const people = await answerAll(id);
  const mails = await mailsOf(() => changed(id, { status: "cancelled", spaces: 10 }));
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill("Canceled: Storm Watch, Saturday 6:00 PM"));
  expect(await notices(people.waiting)).toEqual(["event_cancelled"]);
  expect(await refusal(answer(site, id, people.none.token, "going"))).toMatchObject({ status: 409 });
  expect(await read(id, people.waiting.token)).toMatchObject({ answer: null, waiting: { place: 1, of: 1 } });
  // When it takes place after all, those who waited have their places.
  const again = await mailsOf(() => changed(id, { status: "scheduled" }));
  expect(again.filter(({ text }) => text.includes("It’s back on."))).toHaveLength(3);
  expect(await read(id, people.waiting.token)).toMatchObject({ answer: "going", waiting: null });
  await expectTrueCounts(site, id);
});

test("[EVT-08] a mail of a change tells no place to who may not know it, nor that it changed", async () => {
  const id = await addEvent({ membersOnlyLocation: true, location: "Old lot", privateLocation: "Ring 1" });
  const member = await newcomer(site, { groups: ["Members"] });
  const user = await newcomer(site);
  for (const { token } of [member, user]) await rsvpState(answer(site, id, token, "going"));
  const places = await mailsOf(() => changed(id, { location: "Secret lot", privateLocation: "Ring 4417" }));
  expect(places.map(({ to }) => to)).toEqual([member.email]);
  expect(places[0]?.text).toMatch(/It has a new location\.[\s\S]*Secret lot[\s\S]*Ring 4417/);
  const times = await mailsOf(() => changed(id, { time: "20:00" }));
  expect(times).toHaveLength(2);
  const [toUser] = times.filter(({ to }) => to === user.email);
  expect((toUser?.text ?? "") + (toUser?.html ?? "")).not.toMatch(/Secret|4417/);
});

test("[DASH-06] more places go to those who wait, in their order, as many as fit; fewer send nobody away", async () => {
  const id = await addEvent({ title: "Ladder", capacity: 1 });
  const line = await Promise.all([1, 2, 3, 4, 5].map(() => newcomer(site)));
  for (const { token } of line) await rsvpState(answer(site, id, token, "going"));
  const mails = await mailsOf(() => changed(id, { spaces: 3 }));
  // Of one moment: which is sent first says nothing.
  expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
    line
      .slice(1, 3)
      .map(({ email }) => `${email} A space is yours: Ladder, Saturday 6:00 PM`)
      .toSorted(),
  );
  const stands = await Promise.all(line.map(async ({ token }) => read(id, token)));
  expect(stands.map((told) => told.answer ?? told.waiting?.place)).toEqual(["going", "going", "going", 1, 2]);
  expect(await changed(id, { spaces: 1 })).toMatchObject({ going: 3, spacesLeft: 0 });
  expect((await read(id, line[2]?.token)).answer).toBe("going");
  await rsvpState(answer(site, id, line[0]?.token ?? "", "not_going"));
  expect(await expectTrueCounts(site, id)).toEqual({ going: 2, waiting: 2 });
  // Unlimited: everyone has a place.
  expect(await changed(id, { spaces: 1000 })).toMatchObject({ going: 4, spacesLeft: 1000 });
  expect(await expectTrueCounts(site, id)).toEqual({ going: 4, waiting: 0 });
});

test("[API-01] a change whose news cannot be queued is not made", async () => {
  const id = await addEvent();
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  await site.app.db.execute(
    sql`alter table mail_outbox add constraint no_news check (kind <> 'event_changed') not valid`,
  );
  expect((await change(id, { date: "2026-12-24" })).status).toBe(500);
  const shown = await site.fetch(`/api/social-events?id=${id}`);
  expect(await shown.json()).toMatchObject({ socialEvents: { Item: { day: "2026-11-28", sequence: 0 } } });
  expect(await notices(goer)).toEqual([]);
  await site.app.db.execute(sql`alter table mail_outbox drop constraint no_news`);
});

test("[DASH-06] who switched these mails off gets none of changes, and the notice all the same", async () => {
  const id = await addEvent();
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  await site.mails();
  await site.app.db.execute(sql`update mail_preferences set event_changes = false where email = ${goer.email}`);
  expect(await mailsOf(() => changed(id, { time: "21:00" }))).toEqual([]);
  expect(await notices(goer)).toEqual(["event_changed"]);
});

test("[EVT-03] a host enters and changes the Facebook link, Venmo and Cash App names; links to elsewhere are refused", async () => {
  const id = await addEvent();
  const wished = {
    facebookLink: "https://www.facebook.com/events/1",
    organizerVenmo: "@shore-host",
    organizerCashApp: "$shorehost",
  };
  expect(await changed(id, wished)).toMatchObject(wished);
  expect(await changed(id, { organizerVenmo: "" })).toMatchObject({ ...wished, organizerVenmo: "" });
  for (const bad of [
    { facebookLink: "https://facebook.com.example.org/1" },
    { facebookLink: "javascript:alert(1)" },
    { organizerVenmo: "https://example.org/venmo.com" },
    { organizerCashApp: "not a name" },
  ]) {
    const refused = await change(id, bad);
    expect(refused.status).toBe(422);
    expect(Object.keys(((await refused.json()) as { fields: object }).fields)).toEqual(Object.keys(bad));
  }
});
