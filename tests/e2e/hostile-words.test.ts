import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { EVENT_ID, plantWords, TEXT, WORDS } from "#tests/support/hostile-words.ts";
import { RawConnection } from "#tests/support/raw-connection.ts";

let site: BrowserSite;
let admin: string;
let member: string;
let planted: Awaited<ReturnType<typeof plantWords>>;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
  member = (await site.signedIn({ groups: ["Members"], email: "mallory@example.com" })).token;
  planted = await plantWords(site, { admin, member });
});
afterAll(() => site.close());

/** A tab that complains of whatever runs or would run: the hook, a dialog, a violation of the page's policy. */
async function openWatched(as: string | null) {
  const tab = await site.open({ viewport: DESK, ...(as !== null && { as }) });
  await tab.page.addInitScript(() => {
    Object.assign(window, { ranHere: () => reportError(new Error("somebody's words ran as a script")) });
  });
  const dialogs: string[] = [];
  tab.page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return { ...tab, dialogs };
}
type Watched = Awaited<ReturnType<typeof openWatched>>;

/** Nothing ran, and nothing of the words has become an element or a link, whatever the policy would have kept from running. */
async function expectOnlyWords({ page, problems, dialogs }: Watched, path: string): Promise<void> {
  const made = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) =>
        [...element.attributes].some(
          ({ name, value }) => /^on|^srcdoc$/.test(name) || /^\s*javascript:/i.test(value) || value === "x",
        ),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect([path, made, problems, dialogs]).toEqual([path, [], [], []]);
}

const mainText = (page: Page) => page.getByRole("main").innerText();

/** Where the words are shown; each by somebody who sees them there. */
const shownTo = (): readonly (readonly [who: "admin" | "member", path: string])[] => [
  ["member", "/events"],
  ["member", `/events/${EVENT_ID}`],
  ["member", "/dashboard"],
  ["member", "/chats"],
  ["member", `/chats/${planted.chatId}`],
  ["admin", `/events/${EVENT_ID}`],
  ["admin", `/events/${EVENT_ID}/edit`],
  ["admin", "/admin"],
  ["admin", "/admin?tab=events"],
  ["admin", "/admin?tab=apps&app=users"],
  ["admin", "/admin?tab=apps&app=messages"],
  ["admin", "/admin?tab=apps&app=photos"],
  ["admin", "/admin?tab=apps&app=audit"],
  ["admin", "/admin?tab=apps&app=payments"],
  ["admin", "/admin?tab=apps&app=announcements"],
  ["admin", "/"],
];
/** Where they are not shown, by a word that only comes with the data of the page. */
const silent = (): readonly (readonly [path: string, word: string])[] => [
  ["/admin?tab=apps&app=insights", "People who came"],
  ["/admin?tab=apps&app=outbox", "form@example.com"],
  ["/admin?tab=chat", "Open the chats"],
  ["/admin?tab=account", "admins@example.com"],
  ["/map", "Driftwood Climbing Hall"],
  ["/photos", "Photos"],
  [`/join/${EVENT_ID}`, "What’s your phone number?"],
];

test("[API-01] words that would be scripts, in every field that takes words, are shown as words on every page and in every tab of the console", async () => {
  const tabs = { admin: await openWatched(admin), member: await openWatched(member) };
  for (const [who, path] of shownTo()) {
    await visit(tabs[who].page, path);
    await eventually(() => mainText(tabs[who].page), `the words on ${path}`).toContain("onerror=ranHere()");
    await expectOnlyWords(tabs[who], path);
  }
  for (const [path, word] of silent()) {
    await visit(tabs.admin.page, path);
    await eventually(() => mainText(tabs.admin.page), `the data of ${path}`).toContain(word);
    await expectOnlyWords(tabs.admin, path);
  }
});

test("[API-01] words that would be scripts, in the address of a page, stay in the address", async () => {
  const tab = await openWatched(null);
  const words = encodeURIComponent(TEXT);
  const link = encodeURIComponent("javascript:ranHere()");
  const paths = [
    `/events?chat=${words}&after=${words}`,
    `/events/${words}`,
    `/join?eventId=${words}`,
    `/?eventId=${words}`,
  ]
    .concat([
      `/login?next=${link}`,
      `/login?next=${words}`,
      `/u/${words}`,
      `/chats/${words}`,
      `/unsubscribe?email=${words}`,
    ])
    .concat([
      `/pay?amount=${words}`,
      `/checkout?reference=${words}&next=${link}`,
      `/support?message=${words}`,
      `/${words}`,
    ])
    // Shorter, as an address that is found nowhere is said to be so.
    .concat([`/${encodeURIComponent(WORDS)}`, `/events/${encodeURIComponent(WORDS)}`])
    .concat([`/create?from=${words}`, `/map?place=${words}`, `/subscribe?userId=${words}`]);
  for (const path of paths) {
    await visit(tab.page, `${path}#${WORDS}`);
    await expectOnlyWords(tab, path);
  }
  await tab.page.goto(`/demonstration/bitcoin-cash?tx_id=${words}`);
  await expectOnlyWords(tab, "the page of the demonstration");
});

