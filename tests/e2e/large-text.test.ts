import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectNoSideways, PHONE, withLargeText } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { keptRun, openWizard } from "#tests/support/join-wizard.ts";
import { openPlay } from "#tests/support/open-play.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const BARS = "header, [role=tablist], [data-action-bar], [data-door-bar]";
const LISTS = "main :is(h2, h3, li:has(time))";

/** Words of these parts of the page that are broken, or stick out of their button or the screen. */
const lostWords = (page: Page, parts: string) =>
  page.evaluate((selector) => {
    const lost: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (parent?.closest(selector) && !parent.closest(".visually-hidden") && parent.checkVisibility()) {
        const room = parent.closest("button, a")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
        for (const { index, 0: word } of (text.nodeValue ?? "").matchAll(/\S+/g)) {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const [box, ...rest] = range.getClientRects();
          const [from, to] = [Math.max(room.left, 0), Math.min(room.right, innerWidth)];
          if (box && (rest.length > 0 || box.left < from - 1 || box.right > to + 1)) lost.push(word);
        }
      }
    }
    return lost;
  }, parts);

const expectWords = (page: Page, parts = BARS) =>
  withLargeText(page, () => eventually(() => lostWords(page, parts)).toEqual([]));

test("[NAV-06] with large text the header and the bars of a visitor lose no word", async () => {
  const { page } = await openWizard(site, { kept: keptRun(4) });
  await expectWords(page);
  await visit(page, "/events/2026-11-21-sunset-volleyball");
  await expectWords(page);
});

test("[NAV-06] with large text the bar of a full event has its button below the words, as wide as the bar", async () => {
  const event = makeEvent({ day: "2026-12-13", capacity: 4, goingCount: 4 });
  const { id } = await site.addEvent(event);
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${id}`);
  await expectWords(page);
  const button = page.getByRole("main").getByRole("link", { name: "Join the waiting list" });
  await withLargeText(page, () =>
    eventually(async () => (await button.boundingBox())?.width, "width of the button").toBe(PHONE.width - 2 * 32),
  );
});

test.each([4, 7])("[JOIN-01, NAV-06] with large text the choices of step %i break no word", async (step) => {
  const { page } = await openWizard(site, { viewport: PHONE, kept: keptRun(step) });
  await page.getByRole("group").first().waitFor();
  await expectWords(page, "main fieldset");
});

test("[JOIN-04, NAV-06] with large text the field of a step and its fault are above the bar", async () => {
  const { page } = await openWizard(site, { kept: keptRun(2) });
  await withLargeText(page, async () => {
    const next = page.getByRole("button", { name: "Next" });
    const field = page.getByLabel("First name");
    const room = async () => {
      const [bar, box] = [await next.boundingBox(), await field.boundingBox()];
      return (bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    };
    await field.fill("");
    await page.evaluate(() => scrollTo(0, 0));
    await field.press("Enter");
    await eventually(room, "pixels from the field to the bar").toBeGreaterThan(0);
  });
});

test("[NAV-06] with large text lists of events break no word, and the open menu leaves its button free", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, "/home");
  await expectWords(page, LISTS);
  await visit(page, "/events");
  await expectWords(page, LISTS);
  await withLargeText(page, async () => {
    const button = page.getByRole("button", { name: "Menu" });
    await button.click();
    const gap = async () => {
      const [menu, box] = [
        await page.getByRole("navigation", { name: "Main" }).boundingBox(),
        await button.boundingBox(),
      ];
      return (menu?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    };
    await eventually(gap, "pixels from the button to the menu").toBeGreaterThanOrEqual(0);
  });
});

test("[NAV-06] and so do a member's tabs and answers, the console's tabs, and the bar at the door", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Members"]) });
  await visit(page, "/dashboard");
  await page.getByRole("tab", { name: "Chats" }).waitFor();
  await expectWords(page);
  await visit(page, "/events/2026-11-25-bonfire-at-the-dunes");
  await page.getByRole("button", { name: "Maybe" }).click();
  await page.getByText("You may come.").waitFor();
  await expectWords(page);
  const host = await site.signedIn({ groups: ["Admins"], email: "large.text@example.com" });
  const desk = await site.open({ as: host.token });
  await visit(desk.page, "/admin");
  await desk.page.getByRole("tab", { name: "Apps" }).waitFor();
  await expectWords(desk.page);
  await visit(desk.page, "/admin?tab=apps&app=users");
  await desk.page.getByRole("rowheader").first().waitFor();
  await withLargeText(desk.page, () => expectNoSideways(desk.page));
  const eventId = await openPlay(site, host, "Large text", ["Player01"]);
  await visit(desk.page, `/events/${eventId}/door`);
  await desk.page.getByRole("button", { name: "Summary" }).waitFor();
  await expectWords(desk.page);
});

test("[DAY-01] below the list at the door everything is above the bar with its undo", async () => {
  const host = await site.signedIn({ email: "below.the.list@example.com" });
  const eventId = await openPlay(site, host, "Below the list", ["Player01"]);
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/door`);
  await page.getByRole("button", { name: "One more guest with Player01" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = page.getByRole("contentinfo").getByRole("link", { name: "Unsubscribe" });
  const gap = async () => ((await undo.boundingBox())?.y ?? 0) - ((await last.boundingBox())?.y ?? 0);
  await eventually(gap, "pixels from the last link to the bar").toBeGreaterThan(44);
});
