import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, expectFocusIn, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { askToJoin, card, decisionOf, dialog, openPending, records, submit } from "#tests/support/pending-console.ts";

const BASE = "**/api/pending-join-requests";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

test("[ADMIN-03] each person with what the chat knows, and records with reasons; choosing again takes it back", async () => {
  const { page, problems } = await openPending(site, { as: admin, colorScheme: "dark" });
  const marcus = card(page, "Marcus Bell");
  for (const text of ["904-555-0216", "demo-request-1", "demo-chat-user-1"]) {
    await marcus.getByText(text, { exact: true }).first().waitFor();
  }
  await marcus.getByText("Same phone number", { exact: true }).waitFor();
  await card(page, "Beachcomber").getByText("Nobody in the database matches this person.").waitFor();
  await eventually(() => submit(page).count()).toBe(0);
  const [own, other] = [records(page, "Marcus Bell").nth(0), records(page, "Marcus Bell").nth(1)];
  await own.click();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await other.click();
  expect([await own.getAttribute("aria-pressed"), await other.getAttribute("aria-pressed")]).toEqual(["false", "true"]);
  await records(page, "Tyler H").first().click();
  await page.getByRole("button", { name: "Submit Approvals (2)", exact: true }).waitFor();
  await records(page, "Tyler H").first().click();
  await other.click();
  await submit(page).waitFor({ state: "detached" });
  await own.click();
  // What was chosen outlives a reload.
  await page.reload();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await expectAccessible(page);
  await submit(page).click();
  await page.getByText("1 person is approved: Marcus Bell.", { exact: true }).waitFor();
  await card(page, "Marcus Bell").waitFor({ state: "detached" });
  await eventually(() => submit(page).count()).toBe(0);
  const [marcusRow] = await site.sql(
    "select status, groupme_user_id from users where email = 'marcus.bell@example.com' and phone = '9045550216'",
  );
  expect(marcusRow).toEqual({ status: "approved", groupme_user_id: "demo-chat-user-1" });
  await eventually(() => page.locator("#tab-pending-waiting").textContent()).toMatch(/^7 waiting/);
  expect(problems).toEqual([]);
});

test("[ADMIN-03] a refused batch names the request that was decided meanwhile, and keeps the other choices", async () => {
  await askToJoin(site, "Rival Rita", [{ first_name: "Rita", last_name: "Rival" }]);
  await askToJoin(site, "Patient Paul", [{ first_name: "Paul", last_name: "Patient" }]);
  const { page } = await openPending(site, { as: admin });
  await records(page, "Rival Rita").first().click();
  await records(page, "Patient Paul").first().click();
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'declined' where nickname = 'Rival Rita'",
  );
  await submit(page).click();
  await page
    .getByText(
      "Failed to submit approvals: The request of Rival Rita was decided by someone else meanwhile. Refresh the list.",
    )
    .waitFor();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await page.route(BASE, (route) => route.fulfill({ status: 504, body: "" }));
  await submit(page).click();
  await page.getByText("Failed to submit approvals: Error: 504", { exact: true }).waitFor();
  await page.unroute(BASE);
  await submit(page).click();
  await card(page, "Patient Paul").waitFor({ state: "detached" });
  expect(await decisionOf(site, "r-patient-paul")).toEqual({ decision: "approved", user_id: "patient-paul-0" });
});

