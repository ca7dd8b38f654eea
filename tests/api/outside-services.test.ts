import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { syncChats } from "#src/features/chats/jobs.server.ts";
import { askForPayments } from "#src/features/payments/commands/bitcoin-cash.server.ts";
import { deliverMails } from "#src/mail/deliver.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { promptCash } from "#src/ports/bitcoin-cash/prompt-cash/prompt-cash.server.ts";
import { groupMeChats } from "#src/ports/chat-provider/groupme/chat-groupme.server.ts";
import { type FakeGroupMe, startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import type { FakeGroup } from "#tests/fakes/groupme/fake-state.ts";
import { type FakeCognito, startFakeCognito } from "#tests/fakes/cognito/fake-cognito.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import { stripeRefunds } from "#src/ports/card-payments/stripe/refunds.server.ts";
import { s3ImageStore } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";
import { openIdProvider } from "#src/ports/openid/provider/openid-provider.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { enter, stubAdministrator } from "#tests/support/cognito-site.ts";
import { type FaultyMailServer, startFaultyMailServer } from "#tests/support/faulty-mail-server.ts";
import { type FaultyService, startFaultyService } from "#tests/support/faulty-service.ts";
import { send } from "#tests/support/graphql.ts";
import { authOf, OTHER_PASSWORD, PASSWORD } from "#tests/support/identity.ts";
import { BYTES, name } from "#tests/support/image-store.ts";
import { formOf, makeJpeg } from "#tests/support/pictures.ts";
import { noteMails } from "#tests/support/note-mails.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// All services elsewhere at once, on one site: what each may do to it, and what it may learn and tell.

const SECRETS = {
  s3: "s3/secret+of/the0test",
  smtp: "p@ss word of the test",
  promptCash: "prompt/secret+of-the-test",
  stripe: "whsec_of_the_test",
  stripeKey: "rk_test_ofTheTestOfServices",
};

let pool: FakeCognito;
let groupMe: FakeGroupMe;
let group: FakeGroup;
let mail: FaultyMailServer;
let doors: Record<"cognito" | "groupMe" | "s3" | "promptCash" | "openid" | "stripe", FaultyService>;
let site: TestSite;
/** Every line of the log, at its most talkative. */
const lines: string[] = [];

beforeAll(async () => {
  [pool, groupMe, mail] = await Promise.all([startFakeCognito(), startFakeGroupMe(), startFaultyMailServer()]);
  group = groupMe.addGroup("Beach Volleyball");
  const [cognito, chat, s3, payments, openid, stripe] = await Promise.all([
    startFaultyService(pool.url),
    startFaultyService(new URL(groupMe.url).origin),
    startFaultyService(),
    startFaultyService(),
    startFaultyService(),
    startFaultyService(),
  ]);
  doors = { cognito, groupMe: chat, s3, promptCash: payments, openid, stripe };
  stubAdministrator(pool.pool.administrator);
  const settings = {
    // The pool goes by the world's clock.
    NOW: "",
    RATE_LIMIT_FACTOR: "1000",
    IDENTITY: "cognito",
    COGNITO_USER_POOL_ID: pool.pool.poolId,
    COGNITO_CLIENT_ID: pool.pool.clientId,
    COGNITO_ENDPOINT: cognito.url,
    CHAT: "groupme",
    GROUPME_TOKEN: groupMe.token,
    GROUPME_URL: `${chat.url}/v3`,
    IMAGES: "s3",
    S3_ENDPOINT: s3.url,
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "sandbar",
    S3_SECRET_ACCESS_KEY: SECRETS.s3,
    MAILER: "smtp",
    SMTP_URL: `smtp://sandbar:${encodeURIComponent(SECRETS.smtp)}@127.0.0.1:${mail.port}`,
    STRIPE_WEBHOOK_SECRET: SECRETS.stripe,
    STRIPE_API_KEY: SECRETS.stripeKey,
    PROMPT_CASH_URL: payments.url,
    PROMPT_CASH_TOKEN: "608-public",
    PROMPT_CASH_SECRET: SECRETS.promptCash,
  };
  site = await startTestSite(settings, { stripeUrl: stripe.url });
  const { log } = site.app;
  Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => lines.push(line) });
  log.level = "debug";
  await syncChats(site.app);
});
afterEach(() => {
  for (const door of Object.values(doors)) door.fault = null;
  mail.fault = null;
});
afterAll(async () => {
  await site.close();
  await Promise.all([...Object.values(doors), mail, groupMe, pool].map((service) => service.close()));
  stubAdministrator(null);
});

/** The time limit of every adapter below, in milliseconds. */
const LIMIT = 300;
type Opened = { readonly calls: readonly (() => Promise<unknown>)[]; readonly close?: () => unknown };
type Adapter = { readonly words: RegExp; readonly open: () => Opened };
const health = new OutsideHealth(() => new Date());
const now = () => new Date();

