import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { followChanges } from "#src/db/change-log.server.ts";
import { SENDERS } from "#src/mail/deliver.server.ts";
import { startJobs } from "#src/server/jobs/engine.ts";
import { JOBS } from "#src/server/jobs/jobs.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

/** A site whose jobs send mails over SMTP, to a provider that holds the messages that `isHeld` names. */
async function startSending(isHeld: (message: string) => boolean) {
  const slow = Promise.withResolvers<void>();
  const server = await startMailServer(undefined, { isHeld, until: slow.promise });
  const site = await startTestSite({ MAILER: "smtp", SMTP_URL: server.url });
  const jobs = startJobs(
    site.app,
    JOBS.filter(({ wokenBy }) => wokenBy === "mail_waiting"),
  );
  const reading = { connectionString: site.databaseUrl, events: site.events, log: site.app.log };
  const changes = followChanges(reading, jobs.handlers, jobs.onHearing);
  onTestFinished(async () => {
    await site.app.db.execute(sql`update mail_outbox set status = 'skipped' where status = 'waiting'`);
    slow.resolve();
    await changes.stop();
    await jobs.stop();
    await site.close();
    await server.close();
  });
  const mailsTo = (email: string) => server.messages.filter((message) => message.includes(email));
  return { server, site, jobs, mailsTo };
}

/** Busy machines take longer than the second that a poll waits by default. */
const PATIENT = { timeout: 120_000 };
const signUp = { email: "renee@example.com", password: "Sand-castle-7" };

/** Sends an announcement to 10,000 people. */
async function announceToMany(site: TestSite): Promise<void> {
  const organizer = await site.signedIn({ groups: ["Admins"], email: "boss@example.com" });
  await site.app.db.execute(sql`insert into users (user_id, email, status)
    select 'many-' || n, 'many' || n || '@example.com', 'approved' from generate_series(1, 10000) n`);
  const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Bring wood." }] }] };
  const announcement = { id: randomUUID(), subject: "Bonfire", body, segment: { kind: "everyone" }, sendOn: null };
  expect((await site.post("/api/admin/announcements", announcement, organizer.token)).status).toBe(200);
}

test("a sign-up code is mailed while 10,000 receipts wait and the provider is slow with them", async () => {
  const { server, site, mailsTo } = await startSending((message) => !/^Subject: \d{6} is your/m.test(message));
  const now = site.app.clock.now().toISOString();
  await site.app.db.execute(sql`
    insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    select 'm' || n, 'm' || n, 'support_receipt', 'ana' || n || '@example.com', '{}', ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, 10000) as n`);
  await expect.poll(() => server.waiting, PATIENT).toBe(SENDERS.normal);
  expect((await site.post("/api/auth/sign-up", signUp)).status).toBe(200);
  await expect.poll(() => mailsTo(signUp.email), PATIENT).toHaveLength(1);
});

test("[DESK-04] codes and receipts are mailed while an announcement to 10,000 waits and the provider is slow with it", async () => {
  const { server, site, mailsTo } = await startSending((message) => message.includes("Subject: Bonfire"));
  await announceToMany(site);
  await expect.poll(() => server.waiting, PATIENT).toBe(SENDERS.announcements);
  // As after an hour without a provider: all of them are due.
  await site.app.db.execute(sql`update mail_outbox set due_at = created_at where status = 'waiting' and attempts = 0`);
  expect((await site.post("/api/auth/sign-up", signUp)).status).toBe(200);
  await expect.poll(() => mailsTo(signUp.email), PATIENT).toHaveLength(1);
  const support = { firstName: "Kim", lastName: "Lee", sex: "male", email: "kim@example.com", message: "Found keys." };
  expect((await site.post("/api/support", support)).status).toBe(200);
  await expect.poll(() => mailsTo("kim@example.com"), PATIENT).not.toHaveLength(0);
});

test("[DESK-04] a stopping process leaves unsent announcement mails to other processes", async () => {
  const { server, site, jobs } = await startSending(() => false);
  await announceToMany(site);
  await expect.poll(() => server.messages.length, PATIENT).toBeGreaterThan(0);
  await jobs.stop();
  const { rows } = await site.app.db.execute<{ waiting: number }>(sql`select count(*)::int as waiting from mail_outbox
    where status = 'waiting' and attempts = 0 and due_at <= ${site.app.clock.now().toISOString()}`);
  // Of the 300 that are due at once.
  expect(rows[0]?.waiting).toBeGreaterThan(200);
});
