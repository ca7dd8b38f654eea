import type { Driver, Point } from "#tests/journeys/driver.ts";
import { type BrowserSite, eventually } from "#tests/support/browser-site.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

type Kind = "button" | "link" | "field" | "choice";

/** Runs in the page: where the middle of what is called so can be pressed now; null until then. */
function pointOf(kind: Kind, wanted: string): Point | null {
  const scheme = document.querySelector('[aria-label="Color scheme"]');
  // Before scripts have taken the page over a press is lost.
  if (document.readyState !== "complete" || (scheme !== null && !scheme.hasAttribute("data-ready"))) return null;
  const selectors = {
    button: "button, summary, [role=tab]",
    link: "a[href]",
    field: "input, textarea, select",
    choice: "input[type=radio], input[type=checkbox]",
  };
  const clean = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  // What a dialog covers cannot be pressed.
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const found = [...root.querySelectorAll<HTMLInputElement>(selectors[kind])];
  // The page's own before the header's of the same name.
  const main = document.querySelector("main");
  for (const element of found.toSorted((one, other) => Number(main?.contains(other)) - Number(main?.contains(one)))) {
    const label = element.labels?.[0];
    const alt = element.querySelector("img")?.alt;
    const name = clean(element.getAttribute("aria-label") ?? ((label ?? element).textContent || alt));
    const rest = name.startsWith(wanted) ? name.slice(wanted.length) : null;
    // A field may be optional, a poll's option has its count behind it, and an agreement is a long sentence.
    const isMeant =
      rest !== null ? /^(?: \(optional\)| ?\d.*)?$/.test(rest) : kind === "choice" && name.includes(wanted);
    const target = kind === "choice" ? (label ?? element) : element;
    if (!isMeant || element.disabled || !target.checkVisibility({ visibilityProperty: true })) continue;
    target.scrollIntoView({ block: "center", behavior: "instant" });
    const box = target.getClientRects()[0];
    if (box === undefined) continue;
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (hit === null || !(target.contains(hit) || hit.contains(target))) continue;
    const page: Window & Pressed = window;
    page.isMissed = true;
    target.addEventListener("click", () => (page.isMissed = false), { once: true, capture: true });
    return middle;
  }
  return null;
}

type Pressed = { isMissed?: boolean };

/** Runs in the page: whether the press hit something else. A page that was left knows nothing of it. */
function isMissed(): boolean {
  return (window as Window & Pressed).isMissed === true;
}

/** Runs in the page: puts a value where a picker would, into a date, a time, or a list. */
function put(value: string): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return false;
  if (field instanceof HTMLInputElement && !/^(?:date|time)$/.test(field.type)) {
    field.select();
    return false;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function pageText(): string {
  return document.body.innerText.replace(/\s+/g, " ");
}

/** A person at a browser: what they do and read, in the words on the screen. */
export type Person = ReturnType<typeof personAt>;

export function personAt(site: BrowserSite, driver: Driver) {
  async function press(kind: Kind, name: string): Promise<void> {
    let at: Point | null = null;
    const isPressed = async () => {
      const before = at;
      at = await driver.run(pointOf, kind, name);
      // Twice at the same point: what is still moving would be missed.
      if (at === null || before === null || at.x !== before.x || at.y !== before.y) return false;
      await driver.click(at);
      // The page may have moved in between. While it is being left, it cannot be asked.
      return !(await driver.run(isMissed).catch(() => false));
    };
    await eventually(isPressed, `the ${kind} “${name}”`).toBe(true);
  }
  async function fill(label: string, value: string): Promise<void> {
    await press("field", label);
    if (!(await driver.run(put, value))) await driver.type(value);
  }
  const person = {
    opens: (path: string) => driver.goto(site.url + path),
    presses: (name: string) => press("button", name),
    follows: (name: string) => press("link", name),
    chooses: (name: string) => press("choice", name),
    async fills(fields: Readonly<Record<string, string>>): Promise<void> {
      // One after the other, as a person types.
      // oxlint-disable-next-line no-await-in-loop
      for (const [label, value] of Object.entries(fields)) await fill(label, value);
    },
    async reads(text: string): Promise<void> {
      await eventually(() => driver.run(pageText), `on the screen: ${text}`).toContain(text);
    },
    async readsNoMore(text: string): Promise<void> {
      await eventually(() => driver.run(pageText), `still on the screen: ${text}`).not.toContain(text);
    },
    async isAt(path: string): Promise<void> {
      await eventually(async () => new URL(await driver.url()).pathname).toBe(path);
    },
    async signsIn(email: string, password = DEMO_PASSWORD): Promise<void> {
      await person.opens("/login");
      await person.fills({ Email: email, Password: password });
      await person.presses("Sign in");
      await eventually(async () => new URL(await driver.url()).pathname).not.toBe("/login");
    },
  };
  return person;
}