test("[ADMIN-03] by keyboard alone: through the list, choose, submit; and the keys can be turned off", async () => {
  await askToJoin(site, "Keyboard Kim", [{ first_name: "Kim" }, { first_name: "Kimberly" }]);
  const { page } = await openPending(site, { as: admin });
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  const focused = () => page.evaluate(() => document.activeElement?.querySelector("h3")?.textContent);
  await page.keyboard.press("s");
  await page.getByText("Please select users to approve", { exact: true }).waitFor();
  await page.keyboard.press("j");
  // The newest request stands first, and this one was made by the database's clock.
  await eventually(focused).toBe("Keyboard Kim");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await eventually(() => records(page, "Keyboard Kim").nth(1).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await eventually(focused).not.toBe("Keyboard Kim");
  await page.keyboard.press("k");
  await eventually(focused).toBe("Keyboard Kim");
  await page.keyboard.press("n");
  await eventually(focused).not.toBe("Keyboard Kim");
  await page.keyboard.press("k");
  await page.keyboard.press("Space");
  await eventually(() => records(page, "Keyboard Kim").nth(0).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("m");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("?");
  await page.getByRole("region", { name: "Keyboard" }).getByText("submit the approvals").waitFor();
  await page.getByLabel("Use these keys").uncheck();
  await card(page, "Keyboard Kim").focus();
  await page.keyboard.press("s");
  await page.getByLabel("Use these keys").check();
  await card(page, "Keyboard Kim").waitFor();
  await card(page, "Keyboard Kim").focus();
  await page.keyboard.press("s");
  await card(page, "Keyboard Kim").waitFor({ state: "detached" });
  // The one that was pressed while the keys were off did nothing.
  expect(posts.filter((url) => url.endsWith("/api/pending-join-requests"))).toHaveLength(1);
  expect(await decisionOf(site, "r-keyboard-kim")).toEqual({ decision: "approved", user_id: "keyboard-kim-0" });
});

test("[ADMIN-04] two messages to read and to copy, with an answer of two seconds", async () => {
  const { page } = await site.open({ as: admin, viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });
  await visit(page, "/admin");
  const beachcomber = card(page, "Beachcomber");
  await beachcomber.waitFor();
  for (const [button, title, words] of [
    ["Copy welcome", "Welcome message", "Hi Beachcomber, welcome to Jax Beach."],
    ["Copy follow-up", "Follow-up message", "Hi Beachcomber, you asked to join the Jax Beach chat"],
  ] as const) {
    await beachcomber.getByText(title, { exact: true }).click();
    await beachcomber.getByText(words).waitFor();
    await beachcomber.getByRole("button", { name: button }).click();
    await beachcomber.getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(words);
    // It goes by itself; that it takes two seconds is proved where the button is.
    await beachcomber.getByText("Copied", { exact: true }).waitFor({ state: "detached" });
  }
});

test("[ADMIN-03] who is in no record gets a new one, and who should not join is declined", async () => {
  const { page } = await openPending(site, { as: admin, viewport: PHONE });
  await card(page, "Beachcomber").getByRole("button", { name: "Create person" }).click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Make the record and approve" }).click();
  await page.getByText("1 person is approved: Beachcomber.", { exact: true }).waitFor();
  await card(page, "Beachcomber").waitFor({ state: "detached" });
  const made = await site.sql("select first_name, phone, status from users where groupme_user_id = 'demo-chat-user-5'");
  expect(made).toEqual([{ first_name: "Beachcomber", phone: "3055550199", status: "approved" }]);
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'approved' where nickname = 'Wyatt Ellison'",
  );
  await dialog(page).getByRole("button", { name: "Decline the request" }).click();
  await page.getByText(/^Failed to decline the request: The request of Wyatt Ellison was decided/).waitFor();
  await site.sql("update chat_join_requests set decided_at = null, decision = null where nickname = 'Wyatt Ellison'");
  await page.getByRole("button", { name: "Refresh" }).click();
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  const next = await card(page, "Wyatt Ellison").locator("+ article h3").innerText();
  await dialog(page).getByRole("button", { name: "Decline the request" }).click();
  await page.getByText("The request of Wyatt Ellison is declined.", { exact: true }).waitFor();
  await expectFocusIn(card(page, next));
  expect(await decisionOf(site, "demo-request-6")).toEqual({ decision: "declined", user_id: null });
});

test("[ADMIN-03] a long list comes page by page, and what was chosen far down outlives a reload", async () => {
  await site.sql(
    `insert into chat_join_requests (id, provider_id, provider_user_id, nickname, requested_at)
     select 'bulk-' || n, 'bulk-' || n, 'bulk-person-' || n, 'Bulk ' || n, now() - n * interval '1 day' from generate_series(1, 12) n`,
  );
  await site.sql("insert into users (user_id, nickname, first_name) values ('bulk-user', 'Bulk 12', 'Bo')");
  const { page } = await openPending(site, { as: admin });
  await eventually(() => card(page, "Bulk 12").count()).toBe(0);
  await page.getByRole("button", { name: "Show more people" }).click();
  await records(page, "Bulk 12").first().click();
  await page.reload();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await site.sql("update chat_join_requests set decided_at = now(), decision = 'declined' where decided_at is null");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("heading", { name: "Nobody is waiting" }).waitFor();
  await eventually(() => submit(page).count()).toBe(0);
  await eventually(() => page.getByRole("button", { name: "Debug" }).count()).toBe(0);
});

test.each(["light", "dark"] as const)(
  "[ADMIN-03] on a phone no button that has the focus is below the bar that submits: %s",
  async (colorScheme) => {
    const name = `Bar ${colorScheme}`;
    await askToJoin(site, name, [{ first_name: "Bar", last_name: colorScheme }]);
    const { page } = await openPending(site, { as: admin, viewport: PHONE, colorScheme });
    await records(page, name).first().click();
    await submit(page).waitFor();
    for (const label of ["Decline", "Copy welcome", "Copy follow-up"]) {
      const button = card(page, name).getByRole("button", { name: label, exact: true });
      // Where it would be below the bar.
      await button.evaluate((element) => {
        scrollBy({ top: element.getBoundingClientRect().bottom - innerHeight + 100, behavior: "instant" });
      });
      await button.focus();
      const below = async () => {
        const [bar, own] = [await submit(page).boundingBox(), await button.boundingBox()];
        return bar === null || own === null || own.y + own.height > bar.y;
      };
      await eventually(below, label).toBe(false);
    }
    await expectNoSideways(page);
    await expectAccessible(page);
  },
);
