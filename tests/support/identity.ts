import { LiveHub } from "#src/server/live/hub.ts";
import { Metrics } from "#src/server/metrics/metrics.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import { PageCache } from "#src/server/page-cache.ts";
import { vi } from "vitest";
import { readConfig } from "#src/config.server.ts";
import { createServer } from "#src/server/app.ts";
import { compose } from "#src/server/compose.server.ts";
import type { ReceivedMail } from "#tests/support/mail-folder.ts";
import { PUBLIC_URL, type TestSite } from "#tests/support/test-site.ts";
import { NOW, QUICK_PASSWORDS } from "#tests/support/town.ts";

/** Passwords that keep the rule. */
export const PASSWORD = "Sand-castle-7";
export const OTHER_PASSWORD = "Drift-wood-88";

/** From now on the site's clock is so much further. The test undoes it with `vi.useRealTimers()`. */
export function passTime(minutes: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now + minutes * 60_000);
}

/** The codes that were mailed to an address, oldest first. */
export function codesTo(mails: readonly ReceivedMail[], email: string): string[] {
  return mails
    .filter((mail) => mail.to === email)
    .flatMap((mail) => /^(\d{6}) is your /.exec(mail.subject)?.slice(1) ?? []);
}

export async function newestCode(site: TestSite, email: string): Promise<string> {
  const code = codesTo(await site.mails(), email).at(-1);
  if (code === undefined) throw new Error(`No code was mailed to ${email}.`);
  return code;
}

/** The other code: as likely as any, and wrong. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export type Answer = { status: number; body: Record<string, unknown>; cookies: readonly string[]; headers: Headers };

async function readAnswer(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, cookies: response.headers.getSetCookie(), headers: response.headers };
}

/** What a browser would send back of the cookies that it was given. */
export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The calls of the sign-in screen, each answered in this process. */
export function authOf(site: Pick<TestSite, "fetch">) {
  const call = async (name: string, body: unknown, cookie = "") =>
    readAnswer(
      await site.fetch(`/api/auth/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(cookie && { cookie }) },
        body: JSON.stringify(body),
      }),
    );
  return {
    call,
    signIn: (email: string, password = PASSWORD) => call("sign-in", { email, password }),
    refresh: (cookie: string) => call("refresh", {}, cookie),
    signOut: (cookie: string, everywhere = false) => call("sign-out", { everywhere }, cookie),
  };
}

/** A sign-up with its code given: an account with a verified address. */
export async function signUpWhole(site: TestSite, email: string, password = PASSWORD): Promise<void> {
  const { call } = authOf(site);
  const begun = await call("sign-up", { email, password });
  const code = await newestCode(site, email);
  const confirmed = await call("confirm", { email, code, signUpId: begun.body["signUpId"] });
  if (confirmed.status !== 200) throw new Error(`${email} could not sign up: ${JSON.stringify(confirmed.body)}`);
}

/** Another process on the same database, as far as a test can tell. */
export async function secondInstance(
  site: TestSite,
  settings: Record<string, string> = {},
): Promise<Pick<TestSite, "fetch" | "app"> & { close(): Promise<void> }> {
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", NOW, PUBLIC_URL, ...settings });
  const { app, close } = await compose(config, site.databaseUrl, PUBLIC_URL, { passwordCost: QUICK_PASSWORDS });
  const pages = async () => new Response("", { status: 404 });
  const server = createServer(app, {
    files: new Map(),
    cache: new PageCache(strictHeaders(app)),
    pages,
    whatIsDown: async () => [],
    live: new LiveHub(app),
    metrics: new Metrics(),
    readMetrics: async () => "",
  });
  return { app, fetch: async (path, init = {}) => server.request(new Request(new URL(path, PUBLIC_URL), init)), close };
}
