import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions } from "#tests/support/browser-site.ts";
import { openApp, personRow } from "#tests/support/console.ts";
import { formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[PAY-07, ADMIN-12] an organizer writes down cash in the user manager, finds it in the books and takes it back", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, date_added) values ('paid-1', 'Cass', 'Tender', 'cass@example.com', '2026-11-20T12:00:00Z')",
  );
  const { page, problems } = await openApp(site, "users", { viewport: DESK, colorScheme: "dark" });
  await personRow(page, "Cass Tender")
    .getByRole("button", { name: /^Membership/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Membership of Cass Tender" });
  await dialog.getByText("Not a member.").waitFor();
  await dialog.getByRole("button", { name: "Record a payment" }).click();
  // What is wrong is said at its field, and nothing typed is lost.
  await dialog.getByLabel("Amount in dollars").fill("twenty");
  await dialog.getByLabel("Note").fill("After volleyball");
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await dialog.getByText("An amount from $0.01 to $10,000.00, like 20, 12.50 or 1,000.").waitFor();
  await eventually(() => dialog.getByLabel("Note").inputValue()).toBe("After volleyball");
  await dialog.getByLabel("Amount in dollars").fill("20");
  await dialog.getByLabel("Member from").fill("2026-11-21");
  await dialog.getByLabel("Member until").fill("2026-12-20");
  await stopTransitions(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Record the payment" }).click();
  await dialog.getByText("The payment is recorded.").waitFor();
  await dialog.getByText(/^Member until /).waitFor();
  expect(await site.sql("select amount_cents, user_id from payments")).toEqual([
    { amount_cents: 2000, user_id: "paid-1" },
  ]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await page.getByRole("navigation", { name: "Apps" }).getByRole("link", { name: "Payments" }).click();
  await page.getByText("Every payment has its person.").waitFor();
  await page.getByText("Cass Tender").waitFor();
  await expectAccessible(page);

  const months = page.getByRole("list", { name: "Totals by month" });
  await months.getByText(/Cash \$20\.00 \(1\)/).waitFor();
  await months.getByRole("button", { name: "Show entries of November 2026" }).click();
  await page.getByRole("heading", { name: "Payments of November 2026" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("nobody at all");
  await page.getByText("No payment fits this search.").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("volleyball");
  await page.getByText("Cass Tender").waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("payments.csv");
  await page.getByText("Saved as payments.csv.").waitFor();
  // The list of another search is still under way, with what was before the refund.
  const isShown = Promise.withResolvers<void>();
  const late = /\/memberships\/payments\?month=2026-11$/;
  await page.route(
    late,
    async (route) => {
      const response = await route.fetch();
      await isShown.promise;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await Promise.all([page.waitForRequest(late), page.getByRole("searchbox", { name: "Search" }).fill("")]);
  await page.getByRole("button", { name: "Correct", exact: true }).click();
  await page.getByLabel("Give back, in dollars").fill("5");
  await page.getByLabel("Why").fill("One evening was rained out");
  await page.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("$5.00 of it was given back").waitFor();
  isShown.resolve();
  await months.getByText("$15.00").first().waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(problems).toEqual([]);
});

test("[PAY-07, PAY-08] on a phone the first wrong field of a payment is where the eye is, and an old notice goes", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, date_added) values ('thea-1', 'Thea', 'Thumb', 'thea@example.com', '2026-11-20T12:00:00Z')",
  );
  const { page, problems } = await openApp(site, "users", { viewport: PHONE, query: "&person=thea-1" });
  const membership = page.getByRole("region", { name: "Membership", exact: true });
  await membership.getByRole("button", { name: "Record a payment" }).click();
  const amount = membership.getByLabel("Amount in dollars");
  await amount.fill("10,00");
  await membership.getByRole("button", { name: "Record the payment" }).click();
  const fault = membership.getByText("An amount from $0.01 to $10,000.00, like 20, 12.50 or 1,000.");
  await fault.waitFor();
  await eventually(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  const isInSight = async () => {
    const place = await fault.boundingBox();
    return place !== null && place.y > 0 && place.y + place.height < PHONE.height;
  };
  await eventually(isInSight).toBe(true);
  await amount.fill("1,000.50");
  await membership.getByRole("button", { name: "Record the payment" }).click();
  await membership.getByText("The payment is recorded.").waitFor();
  await membership.getByText("$1,000.50").waitFor();

  await membership.getByRole("button", { name: "Correct", exact: true }).click();
  await membership.getByText("The payment is recorded.").waitFor({ state: "hidden" });
  await membership.getByLabel("Give back, in dollars").fill("1,00");
  const why = membership.getByRole("textbox", { name: "Why", description: /Required, for the books/ });
  await eventually(() => why.getAttribute("required")).toBe("");
  await why.fill("Typed one zero too many");
  await membership.getByRole("button", { name: "Take payment back" }).click();
  const giveBack = membership.getByLabel("Give back, in dollars");
  await eventually(() => giveBack.evaluate((field) => field === document.activeElement)).toBe(true);
  await giveBack.fill("1,000.00");
  await membership.getByRole("button", { name: "Record refund" }).click();
  await membership.getByText("The refund is recorded. The membership stays.").waitFor();
  await membership.getByRole("button", { name: "Record a payment" }).click();
  await membership.getByText("The refund is recorded. The membership stays.").waitFor({ state: "hidden" });
  await expectNoSideways(page);
  expect(problems).toEqual([]);
});

test("[PAY-07] O20: a payment without a person is assigned after a question that names both", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, date_added) values ('paid-2', 'Nell', 'Owner', 'nell@example.com', '2026-11-20T12:00:00Z')",
  );
  await site.sql(
    "insert into payments (id, provider, method, kind, amount_cents, provider_ref, paid_at, created_at) values ('wait-1', 'demonstration', 'card', 'payment', 1234, 'wait-1', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')",
  );
  const { page } = await openApp(site, "payments", { viewport: PHONE });
  const waiting = page.getByRole("region", { name: /^Whose are these/ });
  await waiting.getByRole("button", { name: "Assign" }).click();
  await waiting.getByRole("searchbox").fill("nell");
  await waiting.getByRole("button", { name: /Nell Owner/ }).click();
  await waiting.getByText("Assign $12.34 to Nell Owner (nell@example.com)?").waitFor();
  await expectAccessible(page);
  expect(await site.sql("select user_id from payments where id = 'wait-1'")).toEqual([{ user_id: null }]);
  await waiting.getByRole("button", { name: "Assign payment" }).click();
  await page.getByText("The payment is assigned.").waitFor();
  expect(await site.sql("select user_id from payments where id = 'wait-1'")).toEqual([{ user_id: "paid-2" }]);
});

test("[PAY-07] a payment of a thousand dollars or more is taken back with the amount that its form begins with", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, date_added) values ('paid-3', 'Grand', 'Giver', 'grand@example.com', '2026-11-20T12:00:00Z')",
  );
  await site.sql(
    "insert into payments (id, provider, method, kind, amount_cents, provider_ref, user_id, matched_by, paid_at, created_at) values ('grand-1', 'hand', 'cash', 'payment', 125050, 'grand-1', 'paid-3', 'organizer', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')",
  );
  const { page } = await openApp(site, "payments", { viewport: PHONE });
  const entry = page.getByRole("listitem").filter({ hasText: "$1,250.50 Cash" });
  await entry.getByRole("button", { name: "Correct", exact: true }).click();
  await eventually(() => entry.getByLabel("Give back, in dollars").inputValue()).toBe("1250.50");
  await entry.getByLabel("Why").fill("The check was returned");
  await entry.getByRole("button", { name: "Take payment back" }).click();
  await entry.getByText("Taken back", { exact: true }).waitFor();
  expect(await site.sql("select amount_cents from payments where corrects = 'grand-1'")).toEqual([
    { amount_cents: -125_050 },
  ]);
});

