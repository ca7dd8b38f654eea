import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type GroupConfig, groupConfig } from "#src/config/group-config.ts";
import { MOST_WEB_PROCESSES, readSettings, sayFaults, type Settings } from "#src/config/settings.mjs";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { BUDGET } from "#src/shared/budget.ts";
import { CHAT_GROUPS } from "#src/shared/chat-groups.ts";
import { INTERESTS } from "#src/shared/choices.ts";
import { MERCHANTS } from "#src/shared/merchants.ts";
import { FOLLOW_UP_TEXT, WELCOME_TEXT } from "#src/shared/message-texts.ts";
import { PLACES, writePlaces } from "#src/shared/places.ts";

// All settings. Only this module reads the environment. Every setting has a default; settings that organizers change
// are in the database.

export type Config = GroupConfig & {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; undefined = http://localhost:PORT, known once the port is. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly seed: "demo" | "none";
  /** Password of the demo accounts; undefined = a random one. */
  readonly seedPassword: string | undefined;
  readonly adminEmails: readonly string[];
  /** Whether organizers need a second factor before the console opens. */
  readonly organizerSecondFactor: boolean;
  /** Overrides the key in `dataDir`/secrets.key. */
  readonly secretsKey: string | undefined;
  /** Whether the console shows its debug panel. It grants no permission. */
  readonly adminDebug: boolean;
  /** Fixes the clock at start; never in production. */
  readonly now: Date | undefined;
  /** Values for settings that the console has not set. */
  readonly startSettings: GroupSettings;
  /** The From address of mails; undefined = the group's name. */
  readonly mailSender: string | undefined;
  /** The S3 bucket for pictures; undefined = files under `dataDir`/images. */
  readonly s3:
    | {
        /** Without a trailing slash; undefined = Amazon's endpoint. */
        readonly endpoint: string | undefined;
        readonly region: string;
        readonly bucket: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        /** The bucket's public URL without a trailing slash; undefined = the bucket is private. */
        readonly publicUrl: string | undefined;
      }
    | undefined;
  /** The user pool: our own, or one of AWS Cognito. */
  readonly identity:
    | { readonly kind: "local" }
    | {
        readonly kind: "cognito";
        readonly region: string;
        readonly poolId: string;
        readonly clientId: string;
        /** Overrides AWS's endpoint; without a trailing slash. */
        readonly endpoint: string | undefined;
      };
  /** An OpenID Connect provider to sign in with; undefined = none. */
  readonly openid:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** Shown on the button: "Continue with …". */
        readonly name: string;
      }
    | undefined;
  readonly chat:
    | { readonly kind: "local" }
    | {
        readonly kind: "groupme";
        readonly token: string;
        /** Without a trailing slash. */
        readonly url: string;
        /** The groups to show; empty = every group of the token's account. */
        readonly groupIds: readonly string[];
      };
  /** The SMTP server; undefined = mails become files under `dataDir`/mail. */
  readonly smtpUrl: string | undefined;
  /** The mail provider's limit. Undefined: none. */
  readonly mailsPerSecond: number | undefined;
  /** Payment services. Unconfigured ones are not offered. */
  readonly payments: {
    /** The hosted checkout page of the supporter plan. */
    readonly stripePaymentLink: string | undefined;
    /** The webhook signing secret of the card provider. */
    readonly stripeWebhookSecret: string | undefined;
    /** The API key for refunds; undefined = refunds are made at the card provider. */
    readonly stripeApiKey: string | undefined;
    readonly stripePublishableKey: string | undefined;
    readonly stripeLessonButton: string | undefined;
    readonly stripeTestButton: string | undefined;
    /** Without a trailing slash. */
    readonly promptCashUrl: string | undefined;
    /** The public key, which is part of the pages. */
    readonly promptCashToken: string | undefined;
    /** The secret key. */
    readonly promptCashSecret: string | undefined;
    /** Whether built-in demonstrations replace services that are not set up. No money moves. Never in production. */
    readonly demonstration: boolean;
  };
  /** A tile server's URL template with {z}, {x} and {y}; undefined = our own schematic map. */
  readonly mapTilesUrl: string | undefined;
  /** The attribution that its owner requires; a URL in it becomes the link. */
  readonly mapAttribution: string | undefined;
  /** Who may read chats and attendee lists without a membership, once their profile is complete. */
  readonly freeChatAccess: "female" | "everyone" | "nobody";
  readonly idTokenSeconds: number;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
  readonly rateLimitFactor: number;
  /** Limits on stored upload bytes, per person and in total. */
  readonly uploadQuota: { readonly person: number; readonly site: number };
  readonly trustProxy: number;
  readonly webProcesses: number;
  /** Where the private database's WAL is archived for recovery; undefined = nowhere. */
  readonly walArchiveDir: string | undefined;
  /** Public keys that backups are encrypted for; empty = unencrypted. */
  readonly backupRecipients: readonly string[];
  /** Bearer token for /metrics; undefined = /metrics is off. */
  readonly metricsToken: string | undefined;
  /**
   * Whether to export traces, metrics and logs to an OpenTelemetry collector. The libraries read their own settings.
   */
  readonly sendsTelemetry: boolean;
  /**
   * The folder where the terminal command was called. npm and `sandbar` pass it, because the process runs in another.
   */
  readonly callersFolder: string;
};

