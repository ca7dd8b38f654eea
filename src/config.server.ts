import { resolve } from "node:path";
import { z } from "zod";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { isTimeZone } from "#src/shared/zones.server.ts";

// The only reader of the environment. Everything has a default: nothing is needed to start.

const blankIsUnset = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);
const httpUrl = z.url({ protocol: /^https?$/, error: "must be a web address that begins with http:// or https://" });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int({ error: "must be a whole number" })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });
const secureUrl = z.url({ protocol: /^https$/, error: "must be a web address that begins with https://" });
/** What goes into an address of somebody else's site, so nothing else than this. */
const code = (form: RegExp, error: string) => z.string().trim().regex(form, { error });
const addresses = z
  .string()
  .default("")
  .transform((list) => list.split(",").map(normalizeEmail).filter(Boolean))
  .refine((list) => list.every(isEmailAddress), { error: "must be e-mail addresses, separated by commas" });

const environment = z.object({
  NODE_ENV: setting(z.string().default("development")),
  PORT: setting(wholeNumber(0, 65_535).default(3000)),
  HOST: setting(z.string().default("127.0.0.1")),
  PUBLIC_URL: setting(httpUrl.optional()),
  DATA_DIR: setting(z.string().default("./data")),
  // Not checked as a web address: one that names a socket folder has no host.
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres:// or postgresql://" })
      .optional(),
  ),
  SEED: setting(z.enum(["demo", "none"], { error: "must be demo or none" }).optional()),
  // Long enough for the rule that everybody's password follows.
  SEED_PASSWORD: setting(z.string().min(8, { error: "must have at least 8 characters" }).max(256).optional()),
  ADMIN_EMAILS: setting(addresses),
  NOW: setting(
    z.iso.datetime({ offset: true, error: "must be an ISO instant such as 2026-11-21T15:00:00Z" }).optional(),
  ),
  GROUP_NAME: setting(z.string().max(60).default("Jax Beach")),
  AREA_NAME: setting(z.string().max(60).default("Jacksonville, FL")),
  GROUP_TIMEZONE: setting(
    z
      .string()
      .default("America/New_York")
      .refine(isTimeZone, { error: "must be an IANA zone such as America/New_York" }),
  ),
  GROUP_CHAT_INVITE_URL: setting(httpUrl.default("https://groupme.com/")),
  INSTAGRAM_URL: setting(httpUrl.optional()),
  FACEBOOK_URL: setting(httpUrl.optional()),
  MEETUP_URL: setting(httpUrl.optional()),
  IDENTITY: setting(z.enum(["local", "cognito"], { error: "must be local or cognito" }).default("local")),
  COGNITO_REGION: setting(
    code(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as us-east-1").default("us-east-1"),
  ),
  COGNITO_USER_POOL_ID: setting(
    code(/^[\w-]+_[0-9A-Za-z]+$/, "must be a pool id such as us-east-1_AbCdEfGhI").optional(),
  ),
  COGNITO_CLIENT_ID: setting(code(/^[\w+]{1,128}$/, "must be the id of an app client of the pool").optional()),
  COGNITO_ENDPOINT: setting(httpUrl.optional()),
  CHAT: setting(z.enum(["local", "groupme"], { error: "must be local or groupme" }).default("local")),
  GROUPME_TOKEN: setting(code(/^[\w-]{8,200}$/, "must be an access token of dev.groupme.com").optional()),
  GROUPME_URL: setting(httpUrl.default("https://api.groupme.com/v3")),
  GROUPME_GROUP_ID: setting(
    code(/^\d+(\s*,\s*\d+)*$/, "must be the number of a group, or several, separated by commas").optional(),
  ),
  MAIL: setting(z.enum(["file", "smtp"], { error: "must be file or smtp" }).default("file")),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\/\S+$/, { error: "must begin with smtp:// or smtps://" })
      .optional(),
  ),
  MAIL_FROM: setting(z.string().max(200).default("Sandbar <no-reply@localhost>")),
  STRIPE_PAYMENT_LINK: setting(secureUrl.optional()),
  STRIPE_PUBLISHABLE_KEY: setting(code(/^pk_\w+$/, "must begin with pk_").optional()),
  STRIPE_LESSON_BUTTON: setting(code(/^buy_btn_\w+$/, "must begin with buy_btn_").optional()),
  STRIPE_TEST_BUTTON: setting(code(/^buy_btn_\w+$/, "must begin with buy_btn_").optional()),
  PROMPT_CASH_URL: setting(httpUrl.optional()),
  PROMPT_CASH_TOKEN: setting(code(/^[\w-]{1,100}$/, "must be the public token, such as 608-abcdef").optional()),
  VENMO_HANDLE: setting(code(/^@?[\w-]{1,30}$/, "must be a Venmo name such as @jaxbeach").optional()),
  CASHTAG: setting(code(/^\$?\w{1,20}$/, "must be a Cash App name such as $jaxbeach").optional()),
  MERCH_ORDER_URL: setting(httpUrl.optional()),
  HOST_REQUEST_URL: setting(httpUrl.optional()),
  EVENT_FEEDBACK_URL: setting(httpUrl.optional()),
  GROUP_FEEDBACK_URL: setting(httpUrl.optional()),
  COUNTRY_PARTY_DATE: setting(z.iso.date({ error: "must be a day such as 2026-12-12" }).optional()),
  FREE_CHAT_ACCESS: setting(
    z.enum(["female", "everyone", "nobody"], { error: "must be female, everyone or nobody" }).default("female"),
  ),
  ID_TOKEN_SECONDS: setting(wholeNumber(60, 86_400).default(3600)),
  LOG_LEVEL: setting(
    z
      .enum(["silent", "error", "warn", "info", "debug"], { error: "must be silent, error, warn, info or debug" })
      .default("info"),
  ),
  RATE_LIMIT_FACTOR: setting(
    z.coerce.number({ error: "must be a number" }).positive({ error: "must be above 0" }).default(1),
  ),
  TRUST_PROXY: setting(wholeNumber(0, 10).default(0)),
});

