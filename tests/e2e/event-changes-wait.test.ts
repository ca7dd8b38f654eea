import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let host: Person;
let admin: string;
type Person = Awaited<ReturnType<BrowserSite["signedIn"]>>;

beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "new-host@example.com", user: { firstName: "Nia", lastName: "New" } });
  admin = await site.tokenFor(["Admins"], { email: "organizer@example.com" });
});
afterAll(() => site.close());

async function addEvent(title: string): Promise<string> {
  const event = makeEvent({ day: "2026-12-12", title, location: "The pier", hostUserId: host.userId });
  await site.addEvent(event);
  return event.id;
}
const propose = (id: string, body: unknown) =>
  fetch(`${site.url}/api/social-events/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", authorization: `Bearer ${host.token}` },
    body: JSON.stringify(body),
  });

test("[SAFE-11] a host proposes a change on a phone, reads what waits, replaces it and withdraws it", async () => {
  const id = await addEvent("Pier Walk");
  const { page, problems } = await site.open({ as: host.token, viewport: PHONE, colorScheme: "dark" });
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  const field = (label: string) => main.getByLabel(label, { exact: true });
  await main.getByText("Nothing is changed yet.").waitFor();
  await field("Title").fill("Pier Walk and Coffee");
  await field("Description").fill("Bring a mug.\nWe stop at the kiosk.");
  await main.getByText("An organizer looks at it first").waitFor();
  await main.getByRole("button", { name: "Save and ask an organizer" }).click();
  await main.getByText("Your change waits for an organizer.", { exact: true }).waitFor();
  await main.getByText("Guests see the event as it was.").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);

  // After a reload the form goes on from what is proposed, and guests still read the old title.
  await page.reload();
  await main.getByText("Your change waits for an organizer", { exact: true }).waitFor();
  await eventually(() => field("Title").inputValue()).toBe("Pier Walk and Coffee");
  await main.getByText("Nothing is changed yet.").waitFor();
  await field("Title").fill("Pier Walk and Tea");
  await main.getByRole("button", { name: "Save and ask an organizer" }).click();
  await main.locator("ins", { hasText: "Pier Walk and Tea" }).waitFor();
  await eventually(() => main.locator("ins", { hasText: "Bring a mug." }).count()).toBe(1);
  const visitor = await site.open();
  await visit(visitor.page, `/events/${id}`);
  await visitor.page.getByRole("heading", { level: 1, name: "Pier Walk", exact: true }).waitFor();

  await visit(page, "/dashboard");
  const mine = main.getByRole("region", { name: "Your events" });
  const row = mine.getByRole("listitem").filter({ hasText: "Pier Walk" });
  await row.getByText("Your change waits for an organizer.").waitFor();
  await row.getByRole("link", { name: "Edit Pier Walk" }).click();
  await field("Description").fill("Bring two mugs.");
  await main.getByRole("button", { name: "Withdraw change" }).click();
  await main.getByText("Guests see the event as it was.").waitFor({ state: "detached" });
  await eventually(() => field("Title").inputValue()).toBe("Pier Walk");
  // What is not sent yet is not withdrawn, and nobody else changed anything.
  await main.getByRole("button", { name: "Discard my changes" }).waitFor();
  await eventually(() => field("Description").inputValue()).toBe("Bring two mugs.");
  await eventually(() => main.getByText("Someone else changed the same").count()).toBe(0);
  // A cancellation needs nobody.
  await main.getByRole("button", { name: "Cancel this event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the event" }).click();
  await main.getByText("It is canceled.").waitFor();
  expect(problems).toEqual([]);
});

test("[SAFE-11, ADMIN-12] an organizer sees old and new, publishes, takes it back, and refuses with a reason", async () => {
  await site.sql("delete from social_events where held");
  const id = await addEvent("Dune Run");
  await propose(id, { title: "Dune Run at Dawn", time: "06:30", groupMeChatUrl: "https://chat.example/dawn" });
  const { page, problems } = await site.open({ as: admin, viewport: DESK });
  await visit(page, "/admin?tab=events");
  const queue = page.getByRole("region", { name: /^Changes to published events/ });
  const change = queue.getByRole("listitem").filter({ hasText: "Dune Run" });
  await change.waitFor();
  await page.getByText("1 waiting to be published").waitFor({ state: "attached" });
  await eventually(() => change.locator("del").allTextContents()).toEqual([
    "Old: Dune Run",
    "Old: 6:00 PM",
    "Old: nothing",
  ]);
  await eventually(() => change.locator("ins").allTextContents()).toEqual([
    "New: Dune Run at Dawn",
    "New: 6:30 AM",
    "New: https://chat.example/dawn",
  ]);
  await stopTransitions(page);
  await expectAccessible(page);
  await change.getByRole("button", { name: "Publish change" }).click();
  await queue.getByText("The change is published. The host and the guests will be notified.").waitFor();
  await queue.getByText("No changes to review.").waitFor();
  const title = async () => (await site.sql("select title from social_events where id = $1", [id]))[0]?.["title"];
  expect(await title()).toBe("Dune Run at Dawn");
  await queue.getByRole("button", { name: "Undo" }).click();
  await queue.getByText("The event is as it was before, and the change waits again.").waitFor();
  expect(await title()).toBe("Dune Run");

  await page.setViewportSize(PHONE);
  await change.getByRole("button", { name: "Refuse…" }).click();
  await queue.getByRole("button", { name: "Refuse and tell the host" }).click();
  await queue.getByText("Say why, so that the host knows what to change.").waitFor();
  await queue.getByLabel("Why not?").fill("It is dark at 6:30.");
  await expectNoSideways(page);
  await queue.getByRole("button", { name: "Refuse and tell the host" }).click();
  await queue.getByText("The change is not published. The host gets your reason.").waitFor();

  const theirs = await site.open({ as: host.token, viewport: DESK });
  await visit(theirs.page, `/events/${id}/edit`);
  await theirs.page.getByText("They wrote: It is dark at 6:30.").waitFor();
  expect([...problems, ...theirs.problems]).toEqual([]);
});
