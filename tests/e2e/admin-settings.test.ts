import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";
import { askToJoin, card } from "#tests/support/pending-console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ SEED: "none", VENMO_HANDLE: "@jaxbeach" });
});
afterAll(() => site.close());

test("[DESK-02] an organizer renames the group on a phone: previewed, saved, on every page, in the log, undone", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const group = page.getByRole("region", { name: "The group" });
  const preview = group.getByRole("group", { name: "Preview: The group" });
  await group.getByLabel("Name", { exact: true }).fill("Dune Runners");
  await preview.getByText("Dune Runners").waitFor();
  await group.getByLabel("Time zone").fill("Beach Time");
  await group.getByRole("button", { name: "Save" }).click();
  await group.getByText("Choose a time zone such as America/New_York.").waitFor();
  // Nothing that was typed is lost.
  await eventually(() => group.getByLabel("Name", { exact: true }).inputValue()).toBe("Dune Runners");
  await group.getByLabel("Time zone").fill("America/Los_Angeles");
  await preview.getByText(/It is .* P[SD]T for the group/).waitFor();
  await group.getByRole("button", { name: "Save" }).click();
  await group.getByText("Saved. Every page shows it now.").waitFor();
  await page.getByRole("banner").getByText("Dune Runners").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);

  const visitor = await site.open({ viewport: PHONE });
  await visit(visitor.page, "/events");
  await visitor.page.getByRole("banner").getByText("Dune Runners").waitFor();

  await page.getByRole("link", { name: "audit log", exact: true }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "changed the group’s" }).first();
  await entry.getByText("time zone and name").waitFor();
  await entry.getByRole("button", { name: /^Undo/ }).click();
  const undo = page.getByRole("dialog", { name: "Undo this?" });
  await eventually(() => undo.locator("dl > div").allTextContents()).toEqual([
    "Time zonebefore: America/Los_Angeles → after: America/New_York",
    "Namebefore: Dune Runners → after: Jax Beach",
  ]);
  await expectAccessible(page);
  await expectNoSideways(page);
  await undo.getByRole("button", { name: "Undo" }).click();
  await page.getByText("These settings are back as they were.", { exact: false }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByText(/^Undone by /).waitFor();
  await page.getByRole("banner").getByText("Jax Beach").waitFor();
  await visit(visitor.page, "/events");
  await visitor.page.getByRole("banner").getByText("Jax Beach").waitFor();
});

test("[DESK-02] pages are hidden and shown again; the server's secrets are named, not told", async () => {
  const { page } = await openApp(site, "settings", { viewport: DESK });
  const pages = page.getByRole("region", { name: "Pages" });
  await pages.getByRole("checkbox", { name: /Salsa nights/ }).uncheck();
  await pages.getByText("/salsa: these addresses say that there is no such page.").waitFor();
  await pages.getByRole("button", { name: "Save" }).click();
  await pages.getByText("Saved. Every page shows it now.").waitFor();
  const visitor = await site.open({ viewport: DESK });
  expect((await visitor.page.goto(`${site.url}/salsa`))?.status()).toBe(404);
  // What the browser asks for when a link is followed in the page.
  expect((await fetch(`${site.url}/salsa.data`)).status).toBe(404);
  await visitor.page.getByRole("heading", { name: "This page is not here" }).waitFor();
  await visit(visitor.page, "/");
  await visitor.page.getByRole("link", { name: "Country dance nights" }).waitFor();
  await eventually(() => visitor.page.getByRole("link", { name: "Salsa nights" }).count()).toBe(0);
  await pages.getByRole("checkbox", { name: /Salsa nights/ }).check();
  await pages.getByRole("button", { name: "Save" }).click();
  await pages.getByText("Saved. Every page shows it now.").waitFor();
  expect((await visitor.page.goto(`${site.url}/salsa`))?.status()).toBe(200);
  const server = page.getByRole("region", { name: "Set on the server" });
  await server.getByText("STRIPE_WEBHOOK_SECRET").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
});

test("[DESK-02, PAY-02, ADMIN-04] the budget and the messages are the group's own: wrong lines are told, a change counts at once", async () => {
  await askToJoin(site, "Marlo Quist", []);
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const budget = page.getByRole("region", { name: "Budget", exact: true });
  await budget.getByLabel("Annual budget").fill("$1,250.50 Trail permits\nShoes");
  await budget.getByRole("button", { name: "Save" }).click();
  await budget.getByText(/^Begin each line with an amount in dollars.* This one doesn’t: Shoes$/).waitFor();
  await budget.getByLabel("Annual budget").fill("$1,250.50 Trail permits\n\n49 Shoes, two pairs");
  await budget.getByText("Show Our Annual Budget").click();
  await budget.getByRole("cell", { name: "$1,299.50" }).waitFor();
  await budget.getByRole("button", { name: "Save" }).click();
  await budget.getByText("Saved. Every page shows it now.").waitFor();
  const visitor = await site.open({ viewport: PHONE });
  await visit(visitor.page, "/subscribe");
  await visitor.page.getByText("Show Our Annual Budget").click();
  const rows = visitor.page.getByRole("table", { name: "What a year costs" }).getByRole("row");
  await eventually(() => rows.allTextContents()).toEqual([
    "ForA year",
    "Trail permits$1,250.50",
    "Shoes, two pairs$49",
    "Total$1,299.50",
  ]);
  await budget.getByLabel("Annual budget").fill("");
  await budget.getByRole("button", { name: "Save" }).click();
  await budget.getByText("The page of the plans shows no budget.").waitFor();
  await budget.getByText("Saved. Every page shows it now.").waitFor();
  await visit(visitor.page, "/subscribe");
  await eventually(() => visitor.page.getByText(/Annual Budget|Line by line/).count()).toBe(0);

  const messages = page.getByRole("region", { name: "Messages to people who ask to join" });
  await messages.getByLabel("Welcome message").fill("Ahoy {name}! Read {site}/events. The {group} crew");
  await messages.getByText(`Ahoy Ana! Read ${site.url}/events. The Jax Beach crew`).waitFor();
  await messages.getByRole("button", { name: "Save" }).click();
  await messages.getByText("Saved. Every page shows it now.").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Pending/ }).click();
  const asking = card(page, "Marlo Quist");
  await asking.getByText("Welcome message", { exact: true }).click();
  await asking.getByText(`Ahoy Marlo! Read ${site.url}/events. The Jax Beach crew`).waitFor();
});

