import type { BrowserContextOptions, Page } from "playwright-core";
import { type BrowserSite, eventually, visit } from "#tests/support/browser-site.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

export const MEMBER = "member@example.com";
export const ADMIN = "admin@example.com";

export type SignInScreen = ReturnType<typeof signInScreen>;

/** The sign-in screen as a person finds it on a page: by what is written there. */
export function signInScreen(page: Page) {
  const main = page.getByRole("main");
  const button = (name: string) => main.getByRole("button", { name, exact: true });
  const posts: { call: string; body: Record<string, unknown> }[] = [];
  page.on("request", (request) => {
    const call = /^\/api\/auth\/([\w-]+)$/.exec(new URL(request.url()).pathname)?.[1];
    const body = request.postData();
    if (call !== undefined) posts.push({ call, body: body ? (JSON.parse(body) as Record<string, unknown>) : {} });
  });
  return {
    page,
    main,
    button,
    email: main.getByLabel("Email", { exact: true }),
    password: main.getByLabel("Password", { exact: true }),
    again: main.getByLabel("Password again", { exact: true }),
    agreement: main.getByRole("checkbox", { name: /18 or older and agree to the Terms/ }),
    code: main.getByLabel("Verification code", { exact: true }),
    newPassword: main.getByLabel("New password", { exact: true }),
    newAgain: main.getByLabel("New password again", { exact: true }),
    alert: main.getByRole("alert"),
    status: main.getByRole("status"),
    /** Every call to the identity part of the API, in order. */
    posts: posts as readonly (typeof posts)[number][],
    calls: (call: string) => posts.filter((post) => post.call === call),
    focused: () =>
      page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.localName),
    expectForm: (title: string) => main.getByRole("heading", { level: 1, name: title, exact: true }).waitFor(),
    signIn: async (email: string, password: string): Promise<void> => {
      await main.getByLabel("Email", { exact: true }).fill(email);
      await main.getByLabel("Password", { exact: true }).fill(password);
      await button("Sign in").click();
    },
    token: () => page.evaluate(() => sessionStorage.getItem("idToken")),
  };
}

export async function openSignIn(
  site: BrowserSite,
  options: BrowserContextOptions & { path?: string; as?: string } = {},
) {
  const { path = "/login", ...context } = options;
  const tab = await site.open(context);
  const screen = signInScreen(tab.page);
  await visit(tab.page, path);
  return { ...screen, problems: tab.problems, notLoaded: tab.notLoaded };
}

/** A tab that has signed in through the screen, and has arrived. */
export async function signedInTab(site: BrowserSite, options: BrowserContextOptions & { email?: string } = {}) {
  const { email = MEMBER, ...context } = options;
  const screen = await openSignIn(site, context);
  await screen.signIn(email, DEMO_PASSWORD);
  await screen.page.waitForURL((url) => url.pathname !== "/login");
  return screen;
}

/** The code of the newest mail to an address, when all that is owed to it has been sent. */
export async function mailedCode(site: BrowserSite, email: string): Promise<string> {
  const owed = await site.sql("select 1 from mail_outbox where email = $1 and kind in ('sign_up_code', 'reset_code')", [
    email,
  ]);
  const codes = async () => {
    const mails = await site.mails();
    return mails
      .filter(({ to }) => to === email)
      .flatMap(({ subject }) => /^\d{6}(?= is your)/.exec(subject)?.[0] ?? []);
  };
  await eventually(async () => (await codes()).length).toBe(owed.length);
  return (await codes()).at(-1) ?? "";
}

/** A sign-up with this address from another machine. */
export async function signUpElsewhere(site: BrowserSite, email: string, password: string): Promise<void> {
  await fetch(`${site.url}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
}

/** The path on which a page comes to rest, with its query. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await eventually(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
}
