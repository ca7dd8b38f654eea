import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Pool } from "pg";
import { type LoggerOptions, pino } from "pino";
import type { Config } from "#src/config.server.ts";
import { liveConfig } from "#src/config/live-config.ts";
import type { App, Clock } from "#src/context/app.ts";
import { connect, type DatabaseEvents } from "#src/db/connect.server.ts";
import { recordJoinRequest } from "#src/features/requests/commands/join-requests.server.ts";
import { identityMail } from "#src/features/identity/mails.server.ts";
import { MAIL_CONNECTIONS } from "#src/mail/deliver.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { demonstrationBitcoinCash } from "#src/ports/bitcoin-cash/demonstration/bitcoin-cash-demonstration.server.ts";
import type { BitcoinCashPort } from "#src/ports/bitcoin-cash/port.ts";
import { promptCash, readCallback } from "#src/ports/bitcoin-cash/prompt-cash/prompt-cash.server.ts";
import { demonstrationCards } from "#src/ports/card-payments/demonstration/card-demonstration.server.ts";
import type { CardPaymentsPort } from "#src/ports/card-payments/port.ts";
import { stripeRefunds } from "#src/ports/card-payments/stripe/refunds.server.ts";
import { signAsStripe, stripeCards, stripeWebhooks } from "#src/ports/card-payments/stripe/stripe.server.ts";
import { groupMeChats } from "#src/ports/chat-provider/groupme/chat-groupme.server.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import type { AskedToJoin, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { deviceTokens } from "#src/ports/identity/local/device-tokens.server.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import { PASSWORD_COST, type PasswordCost } from "#src/ports/identity/local/passwords.server.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { s3ImageStore } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { openIdProvider } from "#src/ports/openid/provider/openid-provider.server.ts";
import type { IdentityPort } from "#src/ports/identity/port.ts";
import { fileMailer } from "#src/ports/mailer/file/mailer-file.server.ts";
import { webPushes } from "#src/ports/push/web-push/push-web.server.ts";
import { localSecrets } from "#src/ports/secrets/local/secrets-local.server.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";
import { refuseDemoAccounts, refuseDemoTokens } from "#src/server/demo-accounts.ts";
import { poolSize } from "#src/server/processes/connections.ts";
import { OutsideHealth } from "#src/shared/outside.ts";

/** The machine's clock, or one that starts at NOW and runs from there. */
function makeClock(now: Date | undefined): Clock {
  if (now === undefined) return { now: () => new Date() };
  const ahead = now.getTime() - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
}

type Parts = Pick<App, "config" | "publicUrl" | "db" | "outside" | "log"> & {
  readonly now: () => Date;
  readonly passwordCost: PasswordCost;
  readonly stripeUrl: string | undefined;
};

/** The secret belongs to this process, so only its own demonstration can sign. */
const newSecret = () => `whsec_${randomBytes(24).toString("base64url")}`;

/**
 * Picks the card provider: Stripe if any of its settings is present, else the demonstration where allowed, else none.
 */
function composeCards({ config, db, now, log, outside: health, stripeUrl }: Parts): CardPaymentsPort | null {
  const { payments } = config;
  const { stripePaymentLink: paymentLink, stripeWebhookSecret: webhookSecret, stripeApiKey: apiKey } = payments;
  // Stripe signs with real time, which a fixed test clock does not match.
  const machine = () => new Date();
  if (paymentLink !== undefined || webhookSecret !== undefined)
    return stripeCards({
      paymentLink,
      webhookSecret,
      now: machine,
      ...(apiKey !== undefined && { refund: stripeRefunds({ apiKey, log, health, apiUrl: stripeUrl }) }),
    });
  if (!payments.demonstration) return null;
  const secret = newSecret();
  return demonstrationCards({
    db,
    now,
    checkoutPage: "/checkout",
    priceCents: () => config.prices.monthlyCents,
    sign: (body, at) => signAsStripe(body, secret, at),
    readWebhook: stripeWebhooks(secret, now),
  });
}

function composeBitcoinCash({
  config: { payments },
  publicUrl,
  db,
  now,
  outside: health,
}: Parts): BitcoinCashPort | null {
  const { promptCashUrl: url, promptCashToken: token, promptCashSecret: secret } = payments;
  if (url !== undefined && token !== undefined) {
    // The service could not reach a machine without a public name.
    const callback = publicUrl.startsWith("https:") ? `${publicUrl}/api/webhooks/prompt-cash` : null;
    return promptCash({ url, token, secret, callback, now, health });
  }
  if (!payments.demonstration) return null;
  const own = newSecret();
  const page = "/demonstration/bitcoin-cash";
  return demonstrationBitcoinCash({ db, page, secret: own, readWebhook: (body) => readCallback(body, own) });
}

