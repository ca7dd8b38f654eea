import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { median } from "#tests/bench/load.ts";
import { comingEvents, publicPages } from "#tests/bench/public-pages.ts";
import type { BudgetKey, RecordFigure } from "#tests/bench/report.ts";
import { atTheEnd } from "#tests/bench/servers.ts";
import {
  openPhone,
  seenInteractions,
  seenShifts,
  settle,
  type Shift,
  tap,
  type TimedEvent,
} from "#tests/bench/slow-phone.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const REPETITIONS = 5;
const LOADS = 3;
const MEMBER = "member@example.com";

type Interaction = {
  readonly key: BudgetKey;
  readonly path: string;
  /** Signs the tab in. */
  readonly idToken?: string;
  /** Undoes on the site what the last repetition did. */
  readonly reset?: () => Promise<void>;
  /** What is done on the page before the tap and is not measured. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly target: (page: Page) => Locator;
  /** Waits for what the tap is to bring. */
  readonly outcome: (page: Page) => Promise<unknown>;
};

/** The longest timed event of one interaction on a page freshly loaded. */
async function interactOnce(browser: Browser, origin: string, interaction: Interaction): Promise<TimedEvent> {
  await interaction.reset?.();
  const phone = await openPhone(browser, origin, interaction.idToken);
  const { page } = phone;
  try {
    await page.goto(interaction.path);
    const target = interaction.target(page);
    await target.waitFor();
    await settle(page);
    await interaction.prepare?.(page);
    await target.scrollIntoViewIfNeeded();
    await settle(page);
    await tap(phone, target);
    await interaction.outcome(page);
    await settle(page);
    const events = await seenInteractions(page);
    const [longest] = events.toSorted((a, b) => b.duration - a.duration);
    if (!longest) throw new Error(`${interaction.key}: the browser reported no interaction`);
    return longest;
  } finally {
    await phone.close();
  }
}