test("[DESK-02] settings that are not saved yet are asked about before another panel, tab or page takes their place", async () => {
  const { page } = await openApp(site, "audit", { viewport: PHONE });
  const app = (label: string) => page.getByRole("navigation", { name: "Apps" }).getByRole("link", { name: label });
  await app("Settings").click();
  const name = page.getByRole("region", { name: "The group" }).getByLabel("Name", { exact: true });
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const stay = async () => {
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Keep going");
    await question.getByRole("button", { name: "Keep going" }).click();
    await eventually(() => question.count()).toBe(0);
    await eventually(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await eventually(() => name.inputValue()).toBe("Tide Pool Club");
  };
  await name.fill("Tide Pool Club");
  await app("Audit log").click();
  await question.waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await stay();
  await page.getByRole("tab", { name: /^Events/ }).click();
  await stay();
  await page.goBack({ waitUntil: "commit" });
  await stay();
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await Promise.all([dialog.dismiss(), reloaded.catch(() => undefined)]);
  await eventually(() => name.inputValue()).toBe("Tide Pool Club");

  await page.getByRole("tab", { name: /^Events/ }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await page.getByRole("tab", { name: /^Events/, selected: true }).waitFor();
  await page.goBack();
  await eventually(() => name.inputValue()).not.toBe("Tide Pool Club");
  // Nothing is asked where nothing would be lost.
  await name.fill("Tide Pool Club");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("tab", { name: /^Events/ }).click();
  await page.getByRole("tab", { name: /^Events/, selected: true }).waitFor();
});

/** The towns and sights of the beaches that the demo town is at. */
const JAX = /jax|jacksonville|neptune beach|atlantic beach|hanna park|mayport|ponte vedra|seawalk|beaches town center/i;
const PUBLIC_PAGES = [
  ..."/ /events /events?isPastEvents /join /create /subscribe /unsubscribe /support /report /ladder /login".split(" "),
  ..."/salsa /dance /bonfire /pickleball /tournament /merch /host /feedback /pay /xmas /map /terms /privacy".split(" "),
  ..."/data-deletion /no-such-page".split(" "),
];

test("[DESK-02] the site of another group says nothing of the demo's places", async () => {
  const { page } = await openApp(site, "settings", { viewport: PHONE });
  const save = async (region: string, fill: (part: ReturnType<typeof page.getByRole>) => Promise<void>) => {
    const part = page.getByRole("region", { name: region, exact: true });
    await fill(part);
    await part.getByRole("button", { name: "Save" }).click();
    await part.getByText("Saved. Every page shows it now.").waitFor();
  };
  await save("The group", async (part) => {
    await part.getByLabel("Name", { exact: true }).fill("Dune Runners");
    await part.getByLabel("Town or area").fill("Astoria, OR");
    await part.getByLabel("Tagline").fill("Run where the river ends.");
  });
  await save("Contact and links", (part) => part.getByLabel("Contact email").fill("hi@dunes.example"));
  await save("Pages", async (part) => {
    for (const name of [/Map of merchants/, /Bonfires on the beach/])
      await part.getByRole("checkbox", { name }).uncheck();
  });
  await save("Payment names", (part) => part.getByLabel("Venmo name").fill("@dunes"));
  await save("Places", (part) =>
    part.getByLabel("Known places").fill("# Trails\nColumn Park, 1 Coxcomb Dr\nRiverwalk, 100 Pier St"),
  );
  const visitor = await site.open({ viewport: PHONE });
  const found: string[] = [];
  for (const path of PUBLIC_PAGES) {
    await visitor.page.goto(site.url + path);
    // The hash in a file's name may spell anything.
    const html = (await visitor.page.content()).replaceAll(/-[\w-]{8}(?=\.(?:js|css|woff2)\b)/g, "");
    const said = JAX.exec(html);
    if (said) found.push(`${path}: …${html.slice(Math.max(0, said.index - 40), said.index + 40)}…`);
    if (!html.includes("Dune Runners")) found.push(`${path} does not name the group`);
  }
  for (const path of ["/site.webmanifest", "/events.rss", "/sitemap.xml", "/robots.txt"]) {
    const text = await (await fetch(site.url + path)).text();
    if (JAX.test(text)) found.push(path);
  }
  expect(found).toEqual([]);
  await visit(visitor.page, "/");
  await visitor.page.getByText("Run where the river ends.").waitFor();
  await visitor.page.getByRole("link", { name: "hi@dunes.example" }).waitFor();
  await visit(visitor.page, "/create");
  await visitor.page.getByLabel("Places we know").selectOption({ label: "Riverwalk" });
  await eventually(() => visitor.page.getByLabel("Location", { exact: true }).inputValue()).toBe(
    "Riverwalk, 100 Pier St",
  );
});