test("[SIDE-07] on a phone an organizer hides a photo that somebody asks to take down, and the log brings it back", async () => {
  const [event] = await site.sql(
    "select id, img_list[1] as key from social_events where show_photos and cardinality(img_list) > 2 and day < '2026-11-21' limit 1",
  );
  const photo = `${String(event?.["id"])}/photos/${String(event?.["key"])}`;
  const asked = await fetch(`${site.url}/api/social-events/${photo}/takedown`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reason: "I am in it and would rather not be." }),
  });
  expect(asked.status).toBe(200);
  const { page } = await openApp(site, "photos", { viewport: PHONE });
  await page.getByText("I am in it and would rather not be.").waitFor();
  await expectNoSideways(page);
  await stopTransitions(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Hide/ }).click();
  await page.getByText("The photo is hidden.").waitFor();
  const shown = async () =>
    (
      await site.sql("select $2 = any(img_list) as shown from social_events where id = $1", [
        event?.["id"],
        event?.["key"],
      ])
    )[0];
  expect(await shown()).toEqual({ shown: false });
  await page.getByRole("navigation", { name: "Apps" }).getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("button", { name: /^Undo Hid a photo/ }).click();
  await page.getByRole("dialog", { name: "Undo this?" }).getByText("The photo is shown again.").waitFor();
  await page.getByRole("dialog", { name: "Undo this?" }).getByRole("button", { name: "Undo" }).click();
  await eventually(async () => (await shown())?.["shown"]).toBe(true);
});

