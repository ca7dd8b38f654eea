import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileMailer } from "#src/ports/mailer/file/mailer-file.server.ts";
import { type Mail, type MailerPort, MailRefused } from "#src/ports/mailer/port.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";
import { startMailServer } from "#tests/support/mail-server.ts";

type Post = { readonly mailer: MailerPort; received: () => Promise<string[]> };

async function filePost(): Promise<Post> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-mail-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return {
    mailer: fileMailer({ folder }),
    async received() {
      const names = (await readdir(folder)).toSorted();
      expect(names.filter((name) => !name.endsWith(".eml"))).toEqual([]);
      return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    },
  };
}

async function smtpPost(refusal?: Parameters<typeof startMailServer>[0]): Promise<Post> {
  const server = await startMailServer(refusal);
  const mailer = smtpMailer({ url: server.url, health: new OutsideHealth(() => new Date()) });
  onTestFinished(() => {
    mailer.close();
    return server.close();
  });
  return { mailer, received: async () => [...server.messages] };
}

const mail: Mail = {
  from: "Jax Beach <hello@sandbar.test>",
  to: "renee@example.com",
  subject: "Bonfire am Strand — tonight at 6:00 PM",
  text: `Grüße!\n\n.A line that begins with a dot\nhttp://sandbar.test/events/${"a-long-address-".repeat(12)}end`,
  html: "<p>Grüße, <b>Renée</b> &amp; all</p>",
  headers: {
    "List-Unsubscribe": "<http://sandbar.test/u/token>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
  messageId: "<1@sandbar.test>",
  date: new Date("2026-11-21T15:00:00Z"),
};

describe.each([
  ["file", filePost],
  ["smtp", () => smtpPost()],
])("the %s mailer", (_name, open) => {
  test("hands over a mail whole: both bodies, accents, long lines, its headers and its id", async () => {
    const { mailer, received } = await open();
    await mailer.send(mail);
    const [raw, ...more] = await received();
    expect(more).toEqual([]);
    const read = await PostalMime.parse(raw ?? "");
    const header = (name: string) => read.headers.find(({ key }) => key === name)?.value;
    expect({
      from: read.from,
      to: read.to?.map(({ address }) => address),
      subject: read.subject,
      text: read.text?.trim(),
      html: read.html?.trim(),
      id: read.messageId,
      unsubscribe: [header("list-unsubscribe"), header("list-unsubscribe-post")],
      date: new Date(read.date ?? "").toISOString(),
    }).toEqual({
      from: { name: "Jax Beach", address: "hello@sandbar.test" },
      to: ["renee@example.com"],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      id: mail.messageId,
      unsubscribe: ["<http://sandbar.test/u/token>", "List-Unsubscribe=One-Click"],
      date: "2026-11-21T15:00:00.000Z",
    });
  });

  test("hands over many at once, each whole", async () => {
    const { mailer, received } = await open();
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(
      numbers.map((n) => mailer.send({ ...mail, messageId: `<n${n}@sandbar.test>`, text: `number ${n}` })),
    );
    const mails = await Promise.all((await received()).map((raw) => PostalMime.parse(raw)));
    const texts = mails.map(({ text = "" }) => text.trim());
    expect(new Set(texts)).toEqual(new Set(numbers.map((n) => `number ${n}`)));
    expect(texts).toHaveLength(20);
  });

  test("a line break in a subject or an address makes no header", async () => {
    const { mailer, received } = await open();
    await mailer.send({ ...mail, subject: "Hello\r\nBcc: everyone@example.com" });
    const read = await PostalMime.parse((await received())[0] ?? "");
    expect(read.bcc).toBeUndefined();
    expect(read.headers.filter(({ key }) => key === "bcc")).toEqual([]);
  });

  test.each(["a,b@example.com", "a;b@example.com", "x:a@example.com"])(
    "what stands for more than one address, or for another, is one recipient: %s",
    async (to) => {
      const { mailer, received } = await open();
      await mailer.send({ ...mail, to });
      const { to: recipients = [] } = await PostalMime.parse((await received())[0] ?? "");
      expect(recipients.map(({ address = "" }) => address.replaceAll(`"`, ""))).toEqual([to]);
    },
  );
});

test("the same mail sent twice to a folder is one file", async () => {
  const { mailer, received } = await filePost();
  await mailer.send(mail);
  await mailer.send(mail);
  expect(await received()).toHaveLength(1);
});

test.each([
  ["no such mailbox", { code: 550, at: "RCPT TO" }, true],
  ["a mailbox that is busy", { code: 450, at: "RCPT TO" }, false],
  // About us, not about the mail: somebody mends the setting, and it goes out then.
  ["a password that is not ours", { code: 535, at: "AUTH" }, false],
  ["a sender that is not ours", { code: 553, at: "MAIL FROM" }, false],
] as const)("%s is for good: %s", async (_what, refusal, isForGood) => {
  const { mailer } = await smtpPost(refusal);
  const fault = await mailer.send(mail).then(
    () => null,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(Error);
  expect(fault instanceof MailRefused).toBe(isForGood);
});

test("a server that is away is a failure for now", async () => {
  const mailer = smtpMailer({ url: "smtp://127.0.0.1:1", health: new OutsideHealth(() => new Date()) });
  onTestFinished(() => mailer.close());
  const fault = await mailer.send(mail).then(
    () => null,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(Error);
  expect(fault).not.toBeInstanceOf(MailRefused);
});

test("a mail server elsewhere that offers no encryption gets neither the password nor the mail", async () => {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  // An address of this machine that is no loopback address by name.
  const mailer = smtpMailer({
    url: server.url.replace("127.0.0.1", "0.0.0.0"),
    health: new OutsideHealth(() => new Date()),
  });
  onTestFinished(() => mailer.close());
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/);
  expect(server.messages).toEqual([]);
});
