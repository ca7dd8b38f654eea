import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { readSettings, SETTINGS } from "#src/config/settings.mjs";

const faultsOf = (env: Record<string, string>) => readSettings(env).faults;
const valuesOf = (env: Record<string, string>) => readSettings(env).values;

test("no settings are valid, and blank ones count as unset", () => {
  expect(faultsOf({})).toEqual([]);
  expect(valuesOf({ PORT: " ", SEED: "", GROUP_NAME: "" })).toEqual(valuesOf({}));
});

test("the shell's MAIL variable is ignored, except for the two values that MAIL once had", () => {
  for (const MAIL of ["/var/mail/root", "/var/spool/mail/ana", "SMTP", ""]) {
    expect(faultsOf({ MAIL })).toEqual([]);
    expect(valuesOf({ MAIL }).MAILER).toBe("file");
  }
  const SMTP_URL = "smtp://localhost";
  expect(valuesOf({ MAIL: "smtp", SMTP_URL }).MAILER).toBe("smtp");
  expect(valuesOf({ MAIL: "smtp", MAILER: "file" }).MAILER).toBe("file");
  expect(valuesOf({ MAIL: "/var/mail/root", MAILER: "smtp", SMTP_URL }).MAILER).toBe("smtp");
});

test("a HOST set by the shell or conda is ignored", () => {
  for (const HOST of [hostname(), "x86_64-conda-linux-gnu", "x86_64-conda_cos6-linux-gnu"])
    expect(valuesOf({ HOST }).HOST).toBe("127.0.0.1");
  expect(valuesOf({ HOST: "::1" }).HOST).toBe("::1");
});

test("no setting shares its name with a variable of shells, sudo, cron or systemd", () => {
  const theirs =
    "HOME USER LOGNAME USERNAME SHELL PATH MAIL MAILPATH MAILCHECK PWD OLDPWD SHLVL TERM LANG LANGUAGE EDITOR VISUAL PAGER " +
    "HOSTNAME HOSTTYPE OSTYPE MACHTYPE VENDOR GROUP GROUPS UID EUID PPID RANDOM SECONDS LINENO LINES COLUMNS DISPLAY TZ TMPDIR " +
    "MAILTO REMOTEHOST INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID NOTIFY_SOCKET MAINPID STATE_DIRECTORY DEBUG";
  expect(theirs.split(" ").filter((name) => name in SETTINGS)).toEqual([]);
});

test.each([
  ["PORT", "http", "must be a number"],
  ["PORT", "80.5", "must be a whole number"],
  ["PORT", "70000", "must be at most 65535"],
  ["PUBLIC_URL", "beach.example", "must be a web address that begins with http:// or https://"],
  ["PUBLIC_URL", "ftp://beach.example", "must be a web address that begins with http:// or https://"],
  ["DATABASE_URL", "mysql://db/sandbar", "must begin with postgres:// or postgresql://"],
  ["DATABASE_URL", "postgres://me:pw@one,two:5433/sandbar", "names several hosts"],
  ["DATABASE_URL", "postgres://me:p%2Cw@/sandbar?host=one,two", "names several hosts"],
  ["DATABASE_URL", "postgres://me@one/sandbar?target_session_attrs=standby", "must have read-write, primary or any"],
  [
    "DATABASE_URL",
    "postgres://me@one/sandbar?sslrootcert=/none.crt",
    "names a root certificate that cannot be read: /none",
  ],
  ["SEED", "some", "must be demo or none"],
  ["SEED_PASSWORD", "short", "must have 8 to 256 characters"],
  ["ADMIN_EMAILS", "ana@example.com, nobody", "must be email addresses, separated by commas"],
  ["NOW", "2026-02-30T15:00:00Z", "must be an ISO instant"],
  ["NOW", "2026-11-21 15:00", "must be an ISO instant"],
  ["TOURNAMENT_DATE", "2026-02-29", "must be a day such as 2026-12-12"],
  ["GROUP_NAME", "x".repeat(61), "must have at most 60 characters"],
  ["GROUP_TIMEZONE", "Florida", "must be an IANA zone"],
  ["GROUP_TIMEZONE", "-05:00", "must be an IANA zone"],
  ["LOG_LEVEL", "loud", "must be silent, error, warn, info or debug"],
  ["SMTP_URL", "smtp://me:p%ss@mail.example", "must be an address"],
  ["MAP_TILES_URL", "https://tiles.example/{z}/{x}.png", "must have {z}, {x} and {y}"],
  ["RATE_LIMIT_FACTOR", "0", "must be above 0"],
  ["WEB_PROCESSES", "17", "must be auto or a whole number from 1 to 16"],
  ["STRIPE_API_KEY", "pk_live_ofTheButtons0001", "must begin with rk_live_, rk_test_, sk_live_ or sk_test_"],
  ["STRIPE_PAYMENT_LINK", "http://buy.stripe.com/x", "must be a web address that begins with https://"],
])("%s=%s is a fault in words", (name, value, words) => {
  expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} ${words}`)]);
});

test.each([
  ["DATABASE_URL", "postgres://me:pw@one,two:5433/sandbar?target_session_attrs=read-write"],
  ["DATABASE_URL", "postgres://me:p,w@db.example:5433/sandbar?sslmode=verify-full"],
  ["DATABASE_URL", "postgresql:///sandbar?host=/var/run/postgresql"],
  ["PUBLIC_URL", "http://sandbar.localhost"],
  ["SMTP_URL", "smtps://me:p%40ss@mail.example:465"],
  ["MAP_TILES_URL", "https://tiles.example/{z}/{x}/{y}.png"],
  ["NOW", "2026-11-21T15:00:00-05:00"],
  ["COUNTRY_PARTY_DATE", "2028-02-29"],
])("%s=%s is fine", (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([]);
  expect(valuesOf({ [name]: value })).toMatchObject({ [name]: value });
});

test("numbers and lists are parsed", () => {
  const values = valuesOf({ PORT: "8080", ADMIN_EMAILS: " Ana@Example.com, bo@example.com", WEB_PROCESSES: "auto" });
  expect(values).toMatchObject({
    PORT: 8080,
    ADMIN_EMAILS: ["ana@example.com", "bo@example.com"],
    WEB_PROCESSES: "auto",
  });
});

test("missing settings that another one requires are reported by name", () => {
  expect(faultsOf({ MAILER: "smtp", IMAGES: "s3", S3_BUCKET: "beach" })).toEqual([
    "SMTP_URL is needed with MAILER=smtp",
    "S3_ACCESS_KEY_ID is needed with IMAGES=s3",
    "S3_SECRET_ACCESS_KEY is needed with IMAGES=s3",
  ]);
});

test(".env.example lists every setting and nothing else", () => {
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const named = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(SETTINGS)));
});
