import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliverMails } from "#src/mail/deliver.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";
import { type FaultyMailServer, MAIL_FAULTS, startFaultyMailServer } from "#tests/support/faulty-mail-server.ts";
import { noteMails } from "#tests/support/note-mails.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

/** As short as a busy machine's own answers allow. */
const CALL_MS = 2000;

let server: FaultyMailServer;
let site: TestSite;
beforeAll(async () => {
  server = await startFaultyMailServer();
  site = await startTestSite();
});
afterAll(async () => {
  await site.close();
  await server.close();
});
// With no connection that was opened before.
beforeEach(() => {
  server.fault = null;
  const url = `smtp://127.0.0.1:${server.port}`;
  const mailer = smtpMailer({ url, health: site.app.outside, callMs: CALL_MS });
  Object.assign(site.app, { mailer });
  return () => mailer.close();
});

const deliver = () => deliverMails(site.app, noteMails);
const owe = (key: string) =>
  site.app.db.transaction((tx) =>
    enqueueMails(tx, [noteMails.note.owed(key, `${key}@example.com`, {})], site.app.clock.now()),
  );
/** As if the time until the next try were over. */
const letTimePass = () => site.app.db.execute("update mail_outbox set due_at = now() - interval '1 year'");

async function mailState(key: string) {
  const { rows } = await site.app.db.execute(
    `select status, attempts, last_error from mail_outbox where key = 'note:${key}'`,
  );
  const [row] = rows;
  return [row?.["status"], row?.["attempts"], row?.["last_error"]];
}
const away = async () => ((await (await site.fetch("/readyz")).json()) as { away: object }).away;

describe.each(MAIL_FAULTS)("a mail server that answers with: %s", (fault) => {
  test("a mail waits with its reason, /readyz names the mail, nothing else waits; it goes out once afterwards", async () => {
    const key = `while-${fault}`;
    await owe(key);
    server.fault = fault;
    const began = performance.now();
    const round = deliver();
    expect((await site.fetch("/api/social-events")).status).toBe(200);
    await round;
    expect(performance.now() - began).toBeLessThan(CALL_MS * 3);
    expect(await mailState(key)).toEqual(["waiting", 1, expect.stringMatching(/^The mail server did not take it: ./)]);
    expect(await away()).toEqual({ mail: expect.any(String) });
    server.fault = null;
    await letTimePass();
    await deliver();
    await letTimePass();
    await deliver();
    expect(await mailState(key)).toEqual(["sent", 2, ""]);
    expect(server.taken.filter((address) => address === `${key}@example.com`)).toHaveLength(1);
    expect(await away()).toEqual({});
  });
});
