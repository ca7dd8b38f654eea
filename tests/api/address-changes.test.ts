import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { queueReminders } from "#src/features/events/jobs.server.ts";
import { hashOf } from "#src/features/identity/commands/session-tokens.server.ts";
import type { Merged } from "#src/features/people/schema/merge.ts";
import { getMailPreferences, setMailPreferences } from "#src/mail/preferences.server.ts";
import { answer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const rows = async (statement: ReturnType<typeof sql>) => (await site.app.db.execute(statement)).rows;

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-12-05", title: `Moved ${made}`, ...event }))).id;
}

/** What waits or was sent, as kind and recipient. */
const outbox = async () =>
  (await rows(sql`select kind || ' ' || email as mail from mail_outbox order by 1`)).map(({ mail }) => mail);

/** The owner of an account gives it another email. */
async function changeEmail(token: string, email: string): Promise<void> {
  const call = (method: string, body: object) =>
    site.fetch("/api/account/email", {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      as: token,
    });
  expect((await call("POST", { email })).status).toBe(200);
  // Read from the outbox, because sending the code would send everything that waits.
  const [mail] = await rows(sql`select data ->> 'code' as code from mail_outbox
    where kind = 'email_change_code' and email = ${email} order by id desc limit 1`);
  expect((await call("PUT", { code: mail?.["code"] })).status).toBe(200);
}

const edit = (userId: string, email: string) =>
  site.post("/api/pending-join-requests", { type: "editUser", userId, fields: { email } }, admin);

const readPlace = async (token: string) => (await site.post("/api/place", { token })).status;

/** A visitor with a place, whose confirmation still waits. Returns the secret of the link that took it. */
async function visitor(email: string): Promise<{ token: string; userId: string; title: string }> {
  const id = await addEvent();
  const asked = { firstName: "Vera", lastName: "Visitor", email, phone: `904555${String(1000 + made)}` };
  expect((await site.post(`/api/social-events/${id}/place-requests`, asked)).status).toBe(200);
  const mail = (await site.mails()).findLast(({ to, text }) => to === email && text.includes("/place#"));
  const token = /\/place#([\w-]{20,})/.exec(mail?.text ?? "")?.[1] ?? "no link";
  const took = await site.fetch("/api/place", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, answer: "going" }),
  });
  expect(took.status).toBe(200);
  expect(await readPlace(token)).toBe(200);
  const [row] = await rows(sql`select user_id from place_links where token_hash = ${hashOf(token)}`);
  return { token, userId: String(row?.["user_id"]), title: `Moved ${made}` };
}

const confirmedTo = async (title: string) =>
  (await site.mails()).flatMap(({ to, subject }) => (subject.includes(title) && subject.includes("going") ? [to] : []));

test("[SAFE-07, DASH-06] after an own change of email what waits goes to the new address; codes and notices to where they belong", async () => {
  const [old, email] = ["olive@example.com", "olive.new@example.com"];
  const { token, userId } = await site.signedIn({ email: old });
  const event = await addEvent();
  await rsvpState(answer(site, event, token, "going"));
  const waits = (kind: string, to: string, data: object) =>
    rows(sql`insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
      values (${randomUUID()}, ${randomUUID()}, ${kind}, ${to}, ${JSON.stringify({ ...data, email: to })}, now(), now())`);
  await waits("membership_ended", old, { membershipId: "none" });
  await waits("sign_in_link", old, {});
  await waits("unsubscribe_asked", old, {});
  await waits("promoted", "stale@example.com", { userId, eventId: event });
  await changeEmail(token, email);
  expect(new Set((await outbox()).filter((mail) => /olive|stale/.test(String(mail))))).toEqual(
    new Set([
      `email_change_code ${email}`,
      `membership_ended ${email}`,
      `promoted ${email}`,
      `rsvp_confirmed ${email}`,
      `security_notice ${old}`,
      `security_notice ${email}`,
      `sign_in_link ${old}`,
      `unsubscribe_asked ${old}`,
    ]),
  );
  expect(await confirmedTo(`Moved ${made}`)).toEqual([email]);
});

