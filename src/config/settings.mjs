// @ts-check
// Every setting by its name in the environment, as README and `.env.example` name them: what it may be, and its default.
// Plain JavaScript without packages: `npm start` checks the settings before anything is installed, on whatever Node the
// machine has.
import { hostname } from "node:os";
import { contradictions } from "./contradictions.mjs";
import {
  BadValue,
  databaseUrl,
  day,
  emailAddresses,
  httpUrl,
  instant,
  matching,
  oneOf,
  positiveNumber,
  secureUrl,
  smtpUrl,
  text,
  tilesUrl,
  timeZone,
  wholeNumber,
} from "./readers.mjs";

/** More processes would exceed PostgreSQL's default limit of a hundred connections. */
export const MOST_WEB_PROCESSES = 16;

/**
 * A setting that is undefined when it is not set.
 * @template T
 * @param {(value: string) => T} read
 * @returns {(value: string | undefined) => T | undefined}
 */
const optional = (read) => (value) => (value === undefined ? undefined : read(value));

/**
 * @template T
 * @param {(value: string) => T} read
 * @param {NoInfer<T>} otherwise
 * @returns {(value: string | undefined) => T}
 */
const withDefault = (read, otherwise) => (value) => (value === undefined ? otherwise : read(value));

/** @param {string} value */
function webProcesses(value) {
  if (value === "auto") return value;
  try {
    return wholeNumber(1, MOST_WEB_PROCESSES)(value);
  } catch {
    throw new BadValue(`must be auto or a whole number from 1 to ${MOST_WEB_PROCESSES}`);
  }
}