async function measureInp(
  browser: Browser,
  origin: string,
  interaction: Interaction,
  record: RecordFigure,
): Promise<void> {
  const longest: TimedEvent[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    longest.push(await interactOnce(browser, origin, interaction));
  const part = (name: "inputDelay" | "processing" | "presentation") =>
    median(longest.map((event) => event[name])).toFixed(0);
  const parts = `input delay ${part("inputDelay")}, processing ${part("processing")}, presentation ${part("presentation")}`;
  const all = longest.map(({ duration, type }) => `${duration} (${type})`).join(", ");
  record(interaction.key, median(longest.map(({ duration }) => duration)), `median of ${all}; ${parts}`);
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: MEMBER, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  return ((await answer.json()) as { idToken: string }).idToken;
}

/** The member's RSVP to the first event that has not begun and has places. Each repetition begins with "can’t go". */
async function rsvpInteraction(origin: string): Promise<Interaction> {
  const idToken = await signIn(origin);
  const event = (await comingEvents(origin)).find(
    ({ startsAt, spacesLeft }) => Date.parse(startsAt) > Date.now() && Number(spacesLeft) > 0,
  );
  if (!event) throw new Error("there is no event with places");
  const path = `/events/${event.socialEventId}`;
  const button = (page: Page) =>
    page
      .getByRole("group", { name: "Are you going?" })
      .getByRole("button", { name: "Going", exact: true, disabled: false });
  return {
    key: "inp-rsvp",
    path,
    idToken,
    reset: async () => {
      const answer = await fetch(`${origin}/api/social-events/${event.socialEventId}/rsvp`, {
        method: "PUT",
        headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
        body: JSON.stringify({ answer: "not_going" }),
      });
      if (!answer.ok) throw new Error(`changing the RSVP answered ${answer.status}`);
    },
    target: button,
    outcome: (page) => page.getByText("You are going.").waitFor(),
  };
}

async function listInteractions(origin: string): Promise<Interaction[]> {
  const kinds = (page: Page) => page.getByRole("navigation", { name: "Kinds of events" });
  return [
    {
      key: "inp-open-event",
      path: "/events",
      target: (page) => page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link").first(),
      outcome: async (page) => {
        await page.waitForURL("**/events/*");
        await page.getByRole("link", { name: "Join", exact: true }).first().waitFor();
      },
    },
    {
      key: "inp-filter-events",
      path: "/events",
      target: (page) => kinds(page).getByRole("link", { name: "Pickleball" }),
      outcome: (page) => kinds(page).locator("[aria-current=true]", { hasText: "Pickleball" }).waitFor(),
    },
    await rsvpInteraction(origin),
    {
      key: "inp-join-step",
      path: "/join",
      prepare: (page) => page.getByRole("textbox", { name: "Phone number" }).fill("9045550142"),
      target: (page) => page.getByRole("main").getByRole("button", { name: "Next", exact: true, disabled: false }),
      outcome: (page) => page.getByRole("textbox", { name: "First name" }).waitFor(),
    },
    {
      key: "inp-open-menu",
      path: "/",
      target: (page) => page.getByRole("button", { name: "Menu" }),
      outcome: (page) => page.getByRole("navigation", { name: "Main" }).waitFor(),
    },
  ];
}

/** Scrolls to the page's end, a screen at a time, and waits on each for its pictures. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isOnScreen = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && image.checkVisibility();
    };
    for (let before = -1; scrollY > before;) {
      before = scrollY;
      scrollBy({ top: innerHeight, behavior: "instant" });
      await frames();
      while ([...document.images].some((image) => isOnScreen(image) && !image.complete)) await frames();
    }
  });
}

/** Cumulative Layout Shift: the worst session window, whose shifts are less than 1 s apart and span 5 s at most. */
function cumulativeShift(shifts: readonly Shift[]): number {
  let worst = 0;
  let [begin, last, sum] = [-Infinity, -Infinity, 0];
  for (const { at, value } of shifts) {
    const isSame = at - last < 1000 && at - begin < 5000;
    if (!isSame) [begin, sum] = [at, 0];
    last = at;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}

async function measureShifts(browser: Browser, origin: string, path: string): Promise<readonly Shift[]> {
  const { page, close } = await openPhone(browser, origin);
  try {
    await page.goto(path);
    await settle(page);
    await scrollToEnd(page);
    await settle(page);
    return await seenShifts(page);
  } finally {
    await close();
  }
}

async function measureCls(browser: Browser, origin: string, record: RecordFigure): Promise<void> {
  const pages: { path: string; value: number; moved: string }[] = [];
  for (const path of await publicPages(origin)) {
    // The median of three loads: a browser sometimes paints for a frame in the middle of a tag.
    const loads: { value: number; moved: string }[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      const shifts = await measureShifts(browser, origin, path);
      const [largest] = shifts.toSorted((a, b) => b.value - a.value);
      loads.push({ value: cumulativeShift(shifts), moved: largest?.moved ?? "" });
    }
    const middle = loads.toSorted((a, b) => a.value - b.value)[Math.floor(LOADS / 2)];
    if (middle) pages.push({ path, ...middle });
  }
  const moving = pages.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  // Two digits that count: a budget of 0 is exceeded by what the table rounds to 0.000.
  const notes = moving.map(({ path, value, moved }) => `${path} ${value.toPrecision(2)} (${moved})`);
  record("cls", moving[0]?.value ?? 0, moving.length > 0 ? notes.join(", ") : `nothing moves on ${pages.length} pages`);
}

/**
 * Interaction to Next Paint of what people do most, in milliseconds, and the Cumulative Layout Shift of the public pages,
 * on a phone four times slower than this machine. `origin` is a site with the demo town.
 */
export async function measureInteractions(origin: string, record: RecordFigure): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    // The sandbox needs rights that a container or root has not got; the only site it opens is ours.
    args: ["--no-sandbox"],
  });
  atTheEnd(() => browser.close());
  // By name: at an address of digits no browser has passkeys, and the sign-in page is not as people find it.
  const named = origin.replace("127.0.0.1", "localhost");
  for (const interaction of await listInteractions(named)) await measureInp(browser, named, interaction, record);
  await measureCls(browser, named, record);
  await browser.close();
}