async function composeIdentity(parts: Parts): Promise<IdentityPort> {
  const identity = await chooseIdentity(parts);
  return parts.config.production ? refuseDemoAccounts(identity) : identity;
}

async function chooseIdentity({ config, db, outside, now, log, passwordCost }: Parts): Promise<IdentityPort> {
  if (config.identity.kind === "cognito") {
    // Its library is loaded only where it is used: it takes 30 MB.
    const { cognitoIdentity } = await import("#src/ports/identity/cognito/identity-cognito.server.ts");
    return cognitoIdentity({ ...config.identity, db, now, log, health: outside });
  }
  return localIdentity({
    db,
    now,
    passwordCost,
    sendMail: (tx, mail) => enqueueMails(tx, [identityMail(mail)], now()),
  });
}

function composeSmtp({ smtpUrl: url, mailsPerSecond }: Config, health: OutsideHealth) {
  if (url === undefined) return undefined;
  return smtpMailer({ url, connections: MAIL_CONNECTIONS, mailsPerSecond, health });
}

function composeChats({ config, db, outside, now, log }: Parts): ChatProviderPort {
  if (config.chat.kind === "local") return localChats({ db, now });
  const recordRequest = (asked: AskedToJoin) => recordJoinRequest(db, asked);
  return groupMeChats({ ...config.chat, db, now, log, health: outside, recordRequest });
}

type Options = {
  readonly connections?: number;
  readonly passwordCost?: PasswordCost;
  /** Where Stripe's API is in tests. */
  readonly stripeUrl?: string | undefined;
  /** Extra pino options, such as exporting log lines. */
  readonly logging?: LoggerOptions | undefined;
};

/** Builds the app from its settings. THE ONLY FILE THAT CHOOSES ADAPTERS. */
export async function compose(
  start: Config,
  connectionString: string,
  publicUrl: string,
  { connections = poolSize(start.webProcesses), passwordCost = PASSWORD_COST, stripeUrl, logging }: Options = {},
): Promise<{ app: App; pool: Pool; events: DatabaseEvents; close: () => Promise<void> }> {
  const { config, settings } = liveConfig(start);
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...logging },
    // Batches log lines and flushes on exit. Each write stays below the pipe's atomic size, so that lines of several
    // processes do not interleave.
    pino.destination({ fd: 1, sync: false, minLength: 3072, maxWrite: 4096, periodicFlush: 500 }),
  );
  const { pool, db, events } = connect(connectionString, log, connections);
  const clock = makeClock(config.now);
  const now = () => clock.now();
  const outside = new OutsideHealth(now);
  const parts = { config, publicUrl, db, outside, now, log, passwordCost, stripeUrl };
  const identity = await composeIdentity(parts);
  const signer = tokenSigner({ db, issuer: publicUrl, now, maxAgeSeconds: config.idTokenSeconds });
  const idTokens = config.production ? refuseDemoTokens(signer) : signer;
  const smtp = composeSmtp(config, outside);
  const mailer = smtp ?? fileMailer({ folder: join(config.dataDir, "mail") });
  const chatProvider = composeChats(parts);
  const images = config.s3
    ? s3ImageStore(config.s3, { health: outside })
    : diskImageStore({ folder: join(config.dataDir, "images") });
  const cardPayments = composeCards(parts);
  const bitcoinCash = composeBitcoinCash(parts);
  const openid = config.openid ? openIdProvider({ ...config.openid, health: outside }) : null;
  const world = {
    identity,
    idTokens,
    deviceTokens: deviceTokens({ db, issuer: publicUrl, now }),
    openid,
    secrets: localSecrets({ key: config.secretsKey, file: join(config.dataDir, "secrets.key") }),
    mailer,
    push: webPushes({ db, now, publicUrl, mailFrom: config.mailFrom }),
    chatProvider,
    threads: localChats({ db, now }),
    images,
    cardPayments,
    bitcoinCash,
    outside,
    clock,
  };
  return {
    app: { config, settings, publicUrl, db, log, ...world },
    pool,
    events,
    async close() {
      smtp?.close();
      identity.close();
      await chatProvider.stop();
      await pool.end();
      log.flush();
    },
  };
}
