import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";
import { keptRun, openWizard } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ SEED: "none" });
});
afterAll(() => site.close());

/** A list of the settings: its section, typing into it, and what saving says. */
function listOf(page: Page, title: string, label: string) {
  const section = page.getByRole("region", { name: title, exact: true });
  return {
    section,
    field: section.getByLabel(label, { exact: true }),
    preview: section.getByRole("group", { name: `Preview: ${title}` }),
    save: async (text: string, said: string | RegExp = "Saved. Every page shows it now.") => {
      await section.getByLabel(label, { exact: true }).fill(text);
      await section.getByRole("button", { name: "Save" }).click();
      await section.getByText(said).waitFor();
    },
  };
}

test("[DESK-02, JOIN-10] the interests are the group's own: a wrong line is told, and what people chose from an earlier list stays", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const interests = listOf(page, "Interests", "Interests");
  await interests.save(
    "yoga\nchess, darts",
    "Write one interest per line, without commas. This line has one: chess, darts",
  );
  await eventually(() => interests.field.inputValue()).toBe("yoga\nchess, darts");
  await interests.field.fill("surfing\nyoga\nchess");
  await interests.preview.getByRole("checkbox", { name: "chess" }).waitFor();

  const answers = { interests: ["hiking"], otherInterests: "darts" };
  const early = await openWizard(site, { kept: keptRun(6, answers) });
  await early.box("volleyball").check();
  await interests.save("surfing\nyoga\nchess");
  await expectNoSideways(page);
  await expectAccessible(page);

  // Somebody in the middle of the form loses nothing, not even by a reload.
  await early.page.reload();
  await early.expectStep(6);
  const boxes = early.main.getByRole("group", { name: "Interests" }).getByRole("checkbox");
  const named = () =>
    boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ""));
  await eventually(named).toEqual(["surfing", "yoga", "chess", "volleyball", "hiking"]);
  await early.box("chess").check();
  await early.box("hiking").uncheck();
  await early.next(7);
  await eventually(() => early.posts.at(-1)?.["reInterestedInEvents"]).toBe("chess,volleyball,darts");

  const member = await site.signedIn({ email: "old@example.com", user: { reInterestedInEvents: ["hiking"] } });
  const { page: account } = await site.open({ as: member.token, viewport: DESK });
  await visit(account, "/dashboard?tab=account");
  const about = account.getByRole("region", { name: "About you" });
  await about.getByRole("button", { name: "Edit about you" }).click();
  await eventually(() => about.getByRole("checkbox", { name: "frisbee" }).count()).toBe(0);
  await about.getByRole("checkbox", { name: "surfing" }).check();
  await about.getByRole("button", { name: "Save" }).click();
  await about.getByRole("button", { name: "Edit about you" }).waitFor();
  expect(await site.sql("select re_interested_in_events as likes from users where email = 'old@example.com'")).toEqual([
    { likes: ["hiking", "surfing"] },
  ]);

  await visit(page, "/admin?tab=apps&app=announcements");
  await page.getByRole("button", { name: "Write announcement" }).click();
  await page.getByLabel("To", { exact: true }).selectOption("interested");
  await eventually(() => page.getByLabel("Interest").locator("option").allTextContents()).toEqual([
    "surfing",
    "yoga",
    "chess",
  ]);
  await eventually(() => page.getByLabel("Interest").inputValue()).toBe("surfing");
});

