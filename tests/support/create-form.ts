import type { BrowserContextOptions, Page } from "playwright-core";
import type { BrowserSite } from "#tests/support/browser-site.ts";

type Posted = Record<string, unknown> & { socialEventId: string };

/** The form in a tab of its own, alive and ready to be filled in. */
export async function openCreateForm(site: BrowserSite, options: BrowserContextOptions & { as?: string } = {}) {
  const tab = await site.open(options);
  const form = createFormOn(tab.page);
  await tab.page.goto("/create");
  await form.untilReady();
  return { ...form, ...tab };
}

/** The form as a person finds it on a page: by what is written there. */
export function createFormOn(page: Page) {
  const main = page.getByRole("main");
  const posts: Posted[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/social-events")
      posts.push(request.postDataJSON() as Posted);
  });
  // Only what may be left empty has something behind its name.
  const field = (label: string) => main.getByLabel(new RegExp(`^${label}(?: \\(optional\\))?$`));
  const form = {
    page,
    main,
    posts: posts as readonly Posted[],
    field,
    time: main.getByLabel(/^Time/),
    preview: page.getByRole("complementary", { name: "Preview" }),
    submit: main.getByRole("button", { name: "Create Event", exact: true }),
    /** What is said of the whole form; each field says its own besides. */
    alert: main.getByRole("alert").filter({ hasText: "Nothing you typed is lost." }),
    success: main.getByRole("heading", { name: "Event Created Successfully" }),
    showAdvanced: () => main.getByText("Show advanced fields").click(),
    /** Until scripts have taken the page over, nothing can be sent. */
    untilReady: async (): Promise<void> => {
      await main.locator("button[type=submit]:enabled").waitFor();
    },
    /** What is required. */
    fill: async (title: string, date = "2026-12-05"): Promise<void> => {
      await field("Title").fill(title);
      await field("Date").fill(date);
      await field("Location").fill("Oceanfront Park, 6 Oceanfront N");
      await field("Description").fill("Bring a blanket.");
      await field("Host").fill("Ana Ruiz");
    },
    /** `Label → value` of what is filled in. */
    values: async (...labels: string[]): Promise<string[]> =>
      Promise.all(labels.map((label) => field(label).inputValue())),
  };
  return form;
}