test("[EVT-02] an organizer looks at a hidden video before they decide", async () => {
  const token = await site.tokenFor(["Admins"]);
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-10", title: "Filmed" }));
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { method: "POST", body, headers: { authorization: `Bearer ${token}`, ...headers } });
  const json = { "content-type": "application/json" };
  const { key } = (await (await post("/api/images", formOf(makeMp4(), "clip.mp4"))).json()) as { key: string };
  await post(`/api/social-events/${id}/photos`, JSON.stringify({ key }), json);
  await post(`/api/social-events/${id}/photos/${key}/takedown`, JSON.stringify({ reason: "That is me." }), json);
  const { page, problems } = await openApp(site, "photos");
  const request = page.getByRole("listitem").filter({ hasText: "That is me." });
  await request.getByText("Hidden", { exact: true }).waitFor();
  const given = page.waitForResponse(/\/picture$/);
  await request.getByRole("button", { name: "Look at it" }).click();
  expect((await given).headers()["content-type"]).toBe("video/mp4");
  const video = request.locator("video");
  await eventually(() => video.getAttribute("src")).toMatch(/^blob:/);
  await eventually(() => video.getAttribute("aria-label")).toBe("The video of Filmed that this is about");
  // The page's policy lets it play.
  expect(problems).toEqual([]);
});

test("[EVT-02] a request says which other events lose the photo too, before an organizer decides", async () => {
  const token = await site.tokenFor(["Admins"]);
  const [{ id }, other] = [
    await site.addEvent(makeEvent({ day: "2026-11-08", title: "Seen Twice" })),
    await site.addEvent(makeEvent({ day: "2026-11-07", title: "Seen Before" })),
  ];
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { method: "POST", body, headers: { authorization: `Bearer ${token}`, ...headers } });
  const json = { "content-type": "application/json" };
  const { key } = (await (await post("/api/images", formOf(await makeJpeg()))).json()) as { key: string };
  for (const event of [id, other.id]) await post(`/api/social-events/${event}/photos`, JSON.stringify({ key }), json);
  const asked = await fetch(`${site.url}/api/social-events/${id}/photos/${key}/takedown`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ reason: "I am in both." }),
  });
  expect(asked.status).toBe(200);
  const { page } = await openApp(site, "photos", { viewport: PHONE });
  const request = page.getByRole("listitem").filter({ hasText: "I am in both." });
  await request.getByText("Also in 1 other event. What you decide counts there too.").waitFor();
  await eventually(() => request.getByRole("link", { name: "Seen Before" }).getAttribute("href")).toBe(
    `/events/${other.id}`,
  );
  await request.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this photo for good?" });
  await dialog.getByText("It is removed from both events and from storage.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectNoSideways(page);
  await request.getByRole("button", { name: "Hide in both events" }).click();
  await page.getByText("The photo is hidden.").waitFor();
  const still = "select id from social_events where $1 = any(img_list)";
  expect(await site.sql(still, [key])).toEqual([]);
});
