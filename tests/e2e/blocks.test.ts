import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import {
  type BrowserSite,
  expectFocusIn,
  startBrowserSite,
  stopTransitions,
  visit,
} from "#tests/support/browser-site.ts";
import { openApp, personRow } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DESK-10] an organizer blocks a person on their page, who then cannot write and reads no reason", async () => {
  const token = await site.tokenFor(["Members"], { email: "member@example.com" });
  const [person] = await site.sql(
    `select u.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name from users u join accounts a on a.user_id = u.user_id
      where a.email = 'member@example.com'`,
  );
  const name = String(person?.["name"]);
  const member = await site.open({ as: token, viewport: PHONE, colorScheme: "dark" });
  await visit(member.page, "/chats/volleyball");
  await member.page.getByText("Live", { exact: true }).waitFor();

  const query = `&${new URLSearchParams({ search: name })}`;
  const { page, problems } = await openApp(site, "users", { viewport: DESK, query });
  await personRow(page, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  await page.getByRole("button", { name: "Block…" }).click();
  await expectFocusIn(page.getByLabel("Why"));
  await page.getByRole("button", { name: "Block this person" }).click();
  await page.getByText("Say why. Organizers read it.").waitFor();
  await expectFocusIn(page.getByLabel("Why"));
  await page.getByLabel("Why").fill("He followed people");
  await stopTransitions(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Block this person" }).click();
  await page.getByRole("button", { name: "Unblock" }).waitFor();
  await page.setViewportSize(PHONE);
  await expectNoSideways(page);
  expect(problems).toEqual([]);

  const field = member.page.getByRole("textbox", { name: /^Message to/ });
  await member.page.getByText("You can’t do this at the moment.").first().waitFor();
  await field.waitFor({ state: "detached" });
  expect(await member.page.content()).not.toContain("He followed people");

  const path = `/admin?${new URLSearchParams({ tab: "apps", app: "users", person: String(person?.["userId"]) })}`;
  await page.goto(path);
  await page.getByText("Blocked for good").waitFor();
  await page.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("button", { name: "Block…" }).waitFor();
  await field.fill("Hello?");
  await field.press("Enter");
  await member.page.getByRole("log").getByText("Hello?").waitFor();
  await member.page.getByText("Not sent. Try again").waitFor({ state: "detached" });
});
