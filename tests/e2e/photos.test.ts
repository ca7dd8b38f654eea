import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { createFormOn } from "#tests/support/create-form.ts";
import { makeJpeg } from "#tests/support/pictures.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const file = async (name: string, buffer?: Buffer) => ({
  name,
  mimeType: "image/jpeg",
  buffer: buffer ?? (await makeJpeg({ width: 600, height: 400 })),
});
const photosOn = (page: Page) => page.getByRole("region", { name: "Photos" });
const tiles = (page: Page) => photosOn(page).locator("a[aria-haspopup=dialog]");
const lightbox = (page: Page) => page.getByRole("dialog", { name: /^Photos of/ });
/** `2 of 3`, and what the photo shows. */
const told = (page: Page) => lightbox(page).getByRole("status").innerText();

/** Every picture of the page that is near enough to be loaded is there. */
async function expectPictures(page: Page, within = photosOn(page)): Promise<void> {
  for (const picture of await within.getByRole("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await eventually(() =>
      picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth),
    ).toBeGreaterThan(0);
  }
}

test("[EVT-02, EVT-03] a host adds photos of what has been; a visitor looks through them and asks for one to be taken down", async () => {
  const host = await site.signedIn({ email: "photo.host@example.com" });
  const event = await site.addEvent(
    makeEvent({ day: "2026-11-20", title: "Moonlight Match", hostUserId: host.userId }),
  );
  const path = `/events/${event.id}`;
  const desk = await site.open({ as: host.token, viewport: DESK, colorScheme: "light" });
  await visit(desk.page, path);
  const picker = photosOn(desk.page).getByLabel("Add photos");
  await picker.setInputFiles([
    await file("one.jpg"),
    await file("words.jpg", Buffer.alloc(99, "words")),
    await file("two.jpg"),
  ]);
  // Each for itself: what is no picture says so, the others are there.
  await photosOn(desk.page).getByText("This is neither a picture").waitFor();
  await eventually(() => photosOn(desk.page).getByRole("button", { name: "Try again" }).count()).toBe(0);
  await eventually(() => tiles(desk.page).count()).toBe(2);
  await photosOn(desk.page).getByRole("button", { name: "Leave it out" }).click();
  await photosOn(desk.page).getByText("Order, describe or delete photos").click();
  await photosOn(desk.page).getByLabel("What photo 2 shows").fill("The last ball");
  await photosOn(desk.page).getByRole("button", { name: "Earlier photo 2" }).click();
  await eventually(() => photosOn(desk.page).getByLabel("What photo 1 shows").inputValue()).toBe("The last ball");
  await expectPictures(desk.page);
  await expectAccessible(desk.page);
  expect(desk.problems).toEqual([]);

  const phone = await site.open({ viewport: PHONE, colorScheme: "dark", hasTouch: true });
  await visit(phone.page, path);
  await eventually(() => tiles(phone.page).count()).toBe(2);
  const first = tiles(phone.page).first();
  await eventually(() => first.getByRole("img").getAttribute("alt")).toBe("The last ball");
  await expectPictures(phone.page);
  await first.focus();
  await phone.page.keyboard.press("Enter");
  await eventually(() => told(phone.page)).toContain("1 of 2");
  expect(await told(phone.page)).toContain("The last ball");
  await phone.page.keyboard.press("ArrowRight");
  await eventually(() => told(phone.page)).toContain("2 of 2");
  await phone.page.keyboard.press("ArrowRight");
  await eventually(() => told(phone.page)).toContain("1 of 2");
  await phone.page.keyboard.press("ArrowLeft");
  await eventually(() => told(phone.page)).toContain("2 of 2");
  await expectPictures(phone.page, lightbox(phone.page));
  await expectAccessible(phone.page);
  await expectNoSideways(phone.page);
  await phone.page.keyboard.press("Escape");
  await lightbox(phone.page).waitFor({ state: "hidden" });
  // Back where it came from.
  expect(await first.evaluate((tile) => tile === document.activeElement)).toBe(true);

  await tiles(phone.page).nth(1).click();
  await lightbox(phone.page).getByRole("button", { name: "Ask us to take this photo down" }).click();
  const form = phone.page.getByRole("dialog", { name: "Take this down" });
  await expectAccessible(phone.page);
  await form.getByRole("button", { name: "Send the request" }).click();
  await form.getByText("An organizer will look at it").waitFor();
  await form.getByRole("button", { name: "Done" }).click();
  await lightbox(phone.page).getByRole("button", { name: "Close" }).click();
  await lightbox(phone.page).waitFor({ state: "hidden" });
  expect(phone.problems).toEqual([]);
  const [asked] = await site.sql("select reason, hid from photo_requests where event_id = $1", [event.id]);
  expect(asked).toEqual({ reason: "", hid: false });

  // Somebody signed in is believed at once.
  const member = await site.open({ as: await site.tokenFor(["Members"]), viewport: PHONE });
  await visit(member.page, path);
  await tiles(member.page).first().click();
  await lightbox(member.page).getByRole("button", { name: "Ask us to take this photo down" }).click();
  await member.page.getByRole("dialog", { name: "Take this down" }).getByLabel("Why").fill("Me too.");
  await member.page.getByRole("button", { name: "Send the request" }).click();
  await member.page.getByText("It is not shown anymore.").waitFor();
  await member.page.getByRole("button", { name: "Done" }).click();
  await eventually(() => told(member.page)).toContain("1 of 1");
  await member.page.keyboard.press("Escape");
  await eventually(() => tiles(member.page).count()).toBe(1);

  await visit(phone.page, "/photos");
  await phone.page.getByRole("link", { name: "Moonlight Match", exact: true }).waitFor();
  await expectNoSideways(phone.page);
});

