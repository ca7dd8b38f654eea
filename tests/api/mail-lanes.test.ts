import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { followChanges } from "#src/db/change-log.server.ts";
import { SENDERS } from "#src/mail/deliver.server.ts";
import { startJobs } from "#src/server/jobs/engine.ts";
import { JOBS } from "#src/server/jobs/jobs.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startTestSite } from "#tests/support/test-site.ts";

test("a sign-up code is mailed while 10,000 receipts wait and the provider is slow with them", async () => {
  const slow = Promise.withResolvers<void>();
  const isReceipt = (message: string) => !/^Subject: \d{6} is your/m.test(message);
  const server = await startMailServer(undefined, { isHeld: isReceipt, until: slow.promise });
  const site = await startTestSite({ MAILER: "smtp", SMTP_URL: server.url });
  const jobs = startJobs(
    site.app,
    JOBS.filter(({ wokenBy }) => wokenBy === "mail_waiting"),
  );
  const reading = { connectionString: site.databaseUrl, events: site.events, log: site.app.log };
  const changes = followChanges(reading, jobs.handlers, jobs.onHearing);
  onTestFinished(async () => {
    await changes.stop();
    await jobs.stop();
    await site.close();
    await server.close();
  });
  const now = site.app.clock.now().toISOString();
  await site.app.db.execute(sql`
    insert into mail_outbox (id, key, kind, email, data, due_at, created_at)
    select 'm' || n, 'm' || n, 'support_receipt', 'ana' || n || '@example.com', '{}', ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, 10000) as n`);
  await expect.poll(() => server.waiting).toBe(SENDERS.bulk);
  const form = { email: "renee@example.com", password: "Sand-castle-7" };
  expect((await site.post("/api/auth/sign-up", form)).status).toBe(200);
  await expect.poll(() => server.messages.filter((message) => message.includes("renee@example.com"))).toHaveLength(1);
  await site.app.db.execute(sql`update mail_outbox set status = 'skipped' where status = 'waiting'`);
  slow.resolve();
});