/** Every adapter of a service elsewhere that calls it, with what it says when that comes to nothing. */
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  Cognito: {
    words: /^identity: ./,
    open() {
      const { poolId, clientId, administrator: credentials, region } = pool.pool;
      const { db, log } = site.app;
      const endpoint = doors.cognito.url;
      const options = { db, log, now, region, poolId, clientId, endpoint, credentials, health, callMs: LIMIT };
      const identity = cognitoIdentity(options);
      const person = { email: "ana@example.com", password: PASSWORD };
      const calls = [() => identity.checkPassword(person), () => identity.setGroup(person.email, "Members", true)];
      return { calls, close: () => identity.close() };
    },
  },
  GroupMe: {
    words: /^chat: ./,
    open() {
      const { db, log } = site.app;
      const limits = { callMs: LIMIT, spacingMs: 0, pause: async () => undefined };
      const url = `${doors.groupMe.url}/v3`;
      const recordRequest = async () => undefined;
      const options = { db, log, now, health, token: groupMe.token, url, groupIds: [], recordRequest, ...limits };
      const chats = groupMeChats(options);
      const author = { userId: "ana", name: "Ana Ruiz", nickname: "" };
      return {
        calls: [() => chats.sync(), () => chats.post({ chatId: group.id, author, text: "Hello", clientId: "hello" })],
      };
    },
  },
  OpenID: {
    words: /^openid: ./,
    open() {
      const client = { clientId: "sandbar", clientSecret: "openid/secret+of-the-test", name: "Test" };
      const provider = openIdProvider({ issuer: doors.openid.url, ...client, health, callMs: LIMIT });
      return { calls: [() => provider.begin("https://sandbar.test/login/openid")] };
    },
  },
  S3: {
    words: /^The picture store failed to ./,
    open() {
      const patience = { connect: LIMIT, silence: LIMIT, call: 3 * LIMIT, reading: LIMIT };
      const bucket = { bucket: "pictures", region: "us-east-1", accessKeyId: "sandbar", publicUrl: undefined };
      const settings = { ...bucket, secretAccessKey: SECRETS.s3, endpoint: doors.s3.url };
      const store = s3ImageStore(settings, { health, patience });
      const key = name("a");
      return {
        calls: [
          () => store.put(key, BYTES, "image/webp"),
          () => store.get(key),
          () => store.list("", 10),
          () => store.delete([key]),
        ],
      };
    },
  },
  SMTP: {
    words: /^The mail server (?:did not take|refused) it: ./,
    open() {
      const mailer = smtpMailer({ url: `smtp://127.0.0.1:${mail.port}`, health, callMs: LIMIT });
      const letter = { from: "a@example.com", to: "b@example.com", subject: "s", text: "t", html: "<p>t</p>" };
      const more = { headers: {}, messageId: "<1@example.com>", date: now() };
      return { calls: [() => mailer.send({ ...letter, ...more })], close: () => mailer.close() };
    },
  },
  "prompt.cash": {
    words: /^The Bitcoin Cash service could not be asked: ./,
    open() {
      const url = doors.promptCash.url;
      const account = { url, token: "608-public", secret: "608-secret", callback: null };
      const payments = promptCash({ ...account, now, health, timeoutMs: LIMIT });
      return { calls: [() => payments.readPayment("1795273200000")] };
    },
  },
  Stripe: {
    words: /^unreachable not_asked$/,
    open() {
      const { log } = site.app;
      const refund = stripeRefunds({ apiKey: SECRETS.stripeKey, apiUrl: doors.stripe.url, log, health, callMs: LIMIT });
      const request = { providerRef: "in_1", amountCents: 500, idempotencyKey: "refund-1" };
      const call = async () => {
        const answer = await refund(request);
        // It answers where the others throw.
        throw new Error(answer.ok ? answer.chargeId : `${answer.fault} ${answer.outcome}`);
      };
      return { calls: [call] };
    },
  },
};

function setFault(fault: "silent" | "redirect"): void {
  for (const door of Object.values(doors)) door.fault = fault;
  mail.fault = fault;
}
const strays = () => [...Object.values(doors), mail].reduce((sum, door) => sum + door.strays(), 0);

describe.each(Object.keys(ADAPTERS))("%s", (service) => {
  test.each(["silent", "redirect"] as const)(
    "%s: every call ends in its time, in words of our own, and goes nowhere else",
    async (fault) => {
      const { words, open } = ADAPTERS[service] as Adapter;
      setFault(fault);
      const { calls, close } = open();
      for (const call of calls) {
        const began = performance.now();
        const outcome = await call().catch((error: unknown) => error);
        expect(outcome).toBeInstanceOf(Error);
        expect((outcome as Error).message).toMatch(words);
        // S3 asks twice; the rest is for a busy machine.
        expect(performance.now() - began).toBeLessThan(2 * LIMIT + 3000);
      }
      expect(strays()).toBe(0);
      close?.();
    },
  );
});

