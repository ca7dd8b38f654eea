import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE, withLargeText } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, stopTransitions } from "#tests/support/browser-site.ts";

type Tab = Awaited<ReturnType<BrowserSite["open"]>>;

/** A page and its addresses, as somebody finds them. */
export type PageRow = readonly [
  /** The requirements that it belongs to. */
  ids: string,
  /** Before the group's name. */
  title: string,
  h1: string | RegExp,
  /** The page's own address first, then the others that show the same. */
  paths: readonly string[],
  more?: {
    /** Of the document; 200 when left out. */
    status?: number;
    /** The address in `src/shared/site-map.ts` where it is not the row's own. */
    route?: string;
    /** The page asks for something that is not there, and says so. */
    missing?: true;
    /** Where every address of the row redirects to; none when absent. */
    ends?: string;
    /** No search engine should bring anybody there. */
    isHidden?: true;
    /** The one address of the page, where it is not the first. */
    canonical?: string;
    /** All that it may load from elsewhere, as the settings name it. */
    outside?: readonly string[];
    /** What comes after the page, for who is signed in. */
    shows?: string;
  },
];

/** What the page says of itself to those who do not look at it: one title, one heading, one address. */
async function expectOwnHead(
  page: Page,
  origin: string,
  [, title, h1, [first = ""], more = {}]: PageRow,
): Promise<void> {
  await eventually(() => page.title()).toBe(title === "" ? "Jax Beach, Jacksonville, FL" : `${title} — Jax Beach`);
  await page.getByRole("heading", { level: 1, name: h1, exact: true }).waitFor();
  expect(await page.locator("h1").count(), "headings of the first level").toBe(1);
  expect(await page.locator("main").count()).toBe(1);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.evaluate(() => document.compatMode), "by the standard, as a doctype asks").toBe("CSS1Compat");
  const head = await page.evaluate(() => ({
    canonical: document.querySelector("link[rel=canonical]")?.getAttribute("href"),
    robots: document.querySelector("meta[name=robots]")?.getAttribute("content"),
    isDescribed: (document.querySelector("meta[name=description]")?.getAttribute("content") ?? "").length >= 30,
  }));
  if (more.isHidden) expect(head).toMatchObject({ canonical: undefined, robots: "noindex" });
  else
    expect(head).toEqual({
      canonical: origin + (more.canonical ?? more.ends ?? first),
      robots: undefined,
      isDescribed: true,
    });
}

/** The document's policy lets in its own scripts, and of others only what the settings name. */
function expectStrict(policy: string): void {
  const directives = new Map(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]));
  for (const source of directives.get("script-src") ?? [])
    expect(source).toMatch(/^(?:'self'|'sha256-[\w+/=]+'|https:\/\/js\.stripe\.com)$/);
  expect(directives.get("script-src")).toContain("'self'");
  expect(directives.get("default-src")).toEqual(["'self'"]);
  expect(directives.get("object-src")).toEqual(["'none'"]);
  expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
}

/** Nothing sideways, and in nobody's way: by turns on a phone and a desk, light and dark, and with large text. */
async function expectUsable(page: Page, turn: number): Promise<void> {
  await stopTransitions(page);
  await page.emulateMedia({ colorScheme: turn % 4 < 2 ? "light" : "dark" });
  await page.setViewportSize(PHONE);
  await withLargeText(page, () => expectNoSideways(page));
  // What is looked at more closely comes last.
  const widths = [320, DESK.width];
  for (const width of turn % 2 === 0 ? widths.toReversed() : widths) {
    await page.setViewportSize({ width, height: DESK.height });
    await expectNoSideways(page);
  }
  await expectAccessible(page);
}

/** Another address of a page is the same document: the same title, heading and own address. */
async function expectAlias(url: string, page: Page): Promise<void> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  const html = await answer.text();
  const factsOf = (text: string) =>
    [/<title>[^<]*/, /<h1[\s\S]*?<\/h1>/, /<link rel="canonical"[^>]*|<meta name="robots"[^>]*/].map(
      (part) => part.exec(text)?.[0],
    );
  expect(factsOf(html), url).toEqual(factsOf(await (await fetch(page.url())).text()));
}

/** One address of a page, as somebody comes to it. */
async function expectPage(page: Page, path: string, row: PageRow): Promise<void> {
  const { status = 200, ends, shows } = row[4] ?? {};
  if (status === 404) await page.clock.install();
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(status);
  const { origin } = new URL(page.url());
  expectStrict(answer?.headers()["content-security-policy"] ?? "");
  await page.getByRole("group", { name: "Color scheme" }).waitFor();
  if (status === 404) await page.clock.fastForward(5000);
  const where = () => page.url().slice(origin.length);
  if (ends !== undefined) await eventually(where).toMatch(new RegExp(`^${RegExp.escape(ends)}(?:\\?next=.*)?$`));
  await expectOwnHead(page, origin, row);
  if (ends === undefined) expect(where()).toBe(path);
  if (shows !== undefined) await page.getByText(shows).filter({ visible: true }).first().waitFor();
}

async function expectRow({ page, problems, notLoaded }: Tab, row: PageRow, turn: number): Promise<void> {
  const [, , , [own = "", ...others], { ends, status, shows, missing, outside = [] } = {}] = row;
  const [saidBefore, missedBefore] = [problems.length, notLoaded.length];
  await expectPage(page, own, row);
  await expectUsable(page, turn);
  const isSameDocument = ends === undefined && status === undefined && shows === undefined;
  for (const path of others)
    await (isSameDocument ? expectAlias(new URL(path, page.url()).href, page) : expectPage(page, path, row));
  const isSurprise = (problem: string) => missing !== true || !problem.includes("404");
  expect(problems.slice(saidBefore).filter(isSurprise)).toEqual(outside.map((url) => `loads from elsewhere: ${url}`));
  expect(notLoaded.slice(missedBefore).filter(isSurprise)).toEqual([]);
}

/** What is wrong with these pages, each looked at by whichever tab is free. */
export async function walkPages(rows: readonly PageRow[], tabs: readonly Tab[]): Promise<string[]> {
  const wrong: string[] = [];
  const ahead = rows.entries();
  const go = async (tab: Tab) => {
    tab.page.on("requestfailed", (request) => {
      // What was still on its way when the walk went on.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") wrong.push(`failed: ${request.url()}`);
    });
    // The entries are shared: each tab takes the next.
    for (const [turn, row] of ahead) {
      // oxlint-disable-next-line no-await-in-loop
      await expectRow(tab, row, turn).catch((error: unknown) => {
        wrong.push(`[${row[0]}] ${row[3].join(", ")}: ${String(error)}`);
      });
    }
  };
  await Promise.all(tabs.map(go));
  return wrong;
}