/** All configuration errors at once, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

function paymentsOf(value: Settings): Config["payments"] {
  const hasProvider = [value.STRIPE_PAYMENT_LINK, value.STRIPE_WEBHOOK_SECRET, value.PROMPT_CASH_TOKEN].some(Boolean);
  return {
    // Outside production the site is not public, so demonstration memberships cannot be abused.
    demonstration: value.NODE_ENV !== "production" && !hasProvider && value.DEMONSTRATION_PAYMENTS !== "off",
    stripePaymentLink: value.STRIPE_PAYMENT_LINK,
    stripeWebhookSecret: value.STRIPE_WEBHOOK_SECRET,
    stripeApiKey: value.STRIPE_API_KEY,
    stripePublishableKey: value.STRIPE_PUBLISHABLE_KEY,
    stripeLessonButton: value.STRIPE_LESSON_BUTTON ?? value.STRIPE_BUY_BUTTON_ID,
    stripeTestButton: value.STRIPE_TEST_BUTTON ?? value.STRIPE_BUY_BUTTON_ID,
    promptCashUrl: value.PROMPT_CASH_URL?.replace(/\/+$/, ""),
    promptCashToken: value.PROMPT_CASH_TOKEN,
    promptCashSecret: value.PROMPT_CASH_SECRET,
  };
}

const MEGABYTE = 1024 * 1024;

function bucketOf(value: Settings): Config["s3"] {
  const { IMAGES, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (IMAGES !== "s3" || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return {
    endpoint: value.S3_ENDPOINT?.replace(/\/+$/, ""),
    region: value.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    publicUrl: value.S3_PUBLIC_URL?.replace(/\/+$/, ""),
  };
}

function identityOf(value: Settings): Config["identity"] {
  if (value.IDENTITY === "local") return { kind: "local" };
  return {
    kind: "cognito",
    region: value.COGNITO_REGION,
    poolId: value.COGNITO_USER_POOL_ID ?? "",
    clientId: value.COGNITO_CLIENT_ID ?? "",
    endpoint: value.COGNITO_ENDPOINT?.replace(/\/+$/, ""),
  };
}

function openIdOf(value: Settings): Config["openid"] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME } = value;
  if (!issuer || !clientId || !clientSecret) return undefined;
  const { hostname } = new URL(issuer);
  const name = OIDC_NAME ?? (hostname === "accounts.google.com" ? "Google" : hostname);
  return { issuer, clientId, clientSecret, name };
}

function chatOf(value: Settings): Config["chat"] {
  if (value.CHAT === "local") return { kind: "local" };
  return {
    kind: "groupme",
    token: value.GROUPME_TOKEN ?? "",
    url: value.GROUPME_URL.replace(/\/+$/, ""),
    groupIds: value.GROUPME_GROUP_ID?.split(",").map((id) => id.trim()) ?? [],
  };
}

function copiesOf({ WAL_ARCHIVE_DIR: folder, BACKUP_RECIPIENT: keys }: Settings) {
  return {
    walArchiveDir: folder === undefined ? undefined : resolve(folder),
    backupRecipients: keys?.split(",").map((key) => key.trim()) ?? [],
  };
}

/** The environment's values for settings that organizers change in the console. */
function startSettingsOf(value: Settings): GroupSettings {
  return {
    groupName: value.GROUP_NAME,
    logo: "",
    areaName: value.AREA_NAME,
    tagline: "Get Active. Make Friends.",
    timeZone: value.GROUP_TIMEZONE,
    contactEmail: "",
    chatInviteUrl: value.GROUP_CHAT_INVITE_URL,
    instagramUrl: value.INSTAGRAM_URL ?? "",
    facebookUrl: value.FACEBOOK_URL ?? "",
    meetupUrl: value.MEETUP_URL ?? "",
    venmoName: value.VENMO_HANDLE?.replace(/^@/, "") ?? "",
    cashAppName: value.CASHTAG?.replace(/^\$/, "") ?? "",
    monthlyPrice: "$20",
    bitcoinCashPrice: "$15",
    merchOrderUrl: value.MERCH_ORDER_URL ?? "",
    eventFeedbackUrl: value.EVENT_FEEDBACK_URL ?? "",
    groupFeedbackUrl: value.GROUP_FEEDBACK_URL ?? "",
    tournamentDay: value.TOURNAMENT_DATE ?? "",
    countryPartyDay: value.COUNTRY_PARTY_DATE ?? "",
    hiddenPages: [],
    places: writePlaces(PLACES),
    interests: INTERESTS.join("\n"),
    chatGroups: CHAT_GROUPS.join("\n"),
    merchants: MERCHANTS,
    budget: BUDGET,
    welcomeText: WELCOME_TEXT,
    followUpText: FOLLOW_UP_TEXT,
  };
}

