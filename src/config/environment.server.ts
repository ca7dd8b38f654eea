import { z } from "zod";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { isTimeZone } from "#src/shared/zones.server.ts";

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
function isReadableAddress(address: string): boolean {
  try {
    const { username, password } = new URL(address);
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}
/** What goes into an address of somebody else's site, so nothing else than this. */
const code = (form: RegExp, error: string) => z.string().trim().regex(form, { error });
const addresses = z
  .string()
  .default("")
  .transform((list) => list.split(",").map(normalizeEmail).filter(Boolean))
  .refine((list) => list.every(isEmailAddress), { error: "must be e-mail addresses, separated by commas" });

/** More would not be fed by the hundred connections that a PostgreSQL takes unless it is told otherwise. */
export const MOST_WEB_PROCESSES = 16;

/** Every setting by its name in the environment, as README and `.env.example` name them. */
export const environment = z.object({
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
  ADMIN_DEBUG: setting(z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0")),
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
  IMAGES: setting(z.enum(["disk", "s3"], { error: "must be disk or s3" }).default("disk")),
  S3_ENDPOINT: setting(httpUrl.optional()),
  S3_REGION: setting(code(/^[a-z0-9-]{1,40}$/, "must be a region such as us-east-1").default("us-east-1")),
  S3_BUCKET: setting(code(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket").optional()),
  S3_ACCESS_KEY_ID: setting(code(/^\S{1,200}$/, "must have no spaces").optional()),
  S3_SECRET_ACCESS_KEY: setting(code(/^\S{1,200}$/, "must have no spaces").optional()),
  S3_PUBLIC_URL: setting(httpUrl.optional()),
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
      // Told here, without the address: it has a password in it.
      .refine(isReadableAddress, { error: "must be an address, with odd characters of a password in percent form" })
      .optional(),
  ),
  MAIL_FROM: setting(z.string().max(200).default("Sandbar <no-reply@localhost>")),
  STRIPE_PAYMENT_LINK: setting(secureUrl.optional()),
  STRIPE_PUBLISHABLE_KEY: setting(code(/^pk_\w+$/, "must begin with pk_").optional()),
  STRIPE_WEBHOOK_SECRET: setting(code(/^whsec_\S+$/, "must begin with whsec_").optional()),
  STRIPE_BUY_BUTTON_ID: setting(code(/^buy_btn_\w+$/, "must begin with buy_btn_").optional()),
  STRIPE_LESSON_BUTTON: setting(code(/^buy_btn_\w+$/, "must begin with buy_btn_").optional()),
  STRIPE_TEST_BUTTON: setting(code(/^buy_btn_\w+$/, "must begin with buy_btn_").optional()),
  PROMPT_CASH_URL: setting(httpUrl.optional()),
  PROMPT_CASH_TOKEN: setting(code(/^[\w-]{1,100}$/, "must be the public token, such as 608-abcdef").optional()),
  // It is sent as a header, which takes no others.
  PROMPT_CASH_SECRET: setting(code(/^[!-~]{8,200}$/, "must have at least 8 characters, all of them plain").optional()),
  DEMONSTRATION_PAYMENTS: setting(z.enum(["on", "off"], { error: "must be on or off" }).optional()),
  VENMO_HANDLE: setting(code(/^@?[\w-]{1,30}$/, "must be a Venmo name such as @jaxbeach").optional()),
  CASHTAG: setting(code(/^\$?\w{1,20}$/, "must be a Cash App name such as $jaxbeach").optional()),
  MERCH_ORDER_URL: setting(httpUrl.optional()),
  EVENT_FEEDBACK_URL: setting(httpUrl.optional()),
  GROUP_FEEDBACK_URL: setting(httpUrl.optional()),
  MAP_TILES_URL: setting(
    httpUrl
      .refine((url) => ["{z}", "{x}", "{y}"].every((part) => url.includes(part)), {
        error: "must have {z}, {x} and {y}",
      })
      .optional(),
  ),
  MAP_ATTRIBUTION: setting(z.string().max(200).optional()),
  TOURNAMENT_DATE: setting(z.iso.date({ error: "must be a day such as 2026-12-12" }).optional()),
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
  WEB_PROCESSES: setting(
    z
      .union([z.literal("auto"), wholeNumber(1, MOST_WEB_PROCESSES)], {
        error: `must be auto or a whole number from 1 to ${MOST_WEB_PROCESSES}`,
      })
      .default(1),
  ),
  METRICS_TOKEN: setting(code(/^[\w.~+/=-]{16,200}$/, "must be 16 to 200 letters, digits and -._~+/=").optional()),
});

export type Environment = z.infer<typeof environment>;

/** What fits in itself and not together, in words. */
export function contradictions(value: Environment): string[] {
  const { NODE_ENV, NOW, MAIL, SMTP_URL, IMAGES, IDENTITY, CHAT } = value;
  const { STRIPE_PAYMENT_LINK, STRIPE_WEBHOOK_SECRET, PROMPT_CASH_TOKEN } = value;
  const hasProvider = [STRIPE_PAYMENT_LINK, STRIPE_WEBHOOK_SECRET, PROMPT_CASH_TOKEN].some(Boolean);
  type Named = "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "COGNITO_USER_POOL_ID" | "COGNITO_CLIENT_ID";
  const missing = (name: Named | "GROUPME_TOKEN", isNeeded: boolean, choice: string) =>
    isNeeded && value[name] === undefined && `${name} is needed with ${choice}`;
  return [
    value.DEMONSTRATION_PAYMENTS === "on" &&
      hasProvider &&
      "DEMONSTRATION_PAYMENTS=on cannot go together with a payment service: memberships would be given away",
    missing("COGNITO_USER_POOL_ID", IDENTITY === "cognito", "IDENTITY=cognito"),
    missing("COGNITO_CLIENT_ID", IDENTITY === "cognito", "IDENTITY=cognito"),
    missing("GROUPME_TOKEN", CHAT === "groupme", "CHAT=groupme"),
    NODE_ENV === "production" && NOW !== undefined && "NOW fixes the clock and is not allowed in production",
    MAIL === "smtp" && SMTP_URL === undefined && "SMTP_URL is needed with MAIL=smtp",
    missing("S3_BUCKET", IMAGES === "s3", "IMAGES=s3"),
    missing("S3_ACCESS_KEY_ID", IMAGES === "s3", "IMAGES=s3"),
    missing("S3_SECRET_ACCESS_KEY", IMAGES === "s3", "IMAGES=s3"),
  ].filter((fault) => fault !== false);
}
