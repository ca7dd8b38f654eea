import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { deliverMails } from "#src/mail/deliver.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { noteMails } from "#tests/support/note-mails.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

/** What the mail server says to a recipient; 0 = it takes the mail. */
let verdict = 0;
const taken: string[] = [];
let smtp: SMTPServer;
let site: TestSite;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => {
      if (verdict > 0) return done(Object.assign(new Error(`Not ${address}`), { responseCode: verdict }));
      taken.push(address);
      done();
    },
    onData: (stream, _session, done) => void stream.on("end", done).resume(),
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  site = await startTestSite({ MAILER: "smtp", SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site.close();
  await new Promise<void>((resolve) => {
    smtp.close(resolve);
  });
});

const owe = (key: string, data = {}) =>
  site.app.db.transaction((tx) =>
    enqueueMails(tx, [noteMails.note.owed(key, `${key}@example.com`, data)], site.app.clock.now()),
  );
const connectAlso = () => connect(site.databaseUrl, site.app.log);
const deliver = () => deliverMails(site.app, noteMails);

async function mailState(key: string) {
  const { rows } = await site.app.db.execute(
    `select status, attempts, last_error from mail_outbox where key = 'note:${key}'`,
  );
  const [row] = rows;
  return [row?.["status"], row?.["attempts"], row?.["last_error"]];
}
/** As if the time until the next try were over. */
const letTimePass = () => site.app.db.execute("update mail_outbox set due_at = now() - interval '1 year'");

test("two processes that deliver at once never wait for each other: what one has taken, the other passes by", async () => {
  verdict = 0;
  await owe("taken-elsewhere");
  await owe("free");
  const { pool } = connectAlso();
  const other = await pool.connect();
  try {
    await other.query("begin");
    await other.query("select from mail_outbox where key = 'note:taken-elsewhere' for update");
    // Without passing it by, this would wait for the other's end, which comes only after it.
    await deliver();
    expect((await mailState("free"))[0]).toBe("sent");
    expect((await mailState("taken-elsewhere"))[0]).toBe("waiting");
    await other.query("rollback");
  } finally {
    other.release(true);
    await pool.end();
  }
  await deliver();
  expect((await mailState("taken-elsewhere"))[0]).toBe("sent");
});

test("a mail that the server cannot take now waits, and goes out once when it can", async () => {
  verdict = 451;
  await owe("patient");
  await deliver();
  expect(await mailState("patient")).toEqual(["waiting", 1, expect.stringContaining("Not patient@example.com")]);
  // Not before its time, however often somebody looks.
  await deliver();
  expect(await mailState("patient")).toEqual(["waiting", 1, expect.any(String)]);
  verdict = 0;
  await letTimePass();
  await deliver();
  await letTimePass();
  await deliver();
  expect(await mailState("patient")).toEqual(["sent", 2, ""]);
  expect(taken.filter((address) => address === "patient@example.com")).toHaveLength(1);
  // What has been sent is not kept: it may have been a code.
  const { rows } = await site.app.db.execute("select data from mail_outbox where key = 'note:patient'");
  expect(rows).toEqual([{ data: {} }]);
});

test("a mail that the server will never take is given up at once, with its reason", async () => {
  verdict = 550;
  await owe("gone");
  await deliver();
  await letTimePass();
  await deliver();
  expect(await mailState("gone")).toEqual(["failed", 1, expect.stringContaining("Not gone@example.com")]);
  verdict = 0;
});

test("after the seventh failure a mail is not tried again", async () => {
  verdict = 450;
  await owe("tired");
  for (let tries = 0; tries < 9; tries += 1) {
    await letTimePass();
    await deliver();
  }
  expect(await mailState("tired")).toEqual(["failed", 7, expect.any(String)]);
  verdict = 0;
});

test("what has no reason anymore is not sent, and the same thing is not owed twice", async () => {
  await owe("nothing", { gone: true });
  await owe("twice");
  await owe("twice");
  await deliver();
  expect(await mailState("nothing")).toEqual(["skipped", 1, ""]);
  expect(taken.filter((address) => address === "twice@example.com")).toHaveLength(1);
});

test("a write that is undone owes nothing", async () => {
  const failing = site.app.db.transaction(async (tx) => {
    const now = site.app.clock.now();
    await enqueueMails(tx, [noteMails.note.owed("undone", "undone@example.com", {})], now);
    throw new Error("the reason went away");
  });
  await expect(failing).rejects.toThrow("the reason went away");
  await deliver();
  expect(await mailState("undone")).toEqual([undefined, undefined, undefined]);
});

test("several that deliver at once send each mail once", async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `crowd-${index}`);
  for (const key of keys) await owe(key);
  await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  const sent = taken.filter((address) => address.startsWith("crowd-"));
  expect(sent.toSorted()).toEqual(keys.map((key) => `${key}@example.com`).toSorted());
});

test("[SAFE-15] the log says why a mail was not sent, without the address that the server repeats", async () => {
  verdict = 550;
  const warn = vi.spyOn(site.app.log, "warn");
  await owe("zelda");
  await deliver();
  const logged = JSON.stringify(warn.mock.calls);
  warn.mockRestore();
  expect(logged).toContain("550 Not …");
  expect(logged).not.toContain("zelda@");
  expect((await mailState("zelda"))[2]).toContain("zelda@example.com");
});
