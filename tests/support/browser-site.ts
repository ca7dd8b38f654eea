import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { type NewSocialEvent, socialEvents } from "#src/db/tables/events.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import { type Groups, makeAccount, signToken, type TestAccount } from "#tests/support/accounts.ts";
import type { GrantedRole } from "#src/shared/roles.ts";
import { openTab, sharedBrowser, type Visit } from "#tests/support/browser.ts";
import { tellOfTab } from "#tests/support/failed-tab.ts";
import { type ReceivedMail, readMailFolder } from "#tests/support/mail-folder.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { closeTabs, PLAIN_DOCUMENT } from "#tests/support/tabs.ts";
import { TEMPLATE } from "#tests/support/cluster.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { DEMO_PASSWORD, NOW, TOWN, TOWN_SETTINGS } from "#tests/support/town.ts";

type Tab = Visit & {
  /** What the page asked for and was refused: pictures, scripts, data; not the document itself. */
  readonly notLoaded: readonly string[];
};

export type BrowserSite = {
  readonly url: string;
  readonly databaseUrl: string;
  /** A statement on the site's own database, for what no form can do or show; its rows. */
  sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  addEvent(event: NewSocialEvent): Promise<NewSocialEvent>;
  /** Every mail that was sent so far, oldest first. */
  mails(): Promise<ReceivedMail[]>;
  /** As {@link BrowserSite.mails}, when they are as they should be. */
  mailsWhen(isSo: (mails: readonly ReceivedMail[]) => boolean): Promise<ReceivedMail[]>;
  /** The id token that a demo account is given when it signs in. */
  signInAs(email: string): Promise<string>;
  /** An id token with these groups; of a new person when there is an address. */
  tokenFor(groups: Groups, options?: { email?: string; user?: Partial<NewUser> }): Promise<string>;
  /** Somebody with an account, and their id token. */
  signedIn(options: {
    groups?: Groups;
    roles?: readonly GrantedRole[];
    email: string;
    user?: Partial<NewUser>;
  }): Promise<TestAccount & { token: string }>;
  /** A tab that looks new, until the test is over; signed in when there is a token. */
  open(options?: BrowserContextOptions & { as?: string }): Promise<Tab>;
  close(): Promise<void>;
};

