import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { NOW } from "#tests/support/town.ts";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

test("hosts see their coming events with guests and what to do, each with its link; others see nothing of it", async () => {
  const host = await site.signedIn({ email: "busy-host@example.com", groups: ["Members"] });
  const event = (title: string, more: Partial<Parameters<typeof makeEvent>[0]> = {}) =>
    site.addEvent(makeEvent({ day: "2026-12-12", title, hostUserId: host.userId, ...more }));
  await event("Held Hike", { held: true });
  await event("Windy Walk", {
    decision: "hold",
    holdReason: "weather",
    decidesAt: new Date("2026-12-12T21:00:00Z"),
    decisionDefault: "runs",
  });
  await event("Early Game", {
    day: "2026-11-21",
    startTime: "09:30:00",
    startsAt: new Date(Date.parse(NOW) - 30 * 60_000),
  });
  const { page, problems } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, "/dashboard");
  const mine = page.getByRole("region", { name: "Your events" });
  await mine.getByText("Waits for an organizer to publish it.").waitFor();
  const row = (title: string) => mine.getByRole("listitem").filter({ hasText: title });
  const leadsTo = (title: string, label: string) =>
    row(title)
      .getByRole("link", { name: `${label} ${title}` })
      .getAttribute("href");
  expect(await leadsTo("Held Hike", "See it")).toBe("/events/2026-12-12-held-hike");
  await eventually(() => row("Windy Walk").innerText()).toMatch(
    /0 going[\s\S]*On hold\. Decides Saturday at 4:00 PM EST\./,
  );
  expect(await leadsTo("Windy Walk", "Decide now")).toBe("/events/2026-12-12-windy-walk");
  expect(await leadsTo("Early Game", "Mark who came")).toBe("/events/2026-11-21-early-game/door");
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(problems).toEqual([]);
  const other = await site.open({ as: member });
  await visit(other.page, "/dashboard");
  await other.page.getByRole("link", { name: "All events" }).waitFor();
  await eventually(() => other.page.getByRole("region", { name: "Your events" }).count()).toBe(0);
});

test("[EVT-11] among a host's past events: how many came, or nothing; never who had said so", async () => {
  const host = await site.signedIn({ email: "past-host@example.com", groups: ["Members"] });
  const past = (title: string) =>
    site.addEvent(makeEvent({ day: "2026-11-18", title, hostUserId: host.userId, goingCount: 2 }));
  const [counted] = [await past("Counted Climb"), await past("Unmarked Climb")];
  await site.sql(
    "insert into event_attendance (event_id, id, name, presence, marked_at) select $1, n, 'Flo', 'here', now() from generate_series(1, 3) n",
    [counted.id],
  );
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, "/dashboard");
  const mine = page.getByRole("region", { name: "Your events" });
  await mine.getByRole("button", { name: "Show past events" }).click();
  const row = (title: string) => mine.getByRole("listitem").filter({ hasText: title });
  await row("Counted Climb").getByText("3 came").waitFor();
  await row("Unmarked Climb").waitFor();
  await eventually(() => mine.getByRole("list", { name: "Past events" }).innerText()).not.toMatch(/going|0 came/);
});

test("[DASH-01] on a phone nothing moves when the name and the news come after the rest", async () => {
  const { token } = await site.signedIn({
    groups: ["Members"],
    email: "long-name@example.com",
    user: { firstName: "Alexandra" },
  });
  const { page } = await site.open({ as: token, viewport: PHONE });
  const release = Promise.withResolvers<void>();
  await page.route("**/api/profile", async (route) => {
    await release.promise;
    await route.continue();
  });
  const events = page.waitForResponse("**/api/pending-join-requests?*");
  await visit(page, "/dashboard");
  await (await events).finished();
  await page.getByRole("heading", { level: 1, name: "Event Dashboard" }).waitFor();
  const top = async () => (await page.getByRole("tab", { name: "Events" }).boundingBox())?.y;
  const before = await top();
  const links = page.getByRole("tabpanel", { name: "Events" }).getByRole("link");
  await eventually(() => links.count()).toBe(0);
  release.resolve();
  await page.getByRole("heading", { level: 1, name: /^Good/ }).waitFor();
  await links.first().waitFor();
  await eventually(top).toBe(before);
});

test("[DAY-11] an event that is not published offers its host no link to share: nobody else could open it", async () => {
  const host = await site.signedIn({ email: "eager-host@example.com", groups: ["Members"] });
  const event = await site.addEvent(
    makeEvent({ day: "2026-12-13", title: "Unseen Hike", held: true, hostUserId: host.userId }),
  );
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${event.id}`);
  await page.getByText("Until it is published, only its creator and the organizers see it.").waitFor();
  await page.getByRole("button", { name: "Copy location" }).waitFor();
  const links = page.getByRole("button", { name: /^(Share|Copy link)$/ });
  await eventually(() => links.count()).toBe(0);
  await site.sql("update social_events set held = false where id = $1", [event.id]);
  await page.reload();
  await eventually(() => links.count()).toBe(2);
});
