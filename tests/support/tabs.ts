import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

// The first page in a new context takes twice as long as one in a used tab (0.39 and 0.19 s), because its process has not
// compiled any scripts yet. So the tests of a file reuse tabs.

type Options = BrowserContextOptions & { baseURL: string };
type Tab = {
  readonly options: Options;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opened only to clean: while a second session is open, the page does not see emulated states such as being offline. */
  readonly openDevtools: () => Promise<CDPSession>;
  isSpoiled: boolean;
};

// Storage belongs to the whole origin, so the plainest of its documents will do to fill or clear it.
export const PLAIN_DOCUMENT = "/healthz";
const MOST_IDLE = 2;
const idle = new Map<string, Tab[]>();

/** Calls that cannot be undone: a tab that received one closes after its test. */
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
  // A service worker keeps controlling its tab after its registration and caches are deleted.
  const isSpoiled = options.serviceWorkers !== "block";
  const tab = { options, context, page, openDevtools, isSpoiled };
  noteSpoiling(tab);
  return tab;
}

/** Resets storage, routes, listeners, emulation and history. */
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

/** Keeps a tab for the next test, unless this one left something that cannot be undone. */
async function giveBack(tab: Tab): Promise<void> {
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

/** A tab that looks new. `close` may be called more than once, also after another test has taken the tab. */
export async function takeTab(browser: Browser, options: Options): Promise<{ page: Page; close: () => Promise<void> }> {
  const tab = idle.get(JSON.stringify(options))?.pop() ?? (await newTab(browser, options));
  let closed: Promise<void> | undefined;
  return { page: tab.page, close: () => (closed ??= giveBack(tab)) };
}

/** Closes the idle tabs of a site. */
export async function closeTabs(baseURL: string): Promise<void> {
  const tabs = [...idle.values()].flat().filter(({ options }) => options.baseURL === baseURL);
  for (const { options } of tabs) idle.delete(JSON.stringify(options));
  await Promise.all(tabs.map(({ context }) => context.close()));
}
