import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, LOOKS } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";
import { drawPicture } from "#tests/support/pictures.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ SEED: "none" });
});
afterAll(() => site.close());

/** A file of half a color each, for the picker. */
async function logoFile(width: number, height: number) {
  const buffer = await drawPicture({ width, height, color: { r: 20, g: 90, b: 160 } })
    .png()
    .toBuffer();
  return { name: "logo.png", mimeType: "image/png", buffer };
}

/** The address of the picture beside the group's name, once it shows. */
async function markOf(page: Page): Promise<string | null> {
  const mark = page.getByRole("banner").locator("img");
  await eventually(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  return mark.getAttribute("src");
}
const iconOf = (page: Page) =>
  page.locator('link[rel="icon"]').evaluateAll((all) => all.map((link) => link.getAttribute("href")));

test.each(LOOKS)(
  "[DESK-02, NAV-06] an organizer uploads a logo: previewed, saved, on every page and tab, in the log, removed: $viewport.width px, $colorScheme",
  async (look) => {
    const { page } = await openApp(site, "settings", look);
    const { page: visitor, problems, notLoaded } = await site.open(look);
    await visit(visitor, "/events");
    expect([await markOf(visitor), await iconOf(visitor)]).toEqual(["/brand/mark.svg", ["/brand/favicon.svg"]]);

    const group = page.getByRole("region", { name: "The group" });
    const preview = group.getByRole("group", { name: "Preview: The group" }).locator("img");
    const upload = group.getByLabel("Upload a logo");
    await upload.setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture".repeat(9)) });
    await group.getByText(/^This is neither a picture/).waitFor();
    await upload.setInputFiles(await logoFile(look.viewport.width, look.viewport.width));
    await eventually(() => preview.getAttribute("src")).toMatch(/^\/images\/up-.*-240\.webp$/);
    expect(await markOf(page)).toBe("/brand/mark.svg");
    await group.getByRole("button", { name: "Save" }).click();
    await group.getByText("Saved. Every page shows it now.").waitFor();
    const address = (await preview.getAttribute("src")) ?? "";
    await eventually(() => markOf(page)).toBe(address);
    await eventually(() => iconOf(page)).toEqual([address]);
    await expectNoSideways(page);
    await expectAccessible(page);

    await visit(visitor, "/events");
    expect([await markOf(visitor), await iconOf(visitor)]).toEqual([address, [address]]);
    await expectNoSideways(visitor);
    await expectAccessible(visitor);

    // A wide one keeps its shape and leaves room for the name and the menu.
    await upload.setInputFiles(await logoFile(look.viewport.width + 400, 200));
    await eventually(() => preview.getAttribute("src")).not.toBe(address);
    await group.getByRole("button", { name: "Save" }).click();
    await eventually(async () => (await markOf(page)) === address).toBe(false);
    expect(await page.getByRole("banner").locator("img").boundingBox()).toMatchObject({ width: 80, height: 40 });
    await expectNoSideways(page);

    await group.getByRole("button", { name: "Remove the logo" }).click();
    await group.getByRole("button", { name: "Save" }).click();
    await eventually(() => markOf(page)).toBe("/brand/mark.svg");
    await eventually(() => iconOf(page)).toEqual(["/brand/favicon.svg"]);

    await page.getByRole("link", { name: "audit log", exact: true }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "changed the group’s logo" }).first();
    await entry.getByRole("button", { name: /^Undo/ }).click();
    const undo = page.getByRole("dialog", { name: "Undo this?" });
    await eventually(() => undo.locator("dl > div").allTextContents()).toEqual(["Logoafter: a picture"]);
    expect([...problems, ...notLoaded]).toEqual([]);
  },
);