export type Config = {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; undefined = http://localhost:PORT, known once the port is. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly seed: "demo" | "none";
  /** Of the demo accounts; undefined = a random one. */
  readonly seedPassword: string | undefined;
  readonly adminEmails: readonly string[];
  /** Fixes the clock at start; never in production. */
  readonly now: Date | undefined;
  readonly group: {
    readonly name: string;
    readonly area: string;
    readonly timeZone: string;
    readonly chatInviteUrl: string;
    readonly socialLinks: readonly { readonly name: string; readonly url: string }[];
  };
  /** The user pool: our own, or one of AWS Cognito. */
  readonly identity:
    | { readonly kind: "local" }
    | {
        readonly kind: "cognito";
        readonly region: string;
        readonly poolId: string;
        readonly clientId: string;
        /** Instead of AWS's own, without a trailing slash. */
        readonly endpoint: string | undefined;
      };
  /** Who keeps the chats. */
  readonly chat:
    | { readonly kind: "local" }
    | {
        readonly kind: "groupme";
        readonly token: string;
        /** Without a trailing slash. */
        readonly url: string;
        /** The groups that are shown; none = every group of the token's account. */
        readonly groupIds: readonly string[];
      };
  /** Where mails are handed over; undefined = they become files under `dataDir`/mail. */
  readonly smtpUrl: string | undefined;
  /** Where money goes. What is not set is not offered. */
  readonly payments: {
    /** The hosted page where the supporter plan is paid. */
    readonly stripePaymentLink: string | undefined;
    readonly stripePublishableKey: string | undefined;
    readonly stripeLessonButton: string | undefined;
    readonly stripeTestButton: string | undefined;
    /** Without a trailing slash. */
    readonly promptCashUrl: string | undefined;
    /** The public one: it is part of the pages. */
    readonly promptCashToken: string | undefined;
    /** Without the @. */
    readonly venmoHandle: string | undefined;
    /** Without the $. */
    readonly cashtag: string | undefined;
  };
  /** Forms that the group keeps elsewhere. */
  readonly forms: {
    readonly merchOrder: string | undefined;
    readonly hostRequest: string | undefined;
    readonly eventFeedback: string | undefined;
    readonly groupFeedback: string | undefined;
  };
  /** YYYY-MM-DD in the group's zone; undefined until there is one. */
  readonly countryPartyDay: string | undefined;
  readonly mailFrom: string;
  /** Who without a membership may read chats and attendee lists once their profile is complete. */
  readonly freeChatAccess: "female" | "everyone" | "nobody";
  readonly idTokenSeconds: number;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
  readonly rateLimitFactor: number;
  readonly trustProxy: number;
};

