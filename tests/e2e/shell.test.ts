import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadedByPage } from "#tests/bench/home-bytes.ts";
import { DESK, expectAccessible } from "#tests/support/browser.ts";
import {
  type BrowserSite,
  eventually,
  startBrowserSite,
  stopTransitions,
  storeToken,
  visit,
  watchFor,
} from "#tests/support/browser-site.ts";

const NARROW = { width: 320, height: 640 };

const VISITOR_LINKS = [
  "Home → /",
  "Join → /join",
  "Events → /events",
  "Photos → /photos",
  "Subscribe → /subscribe",
  "Unsubscribe → /unsubscribe",
  "Login → /login",
];
const MEMBER_LINKS = [
  "Home → /",
  "Create Event → /events",
  "Chats → /chats",
  "Event Dashboard → /dashboard",
  "Logout → /logout",
];

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const mainNavigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

/** The links of the navigation that can be seen, in their order. */
async function shownLinks(page: Page): Promise<string[]> {
  const links = await mainNavigation(page).getByRole("link").all();
  return Promise.all(links.map(async (link) => `${await link.innerText()} → ${await link.getAttribute("href")}`));
}

async function brandText(page: Page): Promise<string> {
  const brand = page.getByRole("banner").getByRole("link").first();
  return ((await brand.textContent()) ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Marks the document, so that a reload would be noticed. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-same"));

test("[NAV-01] the brand is the group's name and its area's", async () => {
  const { page } = await site.open();
  await page.goto("/terms");
  expect(await brandText(page)).toBe("Jax Beach, Jacksonville, FL");
  await eventually(() => page.title()).toBe("Terms — Jax Beach");
});

test("[NAV-01] both names are the settings'", async () => {
  const other = await startBrowserSite({ GROUP_NAME: "Cape Crew", AREA_NAME: "Cape May, NJ", SEED: "none" });
  try {
    const { page } = await other.open();
    await page.goto("/");
    expect(await brandText(page)).toBe("Cape Crew, Cape May, NJ");
    await eventually(() => page.title()).toBe("Cape Crew, Cape May, NJ");
    expect(await page.content()).not.toMatch(/Jax|Jacksonville/);
  } finally {
    await other.close();
  }
});

test("[NAV-02] a visitor finds seven links, in this order", async () => {
  const { page } = await site.open({ viewport: DESK });
  await visit(page, "/events");
  expect(await shownLinks(page)).toEqual(VISITOR_LINKS);
  await eventually(() => mainNavigation(page).locator("[aria-current=page]").allInnerTexts()).toEqual(["Events"]);
});

test("[NAV-02] the links are in the document itself, before any script has run", async () => {
  const { page } = await site.open({ viewport: DESK, javaScriptEnabled: false });
  await page.goto("/events");
  expect(await shownLinks(page)).toEqual(VISITOR_LINKS);
});

test("[NAV-03] who is signed in finds five links, in this order, and never sees a visitor's", async () => {
  const { page } = await site.open({ viewport: DESK, as: member });
  const wasSeen = await watchFor(page, "header nav a", "Login");
  await visit(page, "/events");
  expect(await shownLinks(page)).toEqual(MEMBER_LINKS);
  expect(await wasSeen()).toBe(false);
  // The watch itself works: it sees what is there.
  await storeToken(page, null);
  await eventually(wasSeen).toBe(true);
});

test("[NAV-04] a token that comes into the storage, and one that goes, changes the links without a reload", async () => {
  const { page } = await site.open({ viewport: DESK });
  await visit(page, "/terms");
  await mark(page);
  await storeToken(page, member);
  await eventually(() => shownLinks(page)).toEqual(MEMBER_LINKS);
  await storeToken(page, null);
  await eventually(() => shownLinks(page)).toEqual(VISITOR_LINKS);
  expect(await isSameDocument(page)).toBe(true);
});

test("[NAV-04] Logout forgets the token, leads to / and shows a visitor's links, without a reload", async () => {
  const { page } = await site.open({ viewport: DESK, as: member });
  await visit(page, "/terms");
  await mark(page);
  await mainNavigation(page).getByRole("link", { name: "Logout" }).click();
  await page.waitForURL(`${site.url}/`);
  await eventually(() => shownLinks(page)).toEqual(VISITOR_LINKS);
  expect(await page.evaluate(() => sessionStorage.getItem("idToken"))).toBeNull();
  expect(await isSameDocument(page)).toBe(true);
});

test("a document and its data never depend on who asks", async () => {
  const askers: Record<string, string>[] = [
    { authorization: `Bearer ${member}` },
    { authorization: "Bearer nonsense" },
    { cookie: "idToken=abc; refresh=def" },
    {},
  ];
  const own = new Set(["date", "x-request-id"]);
  for (const path of ["/", "/events", "/events/2026-11-25-bonfire-at-the-dunes", "/join", "/login", "/nowhere"]) {
    for (const address of [path, path === "/" ? "/_.data" : `${path}.data`]) {
      const answers = await Promise.all(
        askers.map(async (headers) => {
          const answer = await fetch(site.url + address, { headers });
          const told = [...answer.headers].filter(([name]) => !own.has(name));
          expect(answer.headers.has("set-cookie")).toBe(false);
          return { status: answer.status, told, text: await answer.text() };
        }),
      );
      for (const answer of answers) expect(answer, address).toEqual(answers[0]);
    }
  }
});

test("[NAV-06] the first Tab shows the skip link, and it leads into the page", async () => {
  const { page } = await site.open({ viewport: NARROW });
  await visit(page, "/events");
  const skip = page.getByRole("link", { name: "Skip to content" });
  const isInSight = async () => ((await skip.boundingBox())?.y ?? -1) >= 0;
  expect(await isInSight()).toBe(false);
  await page.keyboard.press("Tab");
  await eventually(isInSight).toBe(true);
  await page.keyboard.press("Enter");
  await eventually(() => page.evaluate(() => document.activeElement?.localName)).toBe("main");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("[NAV-06] after a link, Tab goes on in the page it leads to", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  await page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/events/*");
  await eventually(() => page.evaluate(() => document.activeElement?.localName)).toBe("main");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("[NAV-06] a button that is disabled while something is sent has the focus again afterwards", async () => {
  const { page } = await site.open();
  await visit(page, "/subscribe");
  const sending = await page.evaluateHandle(() => {
    const button = document.querySelector("main")?.appendChild(document.createElement("button"));
    button?.focus();
    if (button) button.disabled = true;
    return button;
  });
  await eventually(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await sending.evaluate((button) => {
    if (button) button.disabled = false;
  });
  await eventually(() => sending.evaluate((button) => document.activeElement === button)).toBe(true);
});

test("[NAV-06] on a phone a button opens the menu by keyboard; Escape closes it and gives the focus back", async () => {
  const { page } = await site.open({ viewport: NARROW });
  await visit(page, "/terms");
  const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press("Tab");
  const button = page.getByRole("button", { name: "Menu" });
  expect(await focused()).toBe("Menu");
  expect([await button.getAttribute("aria-expanded"), await shownLinks(page)]).toEqual(["false", []]);
  await page.keyboard.press("Enter");
  await mainNavigation(page).waitFor();
  await eventually(() => button.getAttribute("aria-expanded")).toBe("true");
  expect(await shownLinks(page)).toEqual(VISITOR_LINKS);
  await expectAccessible(page);
  const reached: unknown[] = [];
  for (const _ of VISITOR_LINKS) {
    await page.keyboard.press("Tab");
    reached.push(await focused());
  }
  expect(reached).toEqual(VISITOR_LINKS.map((link) => link.split(" → ")[0]));
  await page.keyboard.press("Escape");
  await mainNavigation(page).waitFor({ state: "hidden" });
  await eventually(() => button.getAttribute("aria-expanded")).toBe("false");
  expect(await focused()).toBe("Menu");
});

test("[NAV-06] the menu opens before any script has run", async () => {
  const { page } = await site.open({ viewport: NARROW, javaScriptEnabled: false });
  await page.goto("/terms");
  await page.getByRole("button", { name: "Menu" }).click();
  await mainNavigation(page).getByRole("link", { name: "Events" }).click();
  await page.waitForURL(`${site.url}/events`);
  await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Events");
});

/** What has the focus: its mark of the walk, and what is wrong with how it looks once the page has come to rest there. */
function lookAtFocus(page: Page): Promise<{ name: string | undefined; wrong: string[] }> {
  return page.evaluate(async () => {
    const { activeElement: control } = document;
    if (!(control instanceof HTMLElement)) return { name: undefined, wrong: [] };
    const look = () => {
      // The link of a card has its ring around the whole card.
      const isMarked = [null, "::after"].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(control, part);
        return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      });
      const box = control.getClientRects()[0] ?? control.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isInSight = top !== null && (control.contains(top) || top.contains(control));
      return [isMarked ? "" : "no visible focus", isInSight ? "" : "covered, or out of sight"].filter(Boolean);
    };
    let faults = look();
    // Scrolling there takes frames, more of them on a busy machine.
    for (let frame = 0; frame < 120 && faults.length > 0; frame += 1) {
      await new Promise(requestAnimationFrame);
      faults = look();
    }
    return { name: control.dataset["walk"], wrong: faults };
  });
}

/** Walks once around the page with Tab. Which controls it never met, and what was wrong with those it met. */
async function walk(page: Page): Promise<{ missed: string[]; wrong: string[] }> {
  const expected = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control, index) => (control.dataset["walk"] = `${index} ${control.textContent.trim()}`)),
  );
  const missed = new Set(expected);
  const wrong: string[] = [];
  for (let step = 0; step < expected.length + 10 && missed.size > 0; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await lookAtFocus(page);
    if (focus.name === undefined) continue;
    missed.delete(focus.name);
    wrong.push(...focus.wrong.map((fault) => `${focus.name}: ${fault}`));
  }
  return { missed: [...missed], wrong };
}

