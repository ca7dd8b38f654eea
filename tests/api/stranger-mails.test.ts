import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { deleteOldStrangerMails } from "#src/mail/strangers.server.ts";
import { NOW } from "#tests/support/town.ts";

let site: TestSite;
let now: Date;
beforeEach(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000", ADMIN_EMAILS: "kim@example.com" });
  now = new Date(NOW);
  site.app.clock.now = () => now;
});
afterEach(() => site.close());

const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));

const WORDS = "Buy-Cheap-Pills";
const names = { firstName: WORDS, lastName: WORDS, phone: "9045550142", message: `${WORDS} http://spam.example` };
let joined = 0;
/** Every public form that makes the site write to the address typed into it. */
const FORMS: Readonly<Record<string, (email: string) => Promise<Response>>> = {
  join: (email) => {
    joined += 1;
    return site.post("/api/join", joinForm({ ...names, email, phone: `90455${10_000 + joined}` }));
  },
  support: (email) => site.post("/api/support", { ...names, email, sex: "male", formType: "support" }),
  form: (email) => site.post("/api/form-submission", { ...names, email, sex: "male", formType: "country-party" }),
  unsubscribe: (email) => site.post("/api/unsubscribe", { ...names, email }),
};
const send = async (form: string, email: string) => {
  const answer = await FORMS[form]?.(email);
  expect(answer?.status, `${form} to ${email}`).toBe(200);
};
const sendAll = async (email: string) => {
  for (const form of Object.keys(FORMS)) await send(form, email);
};
const mailsTo = async (email: string) => (await site.mails()).filter(({ to }) => to === email);

test("[SAFE-10] all public forms together send an address three mails an hour and ten a day, and still succeed", async () => {
  for (const form of ["join", "support", "form", "join", "support", "form"]) await send(form, "victim@example.com");
  expect(await mailsTo("victim@example.com")).toHaveLength(3);
  // A window that slides: an hour that ends with the clock's would let six through within minutes.
  later(59);
  await send("join", "victim@example.com");
  expect(await mailsTo("victim@example.com")).toHaveLength(3);
  for (let hour = 0; hour < 5; hour += 1) {
    later(61);
    await sendAll("victim@example.com");
  }
  expect(await mailsTo("victim@example.com")).toHaveLength(10);
  await send("join", "somebody.else@example.com");
  expect(await mailsTo("somebody.else@example.com")).toHaveLength(1);
  later(24 * 60);
  await send("support", "victim@example.com");
  expect(await mailsTo("victim@example.com")).toHaveLength(11);
});

test("[SAFE-10] forty forms at once send three mails, whatever tags, capitals and Gmail dots they write into the address", async () => {
  const written = (at: number) => (at % 2 === 0 ? `V.ic.tim+${at}@Gmail.com` : `vict.im+x@googlemail.com`);
  await Promise.all(Array.from({ length: 40 }, (_, at) => send(Object.keys(FORMS)[at % 3] ?? "", written(at))));
  expect((await site.mails()).filter(({ to }) => /@g(oogle)?mail\.com$/.test(to))).toHaveLength(3);
  // Elsewhere a dot makes another address.
  for (const email of ["a.b@example.com", "ab@example.com"]) await send("join", email);
  expect(await mailsTo("a.b@example.com")).toHaveLength(1);
  expect(await mailsTo("ab@example.com")).toHaveLength(1);
});

test("[SAFE-10] no mail to anyone contains a word that a stranger sent", async () => {
  const { userId, email } = await site.signedIn({ email: "host@example.com" });
  const event = await site.addEvent(
    makeEvent({ day: "2026-11-28", capacity: 0, hostUserId: userId, showPhotos: true, imgList: ["salsa-1"] }),
  );
  await sendAll("victim@example.com");
  const waiting = { ...names, email: "waiting@example.com", formType: WORDS, eventId: event.id };
  expect((await site.post("/api/form-submission", waiting)).status).toBe(200);
  const photo = `/api/social-events/${event.id}/photos/salsa-1/takedown`;
  expect((await site.post(photo, { reason: WORDS, email: "victim@example.com" })).status).toBe(200);
  const mails = await site.mails();
  for (const { raw, html, text, subject } of mails)
    expect(`${raw}${html}${text}${subject}`).not.toMatch(/Buy-Cheap-Pills|spam\.example|555-?0142/i);
  expect(new Set(mails.map(({ to }) => to))).toEqual(
    new Set(["victim@example.com", "waiting@example.com", "kim@example.com", email]),
  );
  // Organizers are written to no more often than anybody; the console has all of it.
  expect(mails.filter(({ to }) => to === "kim@example.com")).toHaveLength(3);
  const token = await site.tokenFor(["Admins"], { email: "kim@example.com" });
  const { messages } = (await (await site.fetch("/api/admin/messages", { as: token })).json()) as {
    messages: { message: string }[];
  };
  expect(messages.map(({ message }) => message)).toEqual(Array(4).fill(names.message));
});