/** The built site as a process of its own, on a database of its own, looked at with the browser of the worker. */
export async function startBrowserSite(settings: Record<string, string> = {}): Promise<BrowserSite> {
  // The town is as old as its NOW, and not every site wants one.
  const isTown = settings["NOW"] === undefined && settings["SEED"] === undefined;
  const database = await createTestDatabase(isTown ? TOWN : TEMPLATE);
  const dataDir = await mkdtemp(join(tmpdir(), "sandbar-e2e-"));
  const site = await startSiteProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ...TOWN_SETTINGS,
    RATE_LIMIT_FACTOR: "1000",
    ...settings,
  });
  const { pool, db } = connect(database.url, pino({ level: "silent" }));
  const tabs: Tab[] = [];
  return {
    url: site.url,
    databaseUrl: database.url,
    async sql(statement, values = []) {
      const { rows } = await pool.query<Record<string, unknown>>(statement, [...values]);
      return rows;
    },
    async addEvent(event) {
      await db.insert(socialEvents).values(event);
      return event;
    },
    mails: () => readMailFolder(join(dataDir, "mail")),
    async mailsWhen(isSo) {
      const mails = () => readMailFolder(join(dataDir, "mail"));
      await eventually(async () => isSo(await mails()), "the mails that should have come").toBe(true);
      return mails();
    },
    async signInAs(email) {
      const answer = await fetch(`${site.url}/api/auth/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      return ((await answer.json()) as { idToken: string }).idToken;
    },
    async tokenFor(groups, options = {}) {
      const now = new Date(NOW);
      const account = await makeAccount(db, { groups, now, ...options });
      return signToken(account, { db, issuer: site.url, now, groups });
    },
    async signedIn({ groups = [], ...options }) {
      const now = new Date(NOW);
      const account = await makeAccount(db, { groups, now, ...options });
      return { ...account, token: await signToken(account, { db, issuer: site.url, now, groups }) };
    },
    async open(options = {}) {
      const tab = await openInTest(await sharedBrowser(), site.url, options);
      tabs.push(tab);
      return tab;
    },
    async close() {
      // A page holds lines open that the site would wait for.
      await Promise.all(tabs.map((tab) => tab.close()));
      await closeTabs(site.url);
      await site.stop();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openInTest(
  browser: Browser,
  url: string,
  { as, ...options }: BrowserContextOptions & { as?: string },
): Promise<Tab> {
  const tab = await openTab(browser, url, options);
  onTestFinished(() => tab.close());
  // Later hooks run first: the tab is asked before it closes.
  tellOfTab(tab.page);
  const notLoaded: string[] = [];
  tab.page.on("response", (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== "document")
      notLoaded.push(`${response.status()} ${response.url()}`);
  });
  tab.page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What a page that is left no longer needs.
    if (request.resourceType() === "stylesheet" && why !== "net::ERR_ABORTED")
      notLoaded.push(`${why} ${request.url()}`);
  });
  if (as !== undefined) {
    if (new URL(tab.page.url()).pathname !== PLAIN_DOCUMENT) await tab.page.goto(PLAIN_DOCUMENT);
    await storeToken(tab.page, as);
  }
  return { ...tab, notLoaded };
}

/** Puts an id token where the site looks for it, as another frame of the tab would: the page hears of it as of any. */
export async function storeToken(page: Page, token: string | null): Promise<void> {
  await page.evaluate((idToken) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const storage = frame.contentWindow?.sessionStorage;
    if (idToken === null) storage?.removeItem("idToken");
    else storage?.setItem("idToken", idToken);
    frame.remove();
  }, token);
}

/** `expect`, again and again until it holds: as patient with a busy machine as vitest.config.ts says. */
export function eventually<T>(look: () => T, message = "") {
  return expect.poll(look, { message });
}

/** Waits until what a closed dialog added to the history is gone: that step back would cancel a load begun meanwhile. */
export async function settleHistory(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOpen = document.querySelector("dialog[open], [role=dialog], :popover-open") !== null;
    return isOpen || !(history.state as { overlays?: number } | null)?.overlays;
  });
}

/** Opens an address and waits until its scripts have taken the page over: from then on there is a choice of colors. */
export async function visit(page: Page, path: string): Promise<void> {
  await settleHistory(page);
  await page.goto(path);
  await page.getByRole("group", { name: "Color scheme" }).waitFor();
}

/** Keyboard and screen reader users continue in this part of the page, although what they pressed is gone. */
export const expectFocusIn = (part: Locator) =>
  eventually(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Changes of look show at once. Even the shortest transition takes frames, in which colors are neither here nor there. */
export async function stopTransitions(page: Page): Promise<void> {
  await page.addStyleTag({ content: "*, *::before, *::after { transition: none !important }" });
}

/** From the tab's next document on, the two seconds that parts wait for what loads above them (`data-loading`) never pass. */
export const stopWaits = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { animation-play-state: paused !important }");
    document.adoptedStyleSheets = [sheet];
  });

/**
 * From now on notes, frame by frame and in every document of the tab, whether an element with this text is painted.
 * Returns a way to ask.
 */
export async function watchFor(page: Page, selector: string, text: string): Promise<() => Promise<boolean>> {
  const key = `seen ${text}`;
  const watched = { selector, text, key };
  await page.addInitScript((sought) => {
    const look = () => {
      const found = [...document.querySelectorAll(sought.selector)].some(
        (element) => element.textContent.includes(sought.text) && element.checkVisibility({ visibilityProperty: true }),
      );
      if (found) sessionStorage.setItem(sought.key, "yes");
      requestAnimationFrame(look);
    };
    look();
  }, watched);
  return () => page.evaluate((name) => sessionStorage.getItem(name) === "yes", key);
}