test("[DESK-02, SIDE-06] the merchants are the group's own, on the map, in its picture and in the list; where our drawing ends, the list stays", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const merchants = listOf(page, "Merchants", "Merchants on the map");
  await merchants.save(
    "Dune Bagels | Bagels | 30.28, -81.39",
    "Line 1: “latitude, longitude” is missing. Write name | what for | address | latitude, longitude. The line reads: Dune Bagels | Bagels | 30.28, -81.39",
  );
  await eventually(() => merchants.field.inputValue()).toBe("Dune Bagels | Bagels | 30.28, -81.39");
  const bagels = "Dune Bagels | Bagels | 5 Pier St | 30.28, -81.39";
  await merchants.field.fill(`${bagels} | Ring twice.\nNet Shop | Nets | 7 Pier St | 30.2812, -81.3921`);
  await merchants.preview.getByText("Ring twice.").waitFor();
  await merchants.save(`${bagels} | Ring twice.\nNet Shop | Nets | 7 Pier St | 30.2812, -81.3921`);
  await expectNoSideways(page);
  await expectAccessible(page);

  const { page: visitor, problems, notLoaded } = await site.open({ viewport: PHONE });
  await visit(visitor, "/map");
  const map = visitor.getByRole("region", { name: "Map: Merchants near the beach" });
  await map.getByRole("button", { name: "2. Net Shop" }).waitFor();
  const listed = () => visitor.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
  await eventually(listed).toEqual(["Dune Bagels", "Net Shop"]);
  const poster = await visitor.getByRole("img", { name: /Map: Merchants/, includeHidden: true }).getAttribute("src");
  expect((await (await fetch(site.url + poster)).text()).match(/<text y="-17"/g)).toHaveLength(2);

  const far = "River Bagels | Bagels | 1 Pier 39, Astoria | 46.1885, -123.8073";
  await merchants.field.fill(`${bagels}\n${far}\nNet Shop | Nets | 7 Pier St | 30.2812, -81.3921`);
  await merchants.preview.getByText(/^Outside the built-in map: River Bagels\..* listed without a pin\./).waitFor();
  await merchants.save(`${bagels}\n${far}\nNet Shop | Nets | 7 Pier St | 30.2812, -81.3921`);
  await visit(visitor, "/map");
  await map.getByRole("button", { name: "2. Net Shop" }).waitFor();
  await eventually(() => map.getByRole("button", { name: /^\d\. / }).count()).toBe(2);
  await eventually(listed).toEqual(["Dune Bagels", "River Bagels", "Net Shop"]);
  const items = visitor.getByRole("main").getByRole("listitem");
  await items.filter({ hasText: "River Bagels" }).getByText("Outside the map").waitFor();
  await eventually(() => visitor.getByRole("button", { name: /^Show on the map/ }).allTextContents()).toEqual([
    "Show on the map (Dune Bagels)",
    "Show on the map (Net Shop)",
  ]);
  const mixed = await visitor.getByRole("img", { name: /Map: Merchants/, includeHidden: true }).getAttribute("src");
  expect((await (await fetch(site.url + mixed)).text()).match(/<text y="-17"/g)).toHaveLength(2);
  await expectAccessible(visitor);

  await merchants.save(far);
  await visit(visitor, "/map");
  await eventually(listed).toEqual(["River Bagels"]);
  await eventually(() => visitor.getByRole("link", { name: "Directions to River Bagels" }).count()).toBe(1);
  await eventually(() => visitor.getByRole("img", { name: /Map: Merchants/ }).count()).toBe(0);
  await expectAccessible(visitor);
  expect([...problems, ...notLoaded]).toEqual([]);
});

test("[DESK-02, CREATE-06, EVT-01] chat groups are offered and filtered by everywhere; an event keeps one that is taken out", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Salsa on the pier", chat: "Dance" }));
  const groups = listOf(page, "Chat groups", "Chat groups");
  await groups.save("Surf\nsurf", "Each chat needs its own name. This one is already used: surf");
  await groups.field.fill("Surf\nHikes");
  await eventually(() => groups.preview.getByRole("combobox").inputValue()).toBe("Hikes");
  await groups.save("Surf\nHikes");
  await expectNoSideways(page);
  await expectAccessible(page);

  const { page: visitor } = await site.open({ viewport: PHONE });
  await visit(visitor, "/events");
  const kinds = visitor.getByRole("navigation", { name: "Kinds of events" });
  await eventually(() => kinds.getByRole("link").allTextContents()).toEqual(["All", "Surf", "Hikes"]);
  await visitor.getByText("Salsa on the pier").first().waitFor();

  const { page: host } = await site.open({ as: await site.tokenFor(["Admins"]), viewport: DESK });
  await visit(host, "/create");
  await eventually(() => host.getByLabel("Chat group").inputValue()).toBe("Hikes");
  await visit(host, `/events/${id}/edit`);
  await eventually(() => host.getByLabel("Chat group").inputValue()).toBe("Dance");
  await eventually(() => host.getByLabel("Chat group").locator("option").allTextContents()).toEqual([
    "Surf",
    "Hikes",
    "Dance",
  ]);
});