/** Every fault of the settings at once, one sentence a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Environment = z.infer<typeof environment>;

/** What fits in itself and not together, in words. */
function contradictions(value: Environment): string[] {
  const { NODE_ENV, NOW, MAIL, SMTP_URL, IDENTITY, CHAT } = value;
  const isCognito = IDENTITY === "cognito";
  return [
    isCognito && !value.COGNITO_USER_POOL_ID && "COGNITO_USER_POOL_ID is needed with IDENTITY=cognito",
    isCognito && !value.COGNITO_CLIENT_ID && "COGNITO_CLIENT_ID is needed with IDENTITY=cognito",
    CHAT === "groupme" && !value.GROUPME_TOKEN && "GROUPME_TOKEN is needed with CHAT=groupme",
    NODE_ENV === "production" && NOW !== undefined && "NOW fixes the clock and is not allowed in production",
    MAIL === "smtp" && SMTP_URL === undefined && "SMTP_URL is needed with MAIL=smtp",
  ].filter((fault) => fault !== false);
}

function refuse(faults: readonly string[]): never {
  throw new ConfigError(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
}

function paymentsOf(value: Environment): Config["payments"] {
  return {
    stripePaymentLink: value.STRIPE_PAYMENT_LINK,
    stripePublishableKey: value.STRIPE_PUBLISHABLE_KEY,
    stripeLessonButton: value.STRIPE_LESSON_BUTTON,
    stripeTestButton: value.STRIPE_TEST_BUTTON,
    promptCashUrl: value.PROMPT_CASH_URL?.replace(/\/+$/, ""),
    promptCashToken: value.PROMPT_CASH_TOKEN,
    venmoHandle: value.VENMO_HANDLE?.replace(/^@/, ""),
    cashtag: value.CASHTAG?.replace(/^\$/, ""),
  };
}

function identityOf(value: Environment): Config["identity"] {
  if (value.IDENTITY === "local") return { kind: "local" };
  return {
    kind: "cognito",
    region: value.COGNITO_REGION,
    poolId: value.COGNITO_USER_POOL_ID ?? "",
    clientId: value.COGNITO_CLIENT_ID ?? "",
    endpoint: value.COGNITO_ENDPOINT?.replace(/\/+$/, ""),
  };
}

function chatOf(value: Environment): Config["chat"] {
  if (value.CHAT === "local") return { kind: "local" };
  return {
    kind: "groupme",
    token: value.GROUPME_TOKEN ?? "",
    url: value.GROUPME_URL.replace(/\/+$/, ""),
    groupIds: value.GROUPME_GROUP_ID?.split(",").map((id) => id.trim()) ?? [],
  };
}

/** Reads the settings. Throws {@link ConfigError} that names every fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) refuse(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  const value = parsed.data;
  const faults = contradictions(value);
  if (faults.length > 0) refuse(faults);
  const production = value.NODE_ENV === "production";
  const socialLinks = [
    { name: "Instagram", url: value.INSTAGRAM_URL },
    { name: "Facebook", url: value.FACEBOOK_URL },
    { name: "Meetup", url: value.MEETUP_URL },
  ].flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
  return {
    production,
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, ""),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    seed: value.SEED ?? (production ? "none" : "demo"),
    seedPassword: value.SEED_PASSWORD,
    adminEmails: value.ADMIN_EMAILS,
    now: value.NOW === undefined ? undefined : new Date(value.NOW),
    group: {
      name: value.GROUP_NAME,
      area: value.AREA_NAME,
      timeZone: value.GROUP_TIMEZONE,
      chatInviteUrl: value.GROUP_CHAT_INVITE_URL,
      socialLinks,
    },
    identity: identityOf(value),
    chat: chatOf(value),
    smtpUrl: value.MAIL === "smtp" ? value.SMTP_URL : undefined,
    payments: paymentsOf(value),
    forms: {
      merchOrder: value.MERCH_ORDER_URL,
      hostRequest: value.HOST_REQUEST_URL,
      eventFeedback: value.EVENT_FEEDBACK_URL,
      groupFeedback: value.GROUP_FEEDBACK_URL,
    },
    countryPartyDay: value.COUNTRY_PARTY_DATE,
    mailFrom: value.MAIL_FROM,
    freeChatAccess: value.FREE_CHAT_ACCESS,
    idTokenSeconds: value.ID_TOKEN_SECONDS,
    logLevel: value.LOG_LEVEL,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    trustProxy: value.TRUST_PROXY,
  };
}