test("[CREATE-06] an event waits for its picture, which does not land in the next one", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Admins"]) });
  const form = createFormOn(page);
  await page.goto("/create");
  await form.untilReady();
  await form.fill("Patient Picture Night");
  const upload = Promise.withResolvers<void>();
  await page.route("**/api/images", async (route) => {
    await upload.promise;
    await route.continue();
  });
  await form.main.getByLabel("Upload your own picture").setInputFiles(await file("mine.jpg"));
  await form.main.getByText("mine.jpg").waitFor();
  await form.field("Title").press("Enter");
  const wait = form.main.getByRole("button", { name: "Uploading the picture…" });
  await eventually(() => wait.getAttribute("aria-disabled")).toBe("true");
  upload.resolve();
  await form.submit.click();
  await form.success.waitFor();
  expect(form.posts).toMatchObject([{ imgKey: expect.stringMatching(/^up-/) }]);
});

test("[CREATE-06] an event with a picture of one's own: what was typed stays, the preview shows it, and so does its page", async () => {
  const { page, problems } = await site.open({
    as: await site.tokenFor(["Admins"]),
    viewport: DESK,
    colorScheme: "dark",
  });
  const form = createFormOn(page);
  await page.goto("/create");
  await form.untilReady();
  await form.fill("Own Picture Night");
  await eventually(() => form.main.getByRole("group", { name: "Website image" }).getByRole("radio").count()).toBe(13);
  const picker = form.main.getByLabel("Upload your own picture");
  await picker.setInputFiles(await file("words.jpg", Buffer.alloc(99, "words")));
  await form.main.getByText("This is neither a picture").waitFor();
  await picker.setInputFiles(await file("mine.jpg"));
  const own = form.main.getByRole("radio", { name: "your own" });
  await own.waitFor();
  await eventually(() => own.isChecked()).toBe(true);
  expect(await form.values("Title", "Description")).toEqual(["Own Picture Night", "Bring a blanket."]);
  const shownIn = async (source: string) => source.match(/up-[0-9a-f]{32}-600x400-[0-9a-f]{6}/)?.[0];
  const key = await shownIn(await form.preview.innerHTML());
  expect(key).toBeDefined();
  await expectAccessible(page);
  await form.submit.click();
  await form.success.waitFor();
  expect(form.posts.map(({ imgKey }) => imgKey)).toEqual([key]);
  await visit(page, "/events/2026-12-05-own-picture-night");
  const cover = page.getByRole("img", { name: "What Own Picture Night looks like" });
  await eventually(() => cover.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeGreaterThan(
    0,
  );
  expect([await cover.getAttribute("width"), await cover.getAttribute("height")]).toEqual(["600", "400"]);
  expect(problems).toEqual([]);
});

test("[EVT-02] a video that does not come: a sentence in its room, and the way to the file", async () => {
  const [event] = await site.sql(
    "select id from social_events where show_photos and general_public and not members_only_location and array_to_string(img_list, ' ') like '%.mp4%' limit 1",
  );
  const { page, notLoaded } = await site.open();
  await page.route("**/images/*.mp4", (route) => route.fulfill({ status: 503 }));
  await visit(page, `/events/${String(event?.["id"])}`);
  const main = page.getByRole("main");
  await main.getByText("The video did not load.").waitFor();
  const way = main.getByRole("link", { name: "Open it by itself" });
  await eventually(() => way.getAttribute("href")).toMatch(/^\/images\/.+\.mp4$/);
  const box = await way.locator("..").boundingBox();
  expect(box?.height).toBeGreaterThan(100);
  await expectAccessible(page);
  expect(notLoaded.every((missing) => missing.includes(".mp4"))).toBe(true);
});

test("[EVT-03] a photo that is moved again while its first move is being saved ends where it was moved to", async () => {
  const host = await site.signedIn({ email: "photo.mover@example.com" });
  const event = await site.addEvent(makeEvent({ day: "2026-11-20", title: "Moved Match", hostUserId: host.userId }));
  const { page } = await site.open({ as: host.token, viewport: DESK });
  await visit(page, `/events/${event.id}`);
  const picker = photosOn(page).getByLabel("Add photos");
  const names = ["one", "two", "three"];
  for (const [index, name] of names.entries()) {
    await picker.setInputFiles([await file(`${name}.jpg`, await makeJpeg({ width: 600 + index, height: 400 }))]);
    await eventually(() => tiles(page).count()).toBe(index + 1);
  }
  const order = async () => {
    const [row] = await site.sql("select img_list from social_events where id = $1", [event.id]);
    return String(row?.["img_list"]).match(/(?<=-60)\d(?=x)/g);
  };
  const saved = Promise.withResolvers<void>();
  const bodies: unknown[] = [];
  await page.route("**/photos", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    bodies.push(route.request().postDataJSON());
    await saved.promise;
    return route.continue();
  });
  await photosOn(page).getByText("Order, describe or delete photos").click();
  const later = photosOn(page).getByRole("button", { name: "Later photo 1" });
  await later.click();
  await eventually(() => bodies.length).toBe(1);
  await later.click();
  saved.resolve();
  await eventually(() => bodies.length).toBe(2);
  await eventually(order).toEqual(["1", "2", "0"]);
});