export const SETTINGS = {
  NODE_ENV: withDefault(text(), "development"),
  PORT: withDefault(wholeNumber(0, 65_535), 3000),
  HOST: withDefault(text(), "127.0.0.1"),
  PUBLIC_URL: optional(httpUrl),
  DATA_DIR: withDefault(text(), "./data"),
  DATABASE_URL: optional(databaseUrl),
  SEED: optional(oneOf("demo", "none")),
  // The same minimum length as for everyone's password.
  SEED_PASSWORD: optional(matching(/^[^]{8,256}$/, "must have 8 to 256 characters")),
  ADMIN_EMAILS: withDefault(emailAddresses, []),
  ORGANIZER_SECOND_FACTOR: optional(oneOf("on", "off")),
  SECRETS_KEY: optional(matching(/^[\w.~+/=-]{32,200}$/, "must be 32 to 200 letters, digits and -._~+/=")),
  ADMIN_DEBUG: withDefault(oneOf("0", "1"), "0"),
  NOW: optional(instant),
  GROUP_NAME: withDefault(text(60), "Jax Beach"),
  AREA_NAME: withDefault(text(60), "Jacksonville, FL"),
  GROUP_TIMEZONE: withDefault(timeZone, "America/New_York"),
  GROUP_CHAT_INVITE_URL: withDefault(httpUrl, "https://groupme.com/"),
  INSTAGRAM_URL: optional(httpUrl),
  FACEBOOK_URL: optional(httpUrl),
  MEETUP_URL: optional(httpUrl),
  IMAGES: withDefault(oneOf("disk", "s3"), "disk"),
  UPLOAD_QUOTA_PERSON_MB: withDefault(positiveNumber, 1000),
  UPLOAD_QUOTA_SITE_MB: withDefault(positiveNumber, 20_000),
  S3_ENDPOINT: optional(httpUrl),
  S3_REGION: withDefault(matching(/^[a-z0-9-]{1,40}$/, "must be a region such as us-east-1"), "us-east-1"),
  S3_BUCKET: optional(matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")),
  S3_ACCESS_KEY_ID: optional(matching(/^\S{1,200}$/, "must have no spaces")),
  S3_SECRET_ACCESS_KEY: optional(matching(/^\S{1,200}$/, "must have no spaces")),
  S3_PUBLIC_URL: optional(httpUrl),
  IDENTITY: withDefault(oneOf("local", "cognito"), "local"),
  COGNITO_REGION: withDefault(
    matching(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as us-east-1"),
    "us-east-1",
  ),
  COGNITO_USER_POOL_ID: optional(matching(/^[\w-]+_[0-9A-Za-z]+$/, "must be a pool id such as us-east-1_AbCdEfGhI")),
  COGNITO_CLIENT_ID: optional(matching(/^[\w+]{1,128}$/, "must be the id of an app client of the pool")),
  COGNITO_ENDPOINT: optional(httpUrl),
  OIDC_ISSUER: optional(httpUrl),
  OIDC_CLIENT_ID: optional(matching(/^[!-~]{1,255}$/, "must have no spaces")),
  OIDC_CLIENT_SECRET: optional(matching(/^[!-~]{1,500}$/, "must have no spaces")),
  OIDC_NAME: optional(text(30)),
  CHAT: withDefault(oneOf("local", "groupme"), "local"),
  GROUPME_TOKEN: optional(matching(/^[\w-]{8,200}$/, "must be an access token of dev.groupme.com")),
  GROUPME_URL: withDefault(httpUrl, "https://api.groupme.com/v3"),
  GROUPME_GROUP_ID: optional(
    matching(/^\d+(\s*,\s*\d+)*$/, "must be the number of a group, or several, separated by commas"),
  ),
  MAILER: withDefault(oneOf("file", "smtp"), "file"),
  SMTP_URL: optional(smtpUrl),
  MAILS_PER_SECOND: optional(wholeNumber(1, 1_000)),
  MAIL_FROM: optional(text(200)),
  STRIPE_PAYMENT_LINK: optional(secureUrl),
  STRIPE_PUBLISHABLE_KEY: optional(matching(/^pk_\w+$/, "must begin with pk_")),
  STRIPE_WEBHOOK_SECRET: optional(matching(/^whsec_\S+$/, "must begin with whsec_")),
  STRIPE_API_KEY: optional(
    matching(/^(?:rk|sk)_(?:live|test)_\w{10,250}$/, "must begin with rk_live_, rk_test_, sk_live_ or sk_test_"),
  ),
  STRIPE_BUY_BUTTON_ID: optional(matching(/^buy_btn_\w+$/, "must begin with buy_btn_")),
  STRIPE_LESSON_BUTTON: optional(matching(/^buy_btn_\w+$/, "must begin with buy_btn_")),
  STRIPE_TEST_BUTTON: optional(matching(/^buy_btn_\w+$/, "must begin with buy_btn_")),
  PROMPT_CASH_URL: optional(httpUrl),
  PROMPT_CASH_TOKEN: optional(matching(/^[\w-]{1,100}$/, "must be the public token, such as 608-abcdef")),
  // Sent as a header, which allows no other characters.
  PROMPT_CASH_SECRET: optional(matching(/^[!-~]{8,200}$/, "must have at least 8 characters, all of them plain")),
  DEMONSTRATION_PAYMENTS: optional(oneOf("on", "off")),
  VENMO_HANDLE: optional(matching(/^@?[\w-]{1,30}$/, "must be a Venmo name such as @jaxbeach")),
  CASHTAG: optional(matching(/^\$?\w{1,20}$/, "must be a Cash App name such as $jaxbeach")),
  MERCH_ORDER_URL: optional(httpUrl),
  EVENT_FEEDBACK_URL: optional(httpUrl),
  GROUP_FEEDBACK_URL: optional(httpUrl),
  MAP_TILES_URL: optional(tilesUrl),
  MAP_ATTRIBUTION: optional(text(200)),
  TOURNAMENT_DATE: optional(day),
  COUNTRY_PARTY_DATE: optional(day),
  FREE_CHAT_ACCESS: withDefault(oneOf("female", "everyone", "nobody"), "female"),
  ID_TOKEN_SECONDS: withDefault(wholeNumber(60, 86_400), 3600),
  LOG_LEVEL: withDefault(oneOf("silent", "error", "warn", "info", "debug"), "info"),
  RATE_LIMIT_FACTOR: withDefault(positiveNumber, 1),
  TRUST_PROXY: withDefault(wholeNumber(0, 10), 0),
  WEB_PROCESSES: withDefault(webProcesses, 1),
  WAL_ARCHIVE_DIR: optional(text()),
  BACKUP_RECIPIENT: optional(
    matching(
      /^age1[0-9a-z]+(\s*,\s*age1[0-9a-z]+)*$/,
      "must be a public key of age (age1…), or several, separated by commas",
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  METRICS_TOKEN: optional(matching(/^[\w.~+/=-]{16,200}$/, "must be 16 to 200 letters, digits and -._~+/=")),
};

/** @typedef {{ [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]> }} Settings */

/**
 * The environment without variables that shells and tools set under our names. `MAIL` is the login user's mailbox, and
 * the old name of MAILER, whose two values still count. `HOST` is the machine's name in tcsh and its type in conda.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Readonly<Record<string, string | undefined>>}
 */
function withoutShellWords(env) {
  const { HOST = "", MAIL = "", MAILER = "" } = env;
  const isFromShell = HOST !== "" && (HOST === hostname() || /-conda(?:_\w+)?-/.test(HOST));
  return {
    ...env,
    ...(MAILER.trim() === "" && ["file", "smtp"].includes(MAIL) && { MAILER: MAIL }),
    ...(isFromShell && { HOST: undefined }),
  };
}

/**
 * Reads every setting. `faults` has a message for each invalid one, and for conflicting ones; use `values` only if it is
 * empty.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ values: Settings, faults: string[] }}
 */
export function readSettings(env) {
  const given = withoutShellWords(env);
  /** @type {string[]} */
  const faults = [];
  const entries = Object.entries(SETTINGS).map(([name, read]) => {
    const value = given[name];
    try {
      return [name, read(value === undefined || value.trim() === "" ? undefined : value)];
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      faults.push(`${name} ${error.message}`);
      return [name, undefined];
    }
  });
  const values = /** @type {Settings} */ (Object.fromEntries(entries));
  return { values, faults: faults.length > 0 ? faults : contradictions(values) };
}

/**
 * Formats the errors, one per line.
 * @param {readonly string[]} faults
 */
export const sayFaults = (faults) =>
  `These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`;
