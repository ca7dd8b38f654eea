import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { makeJpeg } from "#tests/support/pictures.ts";

let site: BrowserSite;
let host: Person;
type Person = Awaited<ReturnType<BrowserSite["signedIn"]>>;

beforeAll(async () => {
  site = await startBrowserSite();
  // A member, whose changes show at once.
  host = await site.signedIn({ email: "dune-host@example.com", groups: ["Members"] });
});
afterAll(() => site.close());

async function addEvent(title: string, more: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  const event = makeEvent({ day: "2026-12-12", title, hostUserId: host.userId, ...more });
  await site.addEvent(event);
  return event.id;
}

async function answer(id: string, person: Person): Promise<void> {
  await fetch(`${site.url}/api/social-events/${id}/rsvp`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ answer: "going" }),
  });
}

const change = (id: string, body: unknown) =>
  fetch(`${site.url}/api/social-events/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", authorization: `Bearer ${host.token}` },
    body: JSON.stringify(body),
  });

test("[EVT-03, API-01] a host edits from the event's page: prefilled, kept over a reload, told before saving who hears of it", async () => {
  const id = await addEvent("Dune Fire", { costCents: 500, lengthMinutes: 90, capacity: 12 });
  const goer = await site.signedIn({ email: "dune-goer@example.com" });
  await answer(id, goer);
  const { page, problems } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Edit event" }).click();
  await main.getByText("Nothing is changed yet.").waitFor();
  const field = (label: string) => main.getByLabel(label, { exact: true });
  await eventually(() => field("Title").inputValue()).toBe("Dune Fire");
  await eventually(() => field("Date").inputValue()).toBe("2026-12-12");
  await eventually(() => field("Length in hours").inputValue()).toBe("1.5");
  await eventually(() => field("Cost in dollars").inputValue()).toBe("5");
  const spaces = main.getByLabel(/^Spaces/);
  const few = await spaces.inputValue();
  await spaces.fill(String(Number(few) + 1));
  await main
    .getByText("The next people on the waiting list, if any, get the new spaces and an email. The page")
    .waitFor();
  await spaces.fill(few);
  await main.getByText("Nothing is changed yet.").waitFor();
  await field("Date").fill("2026-12-13");
  await field("Description").fill("Bring a blanket.");
  const note = main.getByRole("region", { name: "What your guests will be told" });
  await note.getByText("the one person who RSVPed or is waiting").waitFor();
  await eventually(() => note.innerText()).toContain("Sunday, December 13, 2026");
  // Above the fold too, where the button is.
  const line = main.getByText("We’ll email the one person who RSVPed or is waiting.");
  await eventually(() => line.isVisible()).toBe(true);
  expect((await line.boundingBox())?.y).toBeLessThan(PHONE.height);
  await line.getByRole("link", { name: "See what changes" }).click();
  await eventually(async () => (await note.boundingBox())?.y ?? PHONE.height).toBeLessThan(PHONE.height);
  await page.reload();
  await note.waitFor();
  await eventually(() => field("Description").inputValue()).toBe("Bring a blanket.");
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await main.getByRole("button", { name: "Save changes" }).click();
  // Only what was changed, and what it said before.
  expect((await sent).postDataJSON()).toEqual({
    date: "2026-12-13",
    description: "Bring a blanket.",
    expected: { date: "2026-12-12", description: "All levels. We bring the net and the ball." },
    scope: "this",
  });
  await main.getByRole("status").getByText("Saved.").waitFor();
  await main.getByText("Nothing is changed yet.").waitFor({ state: "detached" });
  await field("Description").fill("Bring a blanket and a cup.");
  await main.getByText("Saved.").waitFor({ state: "detached" });
  const mails = await site.mailsWhen((all) => all.some(({ subject }) => subject.startsWith("New date: Dune Fire")));
  expect(mails.find(({ subject }) => subject.startsWith("New date: Dune Fire"))?.to).toBe("dune-goer@example.com");
  await visit(page, `/events/${id}`);
  await main.getByText("It was planned for Saturday, December 12, 2026, 6:00 PM.").waitFor();
  expect(problems).toEqual([]);
});

/** Holds what a page sends to save an event, until it is released. */
async function holdSaves(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/social-events/*", async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test("[EVT-03] what is typed while a save is under way stays, and is still to be saved", async () => {
  const id = await addEvent("Slow Save");
  const { page } = await site.open({ as: host.token });
  const release = await holdSaves(page);
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  const description = main.getByLabel("Description", { exact: true });
  await description.fill("First words.");
  await main.getByLabel("Location", { exact: true }).fill("The pier");
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByRole("button", { name: "Saving…" }).waitFor();
  await description.fill("Second words.");
  // The first words are on their way and cannot be thrown away anymore.
  const discard = main.getByRole("button", { name: "Discard my changes" });
  await discard.press("Enter");
  release();
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByRole("status").getByText("Saved.").waitFor();
  await eventually(() => description.inputValue()).toBe("Second words.");
  const [row] = await site.sql("select description, location from social_events where id = $1", [id]);
  expect(row).toEqual({ description: "Second words.", location: "The pier" });
});

test("[EVT-13] a cancellation during a save is not taken for done: the question stays, and says why", async () => {
  const id = await addEvent("Slow Cancellation");
  const { page } = await site.open({ as: host.token });
  const release = await holdSaves(page);
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  await main.getByLabel("Description", { exact: true }).fill("Other words.");
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByRole("button", { name: "Saving…" }).waitFor();
  await main.getByRole("button", { name: "Cancel this event" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Cancel the event" });
  await confirm.click();
  await page.getByRole("dialog").getByText("The last change is still being saved.").waitFor();
  release();
  await main.getByText("Saved.", { exact: true }).waitFor();
  await confirm.click();
  await main.getByText("It is canceled.").waitFor();
  const [row] = await site.sql("select status, description from social_events where id = $1", [id]);
  expect(row).toEqual({ status: "cancelled", description: "Other words." });
});

test("[EVT-03] a save waits for the picture that is on its way", async () => {
  const id = await addEvent("Slow Picture");
  const { page } = await site.open({ as: host.token });
  const upload = Promise.withResolvers<void>();
  await page.route("**/api/images", async (route) => {
    await upload.promise;
    await route.continue();
  });
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  const title = main.getByLabel("Title", { exact: true });
  await title.fill("Slow Picture Night");
  const picture = { name: "mine.jpg", mimeType: "image/jpeg", buffer: await makeJpeg() };
  await main.getByLabel("Upload your own picture").setInputFiles(picture);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await main.getByText("mine.jpg").waitFor();
  await title.press("Enter");
  await main.getByRole("button", { name: "Uploading the picture…" }).waitFor();
  upload.resolve();
  await main.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ imgKey: expect.stringMatching(/^up-/) });
  await main.getByRole("status").getByText("Saved.").waitFor();
});

test("[API-01] when somebody else saved first, both versions stand there in words, and nothing is lost", async () => {
  const id = await addEvent("Two Hands");
  const { page } = await site.open({ as: host.token, viewport: DESK, colorScheme: "dark" });
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  const field = (label: string) => main.getByLabel(label, { exact: true });
  await field("Title").fill("My Hands");
  await field("Location").fill("My corner");
  expect((await change(id, { title: "Their Hands", location: "Their corner", host: "Bo Lind" })).status).toBe(200);
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByText("Someone else changed the same").waitFor();
  await eventually(() => main.getByRole("definition").getByText("Their Hands", { exact: true }).isVisible()).toBe(true);
  await eventually(() => field("Title").inputValue()).toBe("My Hands");
  // What only they changed is theirs.
  await eventually(() => field("Host").inputValue()).toBe("Bo Lind");
  await main.getByRole("button", { name: "Take theirs for Location" }).click();
  await eventually(() => field("Location").inputValue()).toBe("Their corner");
  await stopTransitions(page);
  await expectAccessible(page);
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByRole("status").getByText("Saved.").waitFor();
  const [row] = await site.sql("select title, location, host from social_events where id = $1", [id]);
  expect(row).toEqual({ title: "My Hands", location: "Their corner", host: "Bo Lind" });
});

test("[EVT-13] a host cancels, and lets it take place again on a new date: page, list and search engines read the same", async () => {
  const id = await addEvent("Sandbank Walk");
  const { page } = await site.open({ as: host.token, viewport: DESK });
  await visit(page, `/events/${id}/edit`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Cancel this event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Nobody has RSVPed yet, so no emails go out.").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await dialog.getByLabel("Why (optional)").fill("The bridge is closed.");
  await dialog.getByRole("button", { name: "Cancel the event" }).click();
  await main.getByText("It is canceled.").waitFor();
  const html = async () => (await fetch(`${site.url}/events/${id}`)).text();
  await eventually(html).toContain("https://schema.org/EventCancelled");
  const visitor = await site.open({ viewport: PHONE });
  await visit(visitor.page, `/events/${id}`);
  await visitor.page.getByText("Why: “The bridge is closed.” This event isn’t happening").waitFor();
  await main.getByRole("button", { name: "Run it after all" }).click();
  await dialog.getByLabel("New date").fill("2026-12-19");
  await dialog.getByRole("button", { name: "Run the event" }).click();
  await main.getByText("Yes, as planned.").waitFor();
  await eventually(html).toContain("https://schema.org/EventRescheduled");
  expect(await html()).toContain('"previousStartDate":"2026-12-12T18:00:00-05:00"');
  // The old address is the address.
  await visit(visitor.page, `/events/${id}`);
  await visitor.page.getByText("It was planned for Saturday, December 12, 2026, 6:00 PM.").waitFor();
});

test("[API-01] nobody else is offered to edit, and who opens the address is told why not", async () => {
  const id = await addEvent("Not Yours");
  const stranger = await site.tokenFor(["Members"]);
  const { page } = await site.open({ as: stranger, viewport: DESK });
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Going", exact: true }).waitFor();
  await eventually(() => page.getByRole("link", { name: "Edit event" }).count()).toBe(0);
  await visit(page, `/events/${id}/edit`);
  await page.getByText("Only the host of this event or an organizer may do this.").waitFor();
  const visitor = await site.open();
  await visit(visitor.page, `/events/${id}/edit`);
  await visitor.page.getByText("Sign in to edit this event").waitFor();
});