test("[SAFE-03] an own change of email ends the place links in mails to the old address", async () => {
  const { token, userId } = await site.signedIn({ email: "pia@example.com" });
  const event = await addEvent();
  await rsvpState(answer(site, event, token, "going"));
  const links = ["pia", "pia.new"].map((name) => ({ email: `${name}@example.com`, secret: randomUUID() }));
  for (const { email, secret } of links)
    await rows(sql`insert into place_links (token_hash, event_id, email, user_id, created_at, expires_at)
      values (${hashOf(secret)}, ${event}, ${email}, ${userId}, now(), '2099-01-01')`);
  await changeEmail(token, "pia.new@example.com");
  expect(await Promise.all(links.map(({ secret }) => readPlace(secret)))).toEqual([404, 200]);
});

test("[SAFE-02, SAFE-03] after an organizer's change of email what waits goes to the new address, and old place links end", async () => {
  const { token, userId, title } = await visitor("vera.wrong@example.com");
  expect((await edit(userId, "vera.right@example.com")).status).toBe(200);
  expect(await confirmedTo(title)).toEqual(["vera.right@example.com"]);
  expect(await readPlace(token)).toBe(404);
});

test("[ADMIN-06, SAFE-03] after a merge what waits goes to the address that stays; an undo takes it back", async () => {
  const base = await site.signedIn({ email: "base@example.com" });
  const merge = async (other: string) => {
    const merged = await site.post("/api/users/merge", { base: base.userId, others: [other] }, admin);
    return (await merged.json()) as Merged;
  };
  const one = await visitor("one@example.com");
  await merge(one.userId);
  expect(await readPlace(one.token)).toBe(200);
  expect(await confirmedTo(one.title)).toEqual(["base@example.com"]);
  const two = await visitor("two@example.com");
  const { auditId } = await merge(two.userId);
  expect(await outbox()).toContain("rsvp_confirmed base@example.com");
  expect((await site.post(`/api/admin/audit/${auditId}/undo`, {}, admin)).status).toBe(200);
  expect(await confirmedTo(two.title)).toEqual(["two@example.com"]);
});

test("[DASH-06] an address that unsubscribed or turned a list off stays so when an account moves to it", async () => {
  const [old, email] = ["nora@example.com", "nora.new@example.com"];
  const { token } = await site.signedIn({ email: old });
  const now = site.app.clock.now();
  await site.app.db.transaction(async (tx) => {
    await setMailPreferences(tx, old, { rsvps: false }, now);
    await setMailPreferences(tx, email, { unsubscribed: true, reminders: false }, now);
  });
  await changeEmail(token, email);
  expect(await getMailPreferences(site.app.db, email, now)).toMatchObject({
    unsubscribedAt: now,
    reminders: false,
    rsvps: false,
    eventChanges: true,
  });
});

test("[ADMIN-06, DASH-06] people who become one are reminded once, also when one was reminded before", async () => {
  const id = await addEvent({ day: "2026-11-22", startTime: "08:00:00" });
  const [base, other] = [
    await site.signedIn({ email: "rae@example.com" }),
    await site.signedIn({ email: "rae.twice@example.com" }),
  ];
  await rsvpState(answer(site, id, other.token, "going"));
  await rows(sql`update event_rsvps set answered_at = '2026-11-14T12:00:00Z' where event_id = ${id}`);
  await site.mails();
  await queueReminders(site.app);
  const merged = await site.post("/api/users/merge", { base: base.userId, others: [other.userId] }, admin);
  expect(merged.status).toBe(200);
  await queueReminders(site.app);
  const reminded = (await site.mails()).filter(({ subject }) => subject.startsWith(`Soon: Moved ${made},`));
  expect(reminded.map(({ to }) => to)).toEqual(["rae@example.com"]);
  await rows(sql`insert into automation_log (id, kind, key, user_id, created_at)
    values ('log', 'come_back', ${`${other.userId}:2026-10-01`}, ${base.userId}, now())`);
  const { auditId } = (await merged.json()) as Merged;
  expect((await site.post(`/api/admin/audit/${auditId}/undo`, {}, admin)).status).toBe(200);
});
