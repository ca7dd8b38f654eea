import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Locator, Page, Route } from "playwright-core";
import { expect } from "vitest";
import type { BrowserSite } from "#tests/support/browser-site.ts";

const JOIN_CALL = "**/api/join";
/** How long a page may take for what a person waits for. */
export const SOON = { timeout: 120_000 };

/** What somebody types who fills in everything. */
export const ANA = {
  phone: "9045550142",
  firstName: "Ana",
  lastName: "Ruiz",
  email: "ana.ruiz@example.com",
  sex: "male",
  shirtSize: "M",
  instagram: "",
  interests: [] as string[],
  otherInterests: "",
  events: [] as string[],
  referredBy: "",
  message: "",
  agreedTerms: "2026-11-22",
};
export const NOTHING = { ...ANA, phone: "", firstName: "", lastName: "", email: "" };

/** A run of the wizard as a tab keeps it, so that a test can begin at any step. */
export type KeptRun = { submissionId: string; step: number; furthest: number; answers: typeof ANA; cameFor: null };

export function keptRun(step: number, answers: Partial<typeof ANA> = {}): KeptRun {
  return { submissionId: randomUUID(), step, furthest: step, answers: { ...ANA, ...answers }, cameFor: null };
}

export type Posted = Record<string, unknown> & { submissionId: string; complete: boolean };

export type Wizard = Awaited<ReturnType<typeof openWizard>>;

type Visit = BrowserContextOptions & {
  path?: string;
  /** Where the run already is; without it, it begins. */
  kept?: KeptRun;
  /** The page's clock stands still and is moved by hand. */
  stopClock?: boolean;
  /** What must be in place before the page is asked for. */
  before?: (page: Page) => Promise<unknown>;
};

const NOON = Date.parse("2026-11-21T17:00:00Z");

/** The wizard in a tab of its own, alive and ready to be answered. */
export async function openWizard(site: BrowserSite, visit: Visit = {}) {
  const { path = "/join", kept, stopClock = false, before, ...options } = visit;
  const tab = await site.open(options);
  const wizard = { ...wizardOn(tab.page), problems: tab.problems, notLoaded: tab.notLoaded };
  if (kept) await keepOnce(tab.page, kept);
  if (stopClock) {
    await tab.page.clock.install({ time: NOON });
    await tab.page.clock.pauseAt(NOON + 60_000);
  }
  await before?.(tab.page);
  await tab.page.goto(path);
  await wizard.expectStep(kept?.step ?? 1);
  await wizard.untilReady();
  // Without its styles nothing here has a size, and a test would wait for something to be seen.
  if (!before) expect(tab.notLoaded).toEqual([]);
  return wizard;
}

/** Puts a run into the tab before its first page, and never again. */
async function keepOnce(page: Page, kept: KeptRun): Promise<void> {
  await page.addInitScript((run) => {
    if (sessionStorage.getItem("test-kept") !== null) return;
    sessionStorage.setItem("test-kept", "yes");
    sessionStorage.setItem("join-draft", run);
  }, JSON.stringify(kept));
}

/** The wizard as a person finds it on a page: by what is written there. */
export function wizardOn(page: Page) {
  const main = page.getByRole("main");
  const button = (name: string): Locator => main.getByRole("button", { name, exact: true });
  const field = (label: string): Locator => main.getByRole("textbox", { name: label, exact: true });
  // The first status of the page is the wizard's own: it is read out with each new question.
  const status = page.locator("main [role=status]").first();
  const posts: Posted[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/join") {
      posts.push(request.postDataJSON() as Posted);
    }
  });

  const wizard = {
    page,
    main,
    status,
    button,
    field,
    radio: (name: string): Locator => main.getByRole("radio", { name, exact: true }),
    box: (name: string): Locator => main.getByRole("checkbox", { name, exact: true }),
    /** The card of an event: its name begins with the title. */
    event: (title: string): Locator => main.getByRole("checkbox", { name: title }),
    /** The tick that every applicant owes at the last step. */
    agreement: main.getByRole("checkbox", { name: /18 or older and agree to the Terms/ }),
    alerts: main.getByRole("alert"),
    bar: main.getByRole("progressbar", { name: "Sending your request" }),
    /** Everything that was posted, in order. */
    posts: posts as readonly Posted[],
    finalPosts: (): Posted[] => posts.filter((post) => post.complete),

    /** Until scripts have taken the page over, nothing can be sent. */
    untilReady: async (): Promise<void> => {
      await expect.poll(() => main.locator("button[type=submit]").isEnabled(), SOON).toBe(true);
    },
    expectStep: async (step: number): Promise<void> => {
      await expect.poll(() => status.textContent(SOON), SOON).toMatch(new RegExp(`^Step ${step} of 9: .`));
    },
    /** Next, and the step that is to come of it. */
    next: async (step: number): Promise<void> => {
      const before = posts.length;
      await button("Next").click();
      await wizard.expectStep(step);
      // The draft is sent after the next paint.
      await expect.poll(() => posts.length, SOON).toBeGreaterThan(before);
    },
    expectAlerts: async (...sentences: string[]): Promise<void> => {
      await expect.poll(() => main.getByRole("alert").allTextContents(), SOON).toEqual(sentences);
    },
    /** What the browser sends with the next final submission is answered by the test. */
    answerFinal: (answer: (route: Route) => unknown) => answerPosts(page, true, answer),
    answerDrafts: (answer: (route: Route) => unknown) => answerPosts(page, false, answer),
  };
  return wizard;
}

async function answerPosts(page: Page, complete: boolean, answer: (route: Route) => unknown): Promise<void> {
  await page.route(JOIN_CALL, async (route) => {
    const posted = route.request().postDataJSON() as Posted;
    if (posted.complete === complete) await answer(route);
    else await route.fallback();
  });
}

/** Requests that are held open until the test lets them go, each to its answer. */
export function holdOpen(answer: (route: Route) => Promise<unknown> = (route) => route.continue()) {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  return {
    count: () => held,
    release: () => gate.resolve(),
    /** For `page.route`, `answerFinal` and `answerDrafts`. */
    hold: async (route: Route): Promise<void> => {
      held += 1;
      await gate.promise;
      // The page that asked may be gone.
      await answer(route).catch(() => undefined);
    },
  };
}