/** Every kind of answer there is. */
const kinds = (): readonly (readonly [what: string, path: string, status: number, init?: RequestInit])[] => [
  ["a page", "/events", 200],
  ["a page that is not there", "/nowhere", 404],
  ["the data of a page", "/events.data", 200],
  ["a call", "/api/social-events", 200],
  ["a refused call", "/api/profile", 401],
  ["a call that is not there", "/api/nothing", 404],
  ["a call of another site", "/api/join", 403, { method: "POST", headers: { origin: "https://evil.example" } }],
  [
    "too much",
    "/api/join",
    413,
    { method: "POST", headers: { "content-type": "application/json" }, body: "x".repeat(70_000) },
  ],
  ["a query that is none", "/graphql", 405],
  ["a write to a page", "/events", 404, { method: "DELETE" }],
  ["a file", "/brand/icon-180.png", 200],
  ["a part of a file", "/brand/icon-180.png", 206, { headers: { range: "bytes=0-9" } }],
  ["no part of a file", "/brand/icon-180.png", 416, { headers: { range: "bytes=99999999-" } }],
  ["the service worker", "/service-worker.js", 200],
  ["an uploaded picture", `/images/${planted.key}-480.webp`, 200],
  ["a picture that is not there", "/images/up-none.webp", 404],
  ["a calendar", "/events.ics", 200],
  ["a map tile", "/tiles/14/4488/6744.svg", 200],
  ["a redirect", `/share/events/${EVENT_ID}/old.png`, 302],
  ["a live line", `/api/live?event=${EVENT_ID}`, 200],
  ["the demonstration of a payment", "/demonstration/bitcoin-cash?tx_id=x", 200],
  ["robots.txt", "/robots.txt", 200],
  ["only a head", "/events", 200, { method: "HEAD" }],
];

test("[API-01] every kind of answer is strict with browsers, and a page's policy lets in nothing but its own", async () => {
  for (const [what, path, status, init] of kinds()) {
    const answer = await fetch(site.url + path, { redirect: "manual", ...init });
    const { headers } = answer;
    await answer.body?.cancel();
    const policy = headers.get("content-security-policy") ?? "";
    const strict = ["x-content-type-options", "referrer-policy", "permissions-policy", "cross-origin-opener-policy"];
    const carried = strict.filter((name) => headers.has(name));
    expect([what, answer.status, headers.get("x-content-type-options"), carried]).toEqual([
      what,
      status,
      "nosniff",
      strict,
    ]);
    expect([what, headers.get("x-frame-options")]).toEqual([what, expect.stringMatching(/^(?:DENY|SAMEORIGIN)$/)]);
    expect([what, headers.get("x-powered-by"), headers.get("server")]).toEqual([what, null, null]);
    expect([what, policy]).toEqual([what, expect.stringMatching(/^default-src '(?:none|self)'/)]);
    expect([what, policy]).toEqual([
      what,
      expect.stringMatching(/; frame-ancestors '(?:none|self)'|^default-src 'none'; connect-src 'self'$/),
    ]);
    const scripts = /script-src([^;]*)/.exec(policy)?.[1] ?? "";
    expect([what, scripts]).toEqual([what, expect.not.stringMatching(/unsafe|https?:\s|\*|data:|blob:/)]);
  }
});

test("[API-01] no address leads out of the folders of files, pictures, tiles and pages", async () => {
  const ways = ["../", "..%2f", "..%5c", "%2e%2e%2f", "%252e%252e%252f", "..%c0%af", "....//", "..;/", "..%00/", "/"];
  const roots = [
    "/",
    "/assets/",
    "/images/",
    "/tiles/1/1/",
    "/share/site/",
    "/events/",
    "/calendar/",
    "/maps/",
    "/chats/",
  ];
  const targets = ["etc/passwd", "package.json"];
  const paths = roots.flatMap((root) =>
    ways.flatMap((way) => targets.map((target) => `${root}${way.repeat(8)}${target}`)),
  );
  const more = ["/images/up-x%00.webp", "/images/%2fetc%2fpasswd", "/images/..", "/assets/..%2f..%2f..%2fpackage.json"];
  const line = await RawConnection.open(site.url);
  const all = [...paths, ...more];
  // One behind the other on one line, as nothing but a bare connection sends them.
  for (const [index, path] of all.entries()) {
    const end = index === all.length - 1 ? "Connection: close\r\n" : "";
    line.say(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${end}\r\n`);
  }
  const statuses = await line.statusesAtEnd();
  expect(statuses).toHaveLength(all.length);
  expect(new Set(statuses.filter((status) => status >= 500))).toEqual(new Set());
  expect(line.heard).not.toMatch(/root:x:0|"private": true/);
});