/** Reads the settings. Throws {@link ConfigError} with every error. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { values: value, faults } = readSettings(env);
  if (faults.length > 0) throw new ConfigError(sayFaults(faults));
  const production = value.NODE_ENV === "production";
  const startSettings = startSettingsOf(value);
  return {
    ...groupConfig(startSettings, value.MAIL_FROM),
    startSettings,
    mailSender: value.MAIL_FROM,
    production,
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, ""),
    dataDir: resolve(value.DATA_DIR),
    callersFolder: resolve(env["INIT_CWD"] ?? ""),
    databaseUrl: value.DATABASE_URL,
    seed: value.SEED ?? (production ? "none" : "demo"),
    seedPassword: value.SEED_PASSWORD,
    adminEmails: value.ADMIN_EMAILS,
    organizerSecondFactor: (value.ORGANIZER_SECOND_FACTOR ?? (production ? "on" : "off")) === "on",
    secretsKey: value.SECRETS_KEY,
    adminDebug: value.ADMIN_DEBUG === "1",
    now: value.NOW === undefined ? undefined : new Date(value.NOW),
    s3: bucketOf(value),
    identity: identityOf(value),
    openid: openIdOf(value),
    chat: chatOf(value),
    smtpUrl: value.MAILER === "smtp" ? value.SMTP_URL : undefined,
    mailsPerSecond: value.MAILS_PER_SECOND,
    payments: paymentsOf(value),
    mapTilesUrl: value.MAP_TILES_URL,
    mapAttribution: value.MAP_ATTRIBUTION,
    freeChatAccess: value.FREE_CHAT_ACCESS,
    idTokenSeconds: value.ID_TOKEN_SECONDS,
    logLevel: value.LOG_LEVEL,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    uploadQuota: { person: value.UPLOAD_QUOTA_PERSON_MB * MEGABYTE, site: value.UPLOAD_QUOTA_SITE_MB * MEGABYTE },
    trustProxy: value.TRUST_PROXY,
    webProcesses:
      value.WEB_PROCESSES === "auto" ? Math.min(availableParallelism(), MOST_WEB_PROCESSES) : value.WEB_PROCESSES,
    ...copiesOf(value),
    metricsToken: value.METRICS_TOKEN,
    sendsTelemetry: value.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  };
}
