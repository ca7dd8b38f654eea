import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { holdOpen, keptRun, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

const LATE = { id: "2026-12-03-learn-to-surf", title: "Learn to Surf" };
const BASH = makeEvent({
  day: "2026-11-22",
  startTime: "05:00:00",
  id: "2026-11-22-beach-bash",
  title: `Café & "Beach" <b>Bash</b> #1 - $5 (free) + Kid's`,
});
// Without & " < > / # and nothing else.
const BASH_TITLE = "Café Beach bBashb 1 - $5 (free) + Kid's";
const NO_EVENTS = "No events available. Please click the next button to proceed.";

let site: BrowserSite;
let quiet: BrowserSite;
beforeAll(async () => {
  [site, quiet] = await Promise.all([startBrowserSite(), startBrowserSite({ SEED: "none" })]);
  await site.addEvent(BASH);
});
afterAll(() => Promise.all([site.close(), quiet.close()]));

function titles({ main }: Wizard): Promise<string[]> {
  const cards = main.getByRole("group", { name: "Events" }).getByRole("checkbox");
  // A name begins with the title; a comma and the date come after it.
  return cards.evaluateAll((all) =>
    all.map(
      (box) =>
        (box as HTMLInputElement).labels?.[0]?.textContent?.replace(/^[A-Z][a-z]{2,}\d+/, "").split(",")[0] ?? "",
    ),
  );
}

function chosen({ main }: Wizard): Promise<string[]> {
  return main.locator("input:checked").evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
}

test("[JOIN-11] eight events are listed, yesterday's last and not to be chosen; no canceled or postponed one and none of close friends", async () => {
  const wizard = await openWizard(site, { kept: keptRun(7) });
  await expect
    .poll(() => titles(wizard), SOON)
    .toEqual([
      "Sunset Volleyball",
      BASH_TITLE,
      "Sunrise Run and Coffee",
      "Pickleball Ladder Night",
      "Bouldering for Beginners",
      "Salsa on the Seawalk",
      "Bonfire at the Dunes",
      "Sand Sixes",
    ]);
  await eventually(() => wizard.event("Sand Sixes").isDisabled()).toBe(true);
  await eventually(() => wizard.event("Sunset Volleyball").isDisabled()).toBe(false);
  expect(await chosen(wizard)).toEqual([]);
});

test("[JOIN-11, DAY-10] an event that is over or full says so where it is offered", async () => {
  const wizard = await openWizard(site, { kept: keptRun(7) });
  const words = (title: string) => wizard.main.locator("label").filter({ hasText: title }).innerText();
  await wizard.event("Sand Sixes").waitFor();
  expect(await words("Sand Sixes")).toMatch(/· Over$/m);
  expect(await words("Pickleball Ladder Night")).toMatch(/· Sold out$/m);
  expect(await words("Bonfire at the Dunes")).not.toContain("·");
});

test.for([
  ["2026-12-01-full-moon-ride", "Full Moon Ride is canceled."],
  ["2026-11-28-doubles-in-the-sand", "Doubles in the Sand is postponed and has no new date yet."],
  ["2026-11-20-sand-sixes", "Sand Sixes is over."],
  ["no-such-event", "The event of this link cannot be found."],
] as const)("[JOIN-11, P13] /join/%s says why that event cannot be chosen", async ([id, words]) => {
  const wizard = await openWizard(site, { path: `/join/${id}`, kept: keptRun(7) });
  await wizard.main.getByText(`${words} You can still join the group, and choose other events on the way.`).waitFor();
  await wizard.event("Sunset Volleyball").waitFor();
  expect(await chosen(wizard)).toEqual([]);
});

test("[JOIN-11, DAY-10] /join/ID of an event that is full says so from the first step", async () => {
  const wizard = await openWizard(site, { path: "/join/2026-11-22-pickleball-ladder-night" });
  await wizard.main.getByText(/^For Pickleball Ladder Night, .* · Sold out$/).waitFor();
  await eventually(() => wizard.field("Phone number").isVisible()).toBe(true);
});

test("[JOIN-11] a plain /join after the one of an event is not for that event", async () => {
  const wizard = await openWizard(site, { path: "/join/2026-11-21-sunset-volleyball" });
  const banner = wizard.main.getByText("For Sunset Volleyball");
  await banner.waitFor();
  await visit(wizard.page, "/join");
  await wizard.untilReady();
  await eventually(() => banner.count()).toBe(0);
});

test("[JOIN-11, JOIN-12] a title is stripped where it is shown and where it is sent", async () => {
  const wizard = await openWizard(site, { kept: keptRun(7) });
  await wizard.event(BASH_TITLE).check();
  await wizard.next(8);
  expect(wizard.posts.at(-1)?.["selectedEvents"]).toEqual([
    { title: BASH_TITLE, date: "November 22, 2026", time: "5:00 AM", socialEventId: BASH.id },
  ]);
  await wizard.next(9);
  await eventually(() => wizard.main.textContent()).toContain(`I would come to ${BASH_TITLE} (`);
});

test.for([`/join/${LATE.id}`, `/join?eventId=${LATE.id}`, `/connect?eventId=${LATE.id}`])(
  "[JOIN-11] %s chooses that event, even when seven others come before it",
  async (path) => {
    const wizard = await openWizard(site, { path, kept: keptRun(7) });
    await expect.poll(() => titles(wizard), SOON).toHaveLength(8);
    await expect.poll(() => chosen(wizard), SOON).toEqual([LATE.id]);
    await eventually(() => wizard.event(LATE.title).isChecked()).toBe(true);
    await wizard.next(8);
    expect(wizard.posts.at(-1)?.["selectedEvents"]).toMatchObject([{ socialEventId: LATE.id }]);
  },
);

test("[JOIN-11] who comes from an event's page finds it chosen at the end of the walk", async () => {
  const wizard = await openWizard(site, { path: "/join/2026-11-21-sunset-volleyball" });
  await wizard.field("Phone number").fill("9045550142");
  await wizard.next(2);
  // Not asked yet, so not sent yet.
  expect(wizard.posts[0]).not.toHaveProperty("selectedEvents");
  await wizard.field("First name").fill("Ana");
  await wizard.field("Last name").fill("Ruiz");
  await wizard.next(3);
  await wizard.field("Email").fill("ana@example.com");
  for (const step of [4, 5, 6, 7]) await wizard.next(step);
  expect(await chosen(wizard)).toEqual(["2026-11-21-sunset-volleyball"]);
  // Taken away, it stays away: also after a reload.
  await wizard.event("Sunset Volleyball").uncheck();
  await wizard.page.reload();
  await wizard.expectStep(7);
  await wizard.untilReady();
  await wizard.event("Sunset Volleyball").waitFor();
  expect(await chosen(wizard)).toEqual([]);
});

test("[JOIN-11, DAY-10] on a day after many events those ahead are listed, and one that is over", async () => {
  onTestFinished(() => quiet.sql("delete from social_events").then(() => undefined));
  const add = (day: string, startTime: string, title: string) =>
    Promise.all(
      "abcdefghi".split("").map((nr) => quiet.addEvent(makeEvent({ day, startTime, title: `${title} ${nr}` }))),
    );
  await add("2026-11-20", "18:00:00", "Yesterday");
  await add("2026-11-21", "04:00:00", "Before dawn");
  await add("2026-11-25", "18:00:00", "Ahead");
  const wizard = await openWizard(quiet, { kept: keptRun(7) });
  await expect
    .poll(() => titles(wizard), SOON)
    .toEqual([..."abcdefg".split("").map((nr) => `Ahead ${nr}`), "Yesterday a"]);
});

test("[JOIN-11] without events there is one sentence, and the way on", async () => {
  const wizard = await openWizard(quiet, { kept: keptRun(7) });
  await wizard.main.getByText(NO_EVENTS, { exact: true }).waitFor();
  await eventually(() => wizard.main.getByRole("checkbox").count()).toBe(0);
  await wizard.next(8);
  expect(wizard.posts.at(-1)?.["selectedEvents"]).toEqual([]);
});

/** The wizard on a page whose events could not be read, while the browser's own question for them is held open. */
async function openWithoutList(id: string) {
  await quiet.addEvent(makeEvent({ day: "2026-11-24", id, title: "Late Light" }));
  onTestFinished(() => quiet.sql("delete from social_events").then(() => undefined));
  await quiet.sql("alter table social_events rename to social_events_away");
  const list = holdOpen();
  try {
    const before: NonNullable<Parameters<typeof openWizard>[1]>["before"] = (page) =>
      page.route("**/api/social-events*", list.hold);
    const wizard = await openWizard(quiet, { path: `/join/${id}`, kept: keptRun(7), stopClock: true, before });
    return { wizard, list };
  } finally {
    await quiet.sql("alter table social_events_away rename to social_events");
  }
}

test("[JOIN-11] the events' spinner stops after 5 seconds, and the applicant can go on", async () => {
  const { wizard, list } = await openWithoutList("2026-11-24-late-light");
  const { clock } = wizard.page;
  const spinner = wizard.main.getByText("Looking up the next events…");
  await expect.poll(list.count, SOON).toBe(1);
  await spinner.waitFor();
  await clock.runFor(4900);
  await eventually(() => spinner.isVisible()).toBe(true);
  await clock.runFor(100);
  await spinner.waitFor({ state: "hidden" });
  await wizard.main.getByText(NO_EVENTS, { exact: true }).waitFor();
  // With its clock stopped the page sends no draft.
  await wizard.button("Next").click();
  await wizard.expectStep(8);
  await wizard.button("Previous").click();
  await wizard.expectStep(7);

  list.release();
  await wizard.event("Late Light").waitFor();
});

test("[JOIN-11] where the browser reads the events itself, it finds the one that led here beyond the first eight and the first page", async () => {
  const early = Array.from({ length: 20 }, (_, nr) => makeEvent({ day: "2026-11-23", title: `Sooner ${nr}` }));
  for (const event of early) await quiet.addEvent(event);
  const { wizard, list } = await openWithoutList("2026-11-24-far-light");
  list.release();
  await wizard.event("Late Light").waitFor();
  await eventually(() => wizard.main.getByRole("checkbox").count()).toBe(8);
});
