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
  readonly idTokenSeconds: number;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
  readonly rateLimitFactor: number;
  readonly trustProxy: number;
};

/** Every fault of the settings at once, one sentence a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads the settings. Throws {@link ConfigError} that names every fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(`These settings cannot be used:\n${faults.join("\n")}`);
  }
  const value = parsed.data;
  const production = value.NODE_ENV === "production";
  if (production && value.NOW !== undefined) {
    throw new ConfigError("These settings cannot be used:\n  NOW fixes the clock and is not allowed in production");
  }
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
    adminEmails: value.ADMIN_EMAILS,
    now: value.NOW === undefined ? undefined : new Date(value.NOW),
    group: {
      name: value.GROUP_NAME,
      area: value.AREA_NAME,
      timeZone: value.GROUP_TIMEZONE,
      chatInviteUrl: value.GROUP_CHAT_INVITE_URL,
      socialLinks,
    },
    idTokenSeconds: value.ID_TOKEN_SECONDS,
    logLevel: value.LOG_LEVEL,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    trustProxy: value.TRUST_PROXY,
  };
}
