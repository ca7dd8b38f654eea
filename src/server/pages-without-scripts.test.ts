import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { SITE_MAP } from "#src/shared/site-map.ts";

/** Loader data, as far as the form needs it. */
type Answer = Record<string, unknown>;
const PLACES = { tiles: null, places: [] };
const TOURNAMENT = { day: null, closes: "2026-11-27", isOpen: true };

/** Pages that need scripts; each says so at the top. */
const WHOLE: Readonly<Record<string, Answer>> = {
  "chats/routes/chat-list": {},
  "chats/routes/chat-page": {},
  "console/routes/console": { hasDebug: false },
  "dashboard/routes/dashboard": {},
  "events/costs/routes/costs-page": {},
  "events/court-follow/routes/courts-by-link": {},
  "events/courts/routes/courts-page": {},
  "events/create/routes/create-page": PLACES,
  "events/door/routes/check-in-page": {},
  "events/door/routes/door-page": {},
  "events/edit/routes/edit-page": PLACES,
  "events/host-messages/routes/write-page": {},
  "events/ladder/routes/ladder-page": {},
  "security/routes/security": {},
  "setup/routes/setup-page": { isOpen: true },
  "sign-in/routes/openid-return": {},
  "sign-in/routes/sign-in-link": {},
};

/** Pages whose form or button needs scripts; each says so above it. */
const FORMS: Readonly<Record<string, Answer>> = {
  "events/visitors/routes/guest-page": {},
  "events/visitors/routes/place-page": {},
  "holiday-signup/routes/country-party": { partyDay: null, hasPaymentApp: false },
  "join/routes/join-page": { events: [], cameFor: null, missed: null },
  "marketing/routes/host-request": {},
  "marketing/routes/team-registration": TOURNAMENT,
  "payments/routes/card-button-only": { button: { publishableKey: "pk_test_1", buttonId: "buy_btn_1" } },
  "payments/routes/demonstration-checkout": { isThere: true, cents: 2000 },
  "payments/routes/membership-bitcoin-cash": {
    service: { isDemonstration: true },
    prices: { monthlyCents: 2000, bitcoinCashCents: 1500 },
  },
  "payments/routes/pay-bitcoin-cash": { service: { isDemonstration: true } },
  "payments/routes/test-pay-2": {},
  "payments/routes/test-pay-3": {},
  "reports/routes/report": {},
  "sign-in/routes/login": {},
  "support/routes/support": {},
  "unsubscribe/routes/one-click": {},
  "unsubscribe/routes/unsubscribe": {},
};

/** Pages to read: their buttons are links, or open a form once scripts run. */
const TO_READ = [
  "events/routes/event-list",
  "events/routes/event-page",
  "map/routes/map",
  "marketing/routes/campaign",
  "marketing/routes/form-field",
  "membership/routes/subscribe",
  "payments/routes/pay",
  "sign-in/routes/logout",
  "site/routes/data-deletion",
  "site/routes/landing",
  "site/routes/not-found",
  "site/routes/offline",
  "site/routes/privacy",
  "site/routes/terms",
];

const nameOf = (file: string) => file.replace(/^features\/|\.tsx$/g, "");

async function mainOf(page: string, answer: Answer): Promise<string> {
  const path = `#src/features/${page}.tsx`;
  const module = (await import(/* @vite-ignore */ path)) as { default: React.ComponentType };
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: module.default, loader: () => answer }]);
  const props = { initialEntries: ["/"], hydrationData: { loaderData: { page: answer } } };
  return /<main[\s\S]*<\/main>/.exec(renderToString(createElement(Stub, props)))?.[0] ?? "";
}

test("[NAV-06] every page is listed as needing scripts, having a form, or being read-only", () => {
  const known = [...Object.keys(WHOLE), ...Object.keys(FORMS), ...TO_READ];
  expect(known.toSorted()).toEqual([...new Set(SITE_MAP.map(({ file }) => nameOf(file)))].toSorted());
});

test.each(Object.entries(WHOLE))("[NAV-06] without scripts, %s says first that it needs them", async (page, answer) => {
  expect(await mainOf(page, answer)).toMatch(
    /^<main[^>]*><noscript>(?:(?!<\/noscript>)[\s\S])*This page needs JavaScript/,
  );
});

test.each(Object.entries(FORMS))(
  "[NAV-06, FORM-01, FORM-05, FORM-06] without scripts %s says so before its first field or button",
  async (page, answer) => {
    const main = await mainOf(page, answer);
    expect(main).toContain("This form needs JavaScript");
    const [first] = /<(?:noscript|input|textarea|select|button)\b/.exec(main) ?? [];
    expect(first).toBe("<noscript");
    // A form that the browser submits itself would put its values into the URL.
    for (const [form] of main.matchAll(/<form\b[^>]*>/g)) expect(form).toContain('method="post"');
  },
);
