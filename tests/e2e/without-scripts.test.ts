import { afterAll, beforeAll, expect, test } from "vitest";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const FORMS = [
  ..."/join /support /unsubscribe /xmas /registration-vball-tourney /host-request".split(" "),
  ..."/login /paybch /1 /2 /checkout /u/some-token /report".split(" "),
];

test.for(FORMS)(
  "[NAV-06, FORM-01, FORM-05, FORM-06] without scripts %s says so before its fields and sends nothing",
  async (path) => {
    const { page } = await site.open({ viewport: PHONE, javaScriptEnabled: false });
    await page.goto(path);
    // Chromium under automation keeps the words of a noscript as text, so where they stand is asked, not what is painted.
    const notice = page.locator("main noscript").first();
    await eventually(() => notice.textContent()).toContain("This form needs JavaScript");
    expect(
      await page.locator("main").evaluate((main) => {
        const [first] = main.querySelectorAll("noscript, input, textarea");
        return first?.localName;
      }),
    ).toBe("noscript");
    // Enter in a field would put what was typed into the address.
    const typed = page.getByRole("main").getByRole("textbox").first();
    if ((await typed.count()) > 0) {
      await typed.fill("ana");
      await typed.press("Enter");
    }
    const { pathname, search } = new URL(page.url());
    expect([pathname, search]).toEqual([path, ""]);
    await eventually(() => notice.isVisible()).toBe(true);
  },
);

const PAGES = [
  ..."/create /admin /dashboard /account/security /chats /chats/volleyball /ladder /login/link".split(" "),
  ...["edit", "door", "check-in", "courts", "write"].map((page) => `/events/2026-11-21-sunset-volleyball/${page}`),
];

test.for(PAGES)("[NAV-06] without scripts %s says so before anything else", async (path) => {
  const { page } = await site.open({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto(path);
  const first = page.locator("main > :first-child");
  expect(await first.evaluate(({ localName }) => localName)).toBe("noscript");
  await eventually(() => first.textContent()).toContain("This page needs JavaScript");
});
