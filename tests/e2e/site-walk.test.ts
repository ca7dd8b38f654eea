import { matchRoutes, type RouteObject } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { RETENTION } from "#src/features/privacy/rules.ts";
import routes from "#src/routes.ts";
import { type BrowserSite, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { type PageRow, walkPages } from "#tests/support/site-walk.ts";

const BUY_BUTTON = "https://js.stripe.com/v3/buy-button.js";
const SET_UP = {
  STRIPE_PUBLISHABLE_KEY: "pk_test_123",
  STRIPE_LESSON_BUTTON: "buy_btn_lesson",
  STRIPE_TEST_BUTTON: "buy_btn_test",
  VENMO_HANDLE: "@jaxbeach",
  CASHTAG: "$jaxbeach",
  MERCH_ORDER_URL: "https://forms.example/merch",
  EVENT_FEEDBACK_URL: "https://forms.example/event",
  GROUP_FEEDBACK_URL: "https://forms.example/group",
};

// As people paste them.
const LONG_WORD = `https://tickets.example.com/e/${"sunset-volleyball-at-the-beach-".repeat(4)}tickets-123456789012`;

const DOOR = "/events/2026-11-21-sunset-volleyball/door";
const WRITE = "/events/2026-11-21-sunset-volleyball/write";
const COSTS = "/events/2026-11-21-sunset-volleyball/costs";
const CHECK_IN = "/events/2026-11-21-sunset-volleyball/check-in";

const event = { route: "/events/:eventId" };
const hidden = { isHidden: true } as const;

/** What a visitor finds at every address of the specifications. */
const COURTS = ["/events/2026-11-21-sunset-volleyball/courts"];
const PAGES: readonly PageRow[] = [
  ["LAND-01", "", "Get Active. Make Friends.", ["/", "/home"]],
  ["EVT-01", "Events", "Events", ["/events"]],
  ["EVT-03", "Sunset Volleyball", "Sunset Volleyball", ["/events/2026-11-21-sunset-volleyball"], event],
  [
    "EVT-07",
    "Pickleball Ladder Night",
    "Pickleball Ladder Night",
    ["/events/2026-11-22-pickleball-ladder-night"],
    event,
  ],
  ["EVT-03", "Full Moon Ride", "Full Moon Ride", ["/events/2026-12-01-full-moon-ride"], event],
  ["EVT-03", "Dune Fire", "Dune Fire", ["/events/2026-11-17-dune-fire"], event],
  ["EVT-03", LONG_WORD, LONG_WORD, ["/events/2026-11-21-long"], event],
  [
    "EVT-04",
    "Looking for this event",
    "Event not found for this URL",
    ["/events/2026-11-21-never-was"],
    { ...event, ...hidden, status: 404 },
  ],
  ["EVT-05", "Create Event", "Create Event", ["/create", "/create-event", "/events/create", "/events/create-event"]],
  ["EVT-05", "Create Event", "Create Event", ["/events/create-a-bonfire"], { ...event, ends: "/create" }],
  ["EVT-02", "Photos", "Photos", ["/events?isPastEvents"], { route: "/events" }],
  ["SIDE-07", "Photos", "Photos", ["/photos"], { canonical: "/events?isPastEvents" }],
  ["EVT-12", "Events", "Events", ["/events?chat=None"], { route: "/events", canonical: "/events" }],
  ["JOIN-01", "Join", "Join Jax Beach", ["/join", "/connect"]],
  [
    "JOIN-11",
    "Join",
    "Join Jax Beach",
    ["/join/2026-11-21-sunset-volleyball"],
    { route: "/join/:eventId", canonical: "/join" },
  ],
  ["FORM-01", "Unsubscribe", "Unsubscribe", ["/unsubscribe"]],
  ["FORM-04", "Stop these emails", "Stop these emails?", ["/u/some-token"], { ...hidden, route: "/u/:token" }],
  ["DESK-10", "Report a problem", "Report a problem", ["/report"]],
  ["DESK-02", "Set up your group", "This site is set up", ["/setup"], hidden],
  ["FORM-05", "Support", "Support", ["/support"]],
  ["FORM-06", "Country Party", "Country Party", ["/xmas", "/usa"]],
  ["PAY-01", "Subscribe", "Subscribe", ["/subscribe", "/sub", "/subscription", "/supporter", "/subscribe/supporter"]],
  ["PAY-03", "Donate or Pay", "Donate or Pay", ["/pay"]],
  ["PAY-04", "Pay with Bitcoin Cash", "Pay with Bitcoin Cash", ["/paybch"]],
  [
    "PAY-05",
    "Membership in Bitcoin Cash",
    "Membership in Bitcoin Cash",
    ["/bchMembership", "/bchmembership"],
    { route: "/bchMembership" },
  ],
  ["PAY-06", "Test Pay App 2", "Test Pay App 2", ["/1"], hidden],
  ["PAY-06", "Test Pay App 3", "Test Pay App 3", ["/2"], hidden],
  ["PAY-06", "Pay by card", "Pay by card", ["/3"], { ...hidden, outside: [BUY_BUTTON] }],
  ["PAY-07", "Checkout", "Checkout", ["/checkout"], hidden],
  ["SIDE-01", "Pickleball coaching", "Pickleball coaching", ["/pickleball", "/pickle"], { outside: [BUY_BUTTON] }],
  [
    "SIDE-02",
    "Free volleyball tournament",
    "Free volleyball tournament",
    ["/tournament", "/free-volleyball-tournament"],
  ],
  ["SIDE-02", "Register a team", "Register a team", ["/registration-vball-tourney"]],
  ["SIDE-03", "Salsa nights", "Salsa nights", ["/salsa"]],
  ["SIDE-03", "Country dance nights", "Country dance nights", ["/dance", "/country"]],
  [
    "SIDE-04",
    "Hats and shirts",
    "Hats and shirts",
    ["/merch", "/store", "/tshirt", "/shirt", "/shirts", "/hat", "/hats"],
  ],
  ["SIDE-05", "Host an event", "Host an event", ["/host"]],
  ["SIDE-05", "Ask to host", "Ask to host", ["/host-request"]],
  ["SIDE-05", "Feedback", "Feedback", ["/feedback"]],
  ["SIDE-06", "How to find the bonfire", "How to find the bonfire", ["/bonfire"]],
  ["SIDE-06", "Merchants near the beach", "Merchants near the beach", ["/map"]],
  ["SIDE-07", "Terms", "Terms", ["/terms", "/tos"]],
  ["SIDE-07", "Privacy", "Privacy", ["/privacy"]],
  ["SIDE-07", "Data Deletion", "Data Deletion", ["/data-deletion", "/deletion"]],
  ["SIDE-07", "An example of an event", "An example of an event", ["/example"]],
  ["SIDE-07", "What goes into the form field", "What goes into the form field", ["/screenshot-of-the-form-field"]],
  ["SIDE-07", "Template", "Template", ["/template"], hidden],
  [
    "NAV-07",
    "Page not found",
    "This page is not here",
    ["/nowhere", "/terms/of/nothing"],
    { ...hidden, status: 404, route: "*" },
  ],
  ["NAV-06", "You are offline", "You are offline", ["/offline"], hidden],
  ["AUTH-01", "Login", "Sign in", ["/login", "/old-login"]],
  ["SAFE-08", "Sign in", "Sign in", ["/login/link"], hidden],
  ["DAY-06", "Your space", "This link doesn’t work anymore", ["/place"], hidden],
  ["DAY-07", "You are invited along", "This link doesn’t work anymore", ["/guest"], hidden],
  ["SAFE-08", "Signing in", "Not signed in", ["/login/openid"], hidden],
  ["AUTH-07", "", "Get Active. Make Friends.", ["/logout"], { ends: "/" }],
  ["DASH-01", "Login", "Sign in", ["/dashboard", "/user-dashboard", "/userdashboard"], { ends: "/login" }],
  ["SAFE-06", "Login", "Sign in", ["/account/security"], { ends: "/login" }],
  ["CHAT-01", "Chats", "Chats", ["/chats"], hidden],
  ["CHAT-03", "Chat", "Chat", ["/chats/some-chat"], { ...hidden, route: "/chats/:chatId" }],
  [
    "CREATE-09",
    "Edit event",
    "Edit event",
    ["/events/2026-11-21-sunset-volleyball/edit"],
    { ...hidden, route: "/events/:eventId/edit" },
  ],
  ["COURT-04", "Login", "Sign in", ["/ladder"], { ends: "/login" }],
  ["COURT-03", "Login", "Sign in", COURTS, { ends: "/login", route: "/events/:eventId/courts" }],
  ["COURT-03", "Court board", "Court board", ["/courts/none"], { ...hidden, route: "/courts/:token", missing: true }],
  ["DAY-01", "Login", "Sign in", [DOOR], { ends: "/login", route: "/events/:eventId/door" }],
  ["DAY-09", "Login", "Sign in", [WRITE], { ends: "/login", route: "/events/:eventId/write" }],
  ["DESK-06", "Login", "Sign in", [COSTS], { ends: "/login", route: "/events/:eventId/costs" }],
  ["DAY-01", "Login", "Sign in", [CHECK_IN], { ends: "/login", route: "/events/:eventId/check-in" }],
  ["ADMIN-01", "Admin console", "Admin console", ["/admin", "/admin-login"], hidden],
];

const GREETING = /^Good (?:morning|afternoon|evening), Sam$/;
const dashboard = { ...hidden, shows: "Sunset Volleyball" };
const inConsole = { ...hidden, shows: "Marcus Bell" };
const SECURITY = "Sign-in & security";
const BONFIRE = "Bonfire at the Dunes";

/** Where a member finds something else, or more. */
const MEMBERS_PAGES: readonly PageRow[] = [
  ["DASH-01", "Event Dashboard", GREETING, ["/dashboard", "/user-dashboard", "/userdashboard"], dashboard],
  ["LAND-03", "Event Dashboard", GREETING, ["/"], { ...dashboard, ends: "/dashboard" }],
  ["AUTH-01", "Event Dashboard", GREETING, ["/login", "/old-login"], { ...dashboard, ends: "/dashboard" }],
  ["ADMIN-01", "Event Dashboard", GREETING, ["/admin", "/admin-login"], { ...dashboard, ends: "/dashboard" }],
  ["LAND-03", "", "Get Active. Make Friends.", ["/home"], { canonical: "/" }],
  ["EVT-14", "Events", "Events", ["/events"], { shows: "Create Event" }],
  ["EVT-08", BONFIRE, BONFIRE, ["/events/2026-11-25-bonfire-at-the-dunes"], { ...event, shows: "Fire ring 4" }],
  ["CHAT-01", "Chats", "Chats", ["/chats"], { ...hidden, shows: "View Chat" }],
  ["CHAT-02", "Volleyball", "Volleyball", ["/chats/volleyball"], { ...hidden, route: "/chats/:chatId" }],
  ["PAY-07", "Subscribe", "Subscribe", ["/subscribe"], { shows: "You are already a member." }],
  ["PAY-07", "Checkout", "Checkout", ["/checkout"], hidden],
  ["COURT-04", "Ladder", "Ladder", ["/ladder"], { ...hidden, shows: "You have no results yet." }],
  ["SAFE-06", SECURITY, SECURITY, ["/account/security"], { ...hidden, shows: "This device" }],
  // At the end: from here on the tab is a visitor's.
  ["AUTH-07", "", "Get Active. Make Friends.", ["/logout"], { ends: "/" }],
];

const EDIT = ["/events/2026-11-21-sunset-volleyball/edit"];
const ADMINS_PAGES: readonly PageRow[] = [
  [
    "DAY-09",
    "Write to guests",
    "Write to guests",
    [WRITE],
    { ...hidden, route: "/events/:eventId/write", shows: "Who gets it" },
  ],
  [
    "DAY-01",
    "At the door",
    "At the door",
    [DOOR],
    { ...hidden, route: "/events/:eventId/door", shows: "The door opens three hours before the event starts." },
  ],
  ["ADMIN-01", "Pending Requests — Admin console", "Admin console", ["/admin", "/admin-login"], inConsole],
  [
    "DASH-01",
    "Pending Requests — Admin console",
    "Admin console",
    ["/", "/dashboard", "/login"],
    { ...inConsole, ends: "/admin" },
  ],
  [
    "CREATE-09",
    "Edit event: Sunset Volleyball",
    "Edit event",
    EDIT,
    { ...hidden, route: "/events/:eventId/edit", shows: "Save changes" },
  ],
  [
    "COURT-01",
    "Court board",
    "Court board",
    COURTS,
    { ...hidden, route: "/events/:eventId/courts", shows: "Not enough people for a game yet." },
  ],
];

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite(SET_UP);
  const long = { title: LONG_WORD, description: LONG_WORD, location: LONG_WORD, host: LONG_WORD };
  await site.addEvent(makeEvent({ day: "2026-11-21", id: "2026-11-21-long", ...long, organizerVenmo: "a".repeat(60) }));
});
afterAll(() => site.close());