test("[SAFE-10, FORM-04] an inbox that unsubscribed gets none of these mails, under no spelling, and the mails offer to stop them", async () => {
  await send("join", "quiet@example.com");
  const [first] = await mailsTo("quiet@example.com");
  const link =
    /^<(http:\/\/sandbar\.localhost\/u\/[\w-]{20,})>$/.exec(first?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  expect((await site.fetch(new URL(link).pathname, { method: "POST" })).status).toBe(200);
  for (const email of ["Quiet@example.com", "quiet+again@example.com"]) await sendAll(email);
  expect((await site.mails()).filter(({ to }) => to.startsWith("quiet"))).toHaveLength(1);
  // One that unsubscribes while a mail to it is still in the outbox does not get it either.
  await send("support", "soon@example.com");
  await site.app.db.execute(
    sql`insert into mail_preferences (email, token, unsubscribed_at, updated_at) values ('soon@example.com', 'soon-token', now(), now())`,
  );
  expect(await mailsTo("soon@example.com")).toEqual([]);
});

test("[SAFE-10] the counts hold no address and are gone after a day", async () => {
  await send("join", "victim@example.com");
  const rows = async () => (await site.app.db.execute(sql`select * from stranger_mails`)).rows;
  expect(JSON.stringify(await rows())).not.toContain("victim");
  await deleteOldStrangerMails(site.app.db, later(23 * 60));
  expect(await rows()).toHaveLength(2);
  await deleteOldStrangerMails(site.app.db, later(2 * 60));
  expect(await rows()).toEqual([]);
});

test("[SAFE-10, FORM-04, DAY-06] what needs its mail says when none comes, and says it alike of everybody", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Busy inboxes" }));
  const askFor = {
    place: (email: string) => site.post(`/api/social-events/${event.id}/place-requests`, { ...names, email }),
    // Twice: organizers read it once.
    unsubscribe: async (email: string) => {
      await site.post("/api/unsubscribe", { ...names, email });
      return site.post("/api/unsubscribe", { ...names, email });
    },
  };
  // The inbox of an organizer is full of other people's forms; of another one, nobody can know.
  for (const other of ["a", "b", "c"]) await send("support", `${other}@example.com`);
  for (const email of ["kim@example.com", "unknown@example.com"]) expect((await askFor.place(email)).status).toBe(200);
  await site.app.db.execute(
    sql`insert into mail_preferences (email, token, unsubscribed_at, updated_at) values ('stopped@example.com', 'stopped-token', now(), now())`,
  );
  const known = ["kim@example.com", "unknown@example.com", "stopped@example.com"];
  for (const form of ["join", "support", "form"]) for (const email of known) await send(form, email);
  for (const email of known) {
    const place = await askFor.place(email);
    expect([place.status, place.headers.get("retry-after"), await place.json()]).toMatchObject([
      429,
      "3600",
      {
        message:
          "We just sent this address several emails. Look for them in your inbox and in spam, or try again in an hour.",
      },
    ]);
    // The request is kept all the same.
    const unsubscribed = await askFor.unsubscribe(email);
    expect([unsubscribed.status, await unsubscribed.json()]).toMatchObject([
      200,
      { message: "Thanks, we received your request to unsubscribe.", stopped: false, mailed: false },
    ]);
  }
  const { rows } = await site.app.db.execute(
    sql`select email from form_submissions where form_type = 'unsubscribe' and email = any(${sql.param(known)}) order by email`,
  );
  expect(rows).toEqual(known.toSorted().map((email) => ({ email })));
  for (const { html } of await mailsTo("unknown@example.com"))
    expect(html).toMatch(/sandbar\.localhost\/u\/[\w-]{20,}/);
  // An hour later the same address gets its link.
  later(61);
  expect((await askFor.place("unknown@example.com")).status).toBe(200);
  expect((await mailsTo("unknown@example.com")).at(-1)?.subject).toContain("Busy inboxes");
});

test("[SAFE-10, FORM-07] with a busy inbox the waiting list's form reaches who reads it, and promises no mail, when repeated too", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Busy line", capacity: 0 }));
  for (const form of ["join", "support", "form"]) await send(form, "waiting@example.com");
  later(5);
  const form = { ...names, email: "waiting@example.com", formType: "waiting list", eventId: event.id };
  for (let time = 0; time < 2; time += 1) {
    const answer = await site.post("/api/form-submission", form);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      200,
      "Thank you, we have your name. When a space opens up, someone from the group will write to you. The space is yours once you reply.",
    ]);
  }
  const { rows } = await site.app.db.execute(
    sql`select (select count(*)::int from form_submissions where form_type = 'waiting list') as forms, (select count(*)::int from place_links) as links`,
  );
  expect(rows).toEqual([{ forms: 1, links: 0 }]);
});
