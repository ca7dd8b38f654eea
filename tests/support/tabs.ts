import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

// The first page of a new context takes twice as long as one in a tab that has shown pages (0.39 and 0.19 s): its process
// has neither loaded nor compiled any script. So tabs are kept for the tests that follow.

type Options = BrowserContextOptions & { baseURL: string };
type Tab = {
  readonly options: Options;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Not held open: a second session takes from the page what the first pretends, such as no network. */
  readonly openDevtools: () => Promise<CDPSession>;
  isSpoiled: boolean;
  isOut: boolean;
};

// The plainest document of a site.
const PLAIN_DOCUMENT = "/healthz";
const MOST_IDLE = 2;
const idle = new Map<string, Tab[]>();

/** What cannot be taken back: a tab on which one of these was called closes with its test. */
const SPOILING = {
  page: [
    "addInitScript",
    "addLocatorHandler",
    "exposeBinding",
    "exposeFunction",
    "routeWebSocket",
    "setExtraHTTPHeaders",
  ],
  context: [
    "addInitScript",
    "exposeBinding",
    "exposeFunction",
    "grantPermissions",
    "newCDPSession",
    "newPage",
    "routeWebSocket",
    "setExtraHTTPHeaders",
    "setGeolocation",
  ],
} as const;

const PAGE_EVENTS = [
  "close",
  "console",
  "crash",
  "dialog",
  "domcontentloaded",
  "download",
  "filechooser",
  "frameattached",
  "framedetached",
  "framenavigated",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
] as const;

function noteSpoiling(tab: Tab): void {
  const spoils = (owner: "page" | "context", name: string) => {
    const target = tab[owner] as unknown as Record<string, (...args: unknown[]) => unknown>;
    const call = target[name]?.bind(target);
    if (!call) throw new Error(`The browser has no ${owner}.${name}`);
    target[name] = (...args) => {
      tab.isSpoiled = true;
      return call(...args);
    };
  };
  for (const name of SPOILING.page) spoils("page", name);
  for (const name of SPOILING.context) spoils("context", name);
  const { clock } = tab.page;
  Object.defineProperty(tab.page, "clock", {
    get: () => {
      tab.isSpoiled = true;
      return clock;
    },
  });
}

async function newTab(browser: Browser, options: Options): Promise<Tab> {
  const context = await browser.newContext(options);
  // As patient as `eventually`.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const openDevtools = context.newCDPSession.bind(context, page);
  // A service worker stays with its tab after its caches and its registration are gone.
  const isSpoiled = options.serviceWorkers !== "block";
  const tab = { options, context, page, openDevtools, isSpoiled, isOut: true };
  noteSpoiling(tab);
  return tab;
}

/** A tab as new. */
export async function takeTab(browser: Browser, options: Options): Promise<Tab> {
  const tab = idle.get(JSON.stringify(options))?.pop();
  if (!tab) return newTab(browser, options);
  tab.isOut = true;
  return tab;
}

/** As new: nothing stored, routed or heard of, and no way back. */
async function clean({ options, context, page, openDevtools }: Tab): Promise<void> {
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  await Promise.all([
    page.unrouteAll({ behavior: "ignoreErrors" }),
    context.unrouteAll({ behavior: "ignoreErrors" }),
    context.setOffline(false),
    page.emulateMedia({ colorScheme: options.colorScheme ?? "light", reducedMotion: options.reducedMotion ?? null }),
    options.viewport && page.setViewportSize(options.viewport),
  ]);
  await page.goto(PLAIN_DOCUMENT);
  const origin = await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
    return location.origin;
  });
  const devtools = await openDevtools();
  await Promise.all([
    devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    devtools.send("Page.resetNavigationHistory"),
    context.clearCookies(),
  ]);
  await devtools.detach();
}

/** Keeps a tab for the next test, unless this one left something that cannot be taken back. */
export async function giveBack(tab: Tab): Promise<void> {
  if (!tab.isOut) return;
  tab.isOut = false;
  const key = JSON.stringify(tab.options);
  const free = idle.get(key) ?? [];
  idle.set(key, free);
  if (!tab.isSpoiled && free.length < MOST_IDLE && tab.context.pages().length === 1) {
    try {
      await clean(tab);
      free.push(tab);
      return;
    } catch {
      // Its site has ended, or its page was closed.
    }
  }
  await tab.context.close();
}

/** Closes the tabs that wait for another test of this site. */
export async function closeTabs(baseURL: string): Promise<void> {
  for (const [key, tabs] of idle) {
    if (!tabs.every(({ options }) => options.baseURL === baseURL)) continue;
    idle.delete(key);
    await Promise.all(tabs.map(({ context }) => context.close()));
  }
}