test("[NAV-07] every address of the site map has its row, and every row its address", () => {
  const all = [...PAGES, ...MEMBERS_PAGES, ...ADMINS_PAGES];
  for (const [, , , paths, { route } = {}] of all) {
    for (const path of paths) {
      const found = matchRoutes(routes as RouteObject[], path.replace(/\?.*/, ""))?.at(-1)?.route.path;
      expect(found, path).toBe(route ?? path);
    }
  }
  const walked = new Set(PAGES.flatMap(([, , , paths, { route } = {}]) => (route === undefined ? paths : [route])));
  expect([...walked].toSorted((a, b) => a.localeCompare(b))).toEqual(
    routes.map(({ path = "" }) => path).toSorted((a, b) => a.localeCompare(b)),
  );
});

test("a title is one page's alone", () => {
  const pages = Map.groupBy(PAGES, ([, title]) => title);
  for (const [title, rows] of pages) {
    const addresses = rows.map(([, , , [first], { canonical, ends } = {}]) => canonical ?? ends ?? first);
    expect([...new Set(addresses)], title).toHaveLength(1);
  }
});

async function openWalker(as?: string) {
  const tab = await site.open(as === undefined ? {} : { as });
  // The provider's script, as far as a walk needs it.
  await tab.page.route(BUY_BUTTON, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  return tab;
}

/** The rows by the part of the specification that they belong to: EVT, JOIN, PAY. */
const AREAS = [...Map.groupBy(PAGES, ([id]) => id.replace(/-.*/, ""))];

test.each(AREAS)("[NAV-06] a visitor walks through every page of %s", async (_area, rows) => {
  const tabs = await Promise.all([openWalker(), openWalker()]);
  expect(await walkPages(rows, tabs)).toEqual([]);
});

test.each([
  { who: "a member", group: "Members", rows: MEMBERS_PAGES },
  { who: "an organizer", group: "Admins", rows: ADMINS_PAGES },
] as const)("[NAV-06] and so does $who", async ({ group, rows }) => {
  const tab = await openWalker(await site.tokenFor([group]));
  expect(await walkPages(rows, [tab])).toEqual([]);
});

test("[SIDE-07] /privacy says of every kind of data how long it is kept, each once", async () => {
  const { page } = await site.open();
  await visit(page, "/privacy");
  const rows = page.getByRole("main").locator("dl > div");
  const said = await rows.evaluateAll((divs) => divs.map((div) => [...div.children].map((cell) => cell.textContent)));
  const lines = Object.values(RETENTION).map(({ what, kept }) => JSON.stringify([what, kept.trim()]));
  expect(said.map((row) => JSON.stringify(row)).toSorted()).toEqual([...new Set(lines)].toSorted());
});