test("[DESK-02, PAY-01, PAY-05] the prices of the plans are the group's own, on every page that says them", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const plans = page.getByRole("region", { name: "Plans and prices", exact: true });
  await plans.getByLabel("Price of a month", { exact: true }).fill("free");
  await plans.getByRole("button", { name: "Save" }).click();
  await plans.getByText("Enter a price in dollars such as 20 or 12.50.").waitFor();
  await plans.getByText("Pay $15 in Bitcoin Cash").waitFor();
  // What can't be read is told at once, at its field, and is not previewed.
  await plans.getByLabel("Price of a month in Bitcoin Cash").fill("1,00");
  await eventually(() => plans.getByText("Enter a price in dollars such as 20 or 12.50.").count()).toBe(2);
  await eventually(() => plans.getByText(/in Bitcoin Cash$/).allTextContents()).toEqual([
    "Price of a month in Bitcoin Cash",
  ]);
  await eventually(() => plans.getByText(/per month/).count()).toBe(0);
  await plans.getByLabel("Price of a month", { exact: true }).fill("25");
  await plans.getByLabel("Price of a month in Bitcoin Cash").fill("18.50");
  await plans.getByText("Pay $18.50 in Bitcoin Cash").waitFor();
  await plans.getByRole("button", { name: "Save" }).click();
  await plans.getByText("Saved. Every page shows it now.").waitFor();
  await eventually(() => plans.getByLabel("Price of a month", { exact: true }).inputValue()).toBe("$25");
  await expectNoSideways(page);
  await expectAccessible(page);

  const { page: visitor } = await site.open({ viewport: PHONE });
  const found: string[] = [];
  for (const path of ["/subscribe", "/bchMembership", "/checkout"]) {
    await visit(visitor, path);
    const html = await visitor.content();
    found.push(...(html.match(/\$(?:15|20)(?![\d,.])|[Tt]wenty dollars/g) ?? []).map((words) => `${path}: ${words}`));
  }
  expect(found).toEqual([]);
  await visit(visitor, "/subscribe");
  await visitor.getByText("$25 per month", { exact: true }).waitFor();
  await visit(visitor, "/bchMembership");
  await visitor.getByRole("button", { name: "Pay $18.50 in Bitcoin Cash" }).waitFor();
  await visit(visitor, "/checkout");
  await visitor.getByRole("button", { name: "Pay $25", exact: true }).waitFor();
});

test("[DESK-02, ADMIN-12] the log and an undo say which entries of a list were added, removed or changed, not the whole list", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const interests = listOf(page, "Interests", "Interests");
  const merchants = listOf(page, "Merchants", "Merchants on the map");
  await interests.save("rowing\nsailing");
  await interests.save("rowing\nsailing\ndarts");
  const [bagels, kites] = [
    "Tern Bagels | Bagels | 5 Sea St | 30.28, -81.39",
    "Kites | Kites | 2 Sea St | 30.28, -81.391",
  ];
  const nets = (house: number) => `Nets | Nets | ${house} Sea St | 30.28, -81.392`;
  await merchants.save(`${bagels}\n${nets(7)}`);
  await merchants.save(`${nets(9)}\n${kites}`);
  await visit(page, "/admin?tab=apps&app=audit&action=settings_changed");
  await page.getByRole("heading", { name: /changed the group’s interests: added darts$/ }).waitFor();
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: /changed the group’s merchants on the map/ })
    .first();
  await entry.getByText("3 changes").click();
  const what = "Merchants on the map";
  await eventually(() => entry.locator("dl > div").allTextContents()).toEqual([
    `${what}Removed: ${bagels}`,
    `${what}before: ${nets(7)} → after: ${nets(9)}`,
    `${what}Added: ${kites}`,
  ]);
  await entry.getByRole("button", { name: /^Undo/ }).click();
  const undo = page.getByRole("dialog", { name: "Undo this?" });
  await eventually(() => undo.locator("dl > div").allTextContents()).toEqual([
    `${what}before: ${nets(9)} → after: ${nets(7)}`,
    `${what}Removed: ${kites}`,
    `${what}Added: ${bagels}`,
  ]);
  await expectAccessible(page);
  await expectNoSideways(page);
});