test("what services name an address for is not fetched from there", async () => {
  const { elsewhere } = doors.groupMe;
  const picture = { type: "image", url: `${elsewhere}/picture.jpg` };
  groupMe.say(group, "Look", { attachments: [picture], avatar_url: `${elsewhere}/me.jpg` });
  await syncChats(site.app);
  const said = { group_id: group.id, text: "Look", avatar_url: elsewhere, attachments: [picture] };
  const told = [
    site.post(`/api/webhooks/groupme/${site.app.chatProvider.callbackSecret}`, said),
    site.post("/api/webhooks/prompt-cash", {
      token: SECRETS.promptCash,
      payment: {
        tx_id: "1",
        status: "PAID",
        amount_fiat: 15,
        fiat_currency: "USD",
        payment_link: elsewhere,
        qr_url: elsewhere,
      },
    }),
  ];
  expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200]);
  // A token that says where its key is to be had.
  const [, payload = ""] = (await enter({ ...site, fake: pool }, "jku@example.com")).token.split(".");
  const header = Buffer.from(JSON.stringify({ alg: "RS256", kid: "theirs", jku: elsewhere })).toString("base64url");
  expect((await site.fetch("/api/profile", { as: `${header}.${payload}.AAAA` })).status).toBe(401);
  expect(strays()).toBe(0);
});

/** All that people and jobs do with services elsewhere; what people are answered. */
async function useEverything(key: string, ana: { token: string; cookie: string }): Promise<string[]> {
  const { app } = site;
  const auth = authOf(site);
  await app.db.transaction((tx) =>
    enqueueMails(tx, [noteMails.note.owed(key, "ana@example.com", {})], app.clock.now()),
  );
  const person = { email: "ana@example.com", password: PASSWORD };
  const answers: unknown[] = [
    await auth.call("sign-in", person),
    await auth.call("sign-up", { ...person, email: `${key}@example.com` }),
    await auth.call("reset-password", { email: person.email, code: "123456", password: OTHER_PASSWORD }),
    await auth.refresh(ana.cookie),
    await app.identity.setGroup(person.email, "Members", true).catch(String),
    await send(site, ana.token, "Who drives?", { chatId: group.id, clientId: key }),
    await (await site.fetch("/api/images", { method: "POST", body: formOf(await makeJpeg()), as: ana.token })).text(),
    await (await site.post("/api/payments/bitcoin-cash", { purpose: "membership" }, ana.token)).text(),
    await (await site.post("/api/webhooks/stripe", { id: "evt_1" })).text(),
    await app.cardPayments?.refund?.({ providerRef: "in_1", amountCents: 500, idempotencyKey: key }),
    await (await site.post("/api/webhooks/prompt-cash", { token: "guessed", payment: {} })).text(),
    await (await site.post("/api/webhooks/groupme/guessed", {})).text(),
  ];
  await Promise.all([syncChats(app).catch(String), deliverMails(app, noteMails), askForPayments(app)]);
  const { rows } = await app.db.execute("select last_error from mail_outbox");
  const ready = await (await site.fetch("/readyz")).text();
  return [...answers, rows, ready].map((answer) => JSON.stringify(answer));
}

test("a service that repeats all it was sent: no secret gets into an answer, a reason in the outbox, /readyz or the log", async () => {
  const ana = await enter({ ...site, fake: pool }, "ana@example.com");
  await site.app.identity.setGroup("ana@example.com", "Members", true);
  const secrets = [...Object.values(SECRETS), groupMe.token, PASSWORD, pool.pool.administrator.secretAccessKey];
  const answers: string[] = [];
  for (const echo of ["echo json", "echo xml"] as const) {
    for (const door of Object.values(doors)) door.fault = echo;
    doors.promptCash.fault = "echo plain";
    mail.fault = "echo";
    answers.push(...(await useEverything(echo.replace(" ", "-"), ana)));
  }
  // What they repeat, they really were sent.
  const heard = Object.values(doors).map((door) => door.heard());
  for (const secret of [groupMe.token, PASSWORD, SECRETS.promptCash]) expect(heard.join()).toContain(secret);
  const told = [...answers, ...lines].join("\n");
  for (const secret of secrets) {
    const inBase64 = Buffer.from(secret).toString("base64");
    // Not even how it begins, which is what a parser quotes.
    for (const form of [secret, encodeURIComponent(secret), inBase64]) expect(told).not.toContain(form.slice(0, 9));
  }
});