for (const viewport of [NARROW, DESK]) {
  test(`[NAV-06] Tab alone reaches every link and button, and shows where it is, at ${viewport.width} px`, async () => {
    const { page } = await site.open({ viewport });
    for (const path of ["/", "/events", "/events/2026-11-22-pickleball-ladder-night"]) {
      await visit(page, path);
      await stopTransitions(page);
      expect(await walk(page), path).toEqual({ missed: [], wrong: [] });
    }
  });
}

test("the home page and the list of events load no code of one event's page", async () => {
  const ownCode = async (path: string) =>
    (await loadedByPage(site.url + path)).scripts.filter((script) => /\/event-.{8}\.js$/.test(script));
  expect(await ownCode("/events/2026-11-22-pickleball-ladder-night")).toHaveLength(1);
  for (const path of ["/", "/events", "/subscribe"]) expect(await ownCode(path), path).toEqual([]);
});

test("[NAV-07] an unknown address answers 404 with a page that leads to the events and home", async () => {
  const { page, problems } = await site.open();
  for (const path of ["/nowhere", "/terms/of/nothing", "/%E2%98%83"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    const main = page.getByRole("main");
    await main.getByRole("heading", { level: 1, name: "This page is not here" }).waitFor();
    const ways = await main.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(ways).toEqual(expect.arrayContaining(["/events", "/"]));
  }
  await page.getByRole("main").getByRole("link", { name: "See events" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  expect(problems).toEqual([]);
});
