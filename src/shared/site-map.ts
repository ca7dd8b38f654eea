/**
 * Content a page depends on: `events` = event lists, `event:ID` = one event, `poll:ID` = its poll. Every page depends on
 * `settings`.
 */
export type ContentTag = "events" | "settings" | `event:${string}` | `poll:${string}`;

/** How the HTML of a page is cached. */
export type Caching = {
  /** The query parameters that the page reads. Others are dropped before rendering and are not part of the cache key. */
  readonly query: readonly string[];
  /** The content tags that invalidate the page. `*` stands for the path's parameter. */
  readonly tags: readonly ContentTag[];
};

/** How long a cached page may still show an event that is over as current. */
const TIME_STEP_MS = 5 * 60_000;

/** Rounds the time down to a step, so that every instance renders the same page. */
export const pageTime = (now: Date): Date => new Date(now.getTime() - (now.getTime() % TIME_STEP_MS));

/** No content of its own: changes only with the settings and the day. Personal data loads later, with the token. */
export const STEADY: Caching = { query: [], tags: [] };
/** Rendered for each request. */
const NEVER = null;
/** Shows lists of events. */
export const lists = (...query: string[]): Caching => ({ query, tags: ["events"] });

export type SitePage = { readonly paths: readonly string[]; readonly file: string; readonly caching: Caching | null };

function page(paths: readonly string[], file: string, caching: Caching | null): SitePage {
  return { paths, file, caching };
}

const CAMPAIGN = "features/marketing/routes/campaign.tsx";

/**
 * THE SITE MAP: every path → its route module, and how its page is cached. Aliases follow their page. Routes match in any
 * case, but only the spelling here is cached, so that spellings of one path cannot fill the cache.
 */
export const SITE_MAP: readonly SitePage[] = [
  page(["/", "/home"], "features/site/routes/landing.tsx", lists("eventId")),
  page(["/events", "/photos"], "features/events/routes/event-list.tsx", lists("isPastEvents", "chat", "after")),
  // Other paths under /events that begin with 'create' redirect here.
  page(
    ["/create", "/create-event", "/events/create", "/events/create-event"],
    "features/events/create/routes/create-page.tsx",
    STEADY,
  ),
  page(["/events/:eventId"], "features/events/routes/event-page.tsx", { query: [], tags: ["event:*", "poll:*"] }),
  // Target of the link in a visitor's mail; the secret is in the fragment.
  page(["/place"], "features/events/visitors/routes/place-page.tsx", STEADY),
  page(["/guest"], "features/events/visitors/routes/guest-page.tsx", STEADY),
  page(["/events/:eventId/edit"], "features/events/edit/routes/edit-page.tsx", NEVER),
  page(["/events/:eventId/courts"], "features/events/courts/routes/courts-page.tsx", STEADY),
  page(["/events/:eventId/write"], "features/events/host-messages/routes/write-page.tsx", STEADY),
  page(["/events/:eventId/costs"], "features/events/costs/routes/costs-page.tsx", STEADY),
  page(["/events/:eventId/door"], "features/events/door/routes/door-page.tsx", NEVER),
  page(["/events/:eventId/check-in"], "features/events/door/routes/check-in-page.tsx", NEVER),
  // The URL is a secret, and the page is cheap to render.
  page(["/courts/:token"], "features/events/court-follow/routes/courts-by-link.tsx", NEVER),
  page(["/ladder"], "features/events/ladder/routes/ladder-page.tsx", STEADY),
  page(["/chats"], "features/chats/routes/chat-list.tsx", STEADY),
  page(["/chats/:chatId"], "features/chats/routes/chat-page.tsx", NEVER),
  page(["/join", "/connect"], "features/join/routes/join-page.tsx", lists("eventId")),
  page(["/join/:eventId"], "features/join/routes/join-page.tsx", { query: [], tags: ["events", "event:*"] }),
  page(["/tos", "/terms"], "features/site/routes/terms.tsx", STEADY),
  page(["/privacy"], "features/site/routes/privacy.tsx", STEADY),
  page(["/data-deletion", "/deletion"], "features/site/routes/data-deletion.tsx", STEADY),
  page(["/map"], "features/map/routes/map.tsx", STEADY),
  page(["/offline"], "features/site/routes/offline.tsx", STEADY),
  page(["/unsubscribe"], "features/unsubscribe/routes/unsubscribe.tsx", STEADY),
  page(["/u/:token"], "features/unsubscribe/routes/one-click.tsx", NEVER),
  page(["/login", "/old-login"], "features/sign-in/routes/login.tsx", STEADY),
  page(["/login/link"], "features/sign-in/routes/sign-in-link.tsx", STEADY),
  page(["/login/openid"], "features/sign-in/routes/openid-return.tsx", STEADY),
  page(["/dashboard", "/user-dashboard", "/userdashboard"], "features/dashboard/routes/dashboard.tsx", STEADY),
  page(["/account/security"], "features/security/routes/security.tsx", STEADY),
  page(["/logout"], "features/sign-in/routes/logout.tsx", STEADY),
  page(["/report"], "features/reports/routes/report.tsx", STEADY),
  page(["/support"], "features/support/routes/support.tsx", STEADY),
  page(["/xmas", "/usa"], "features/holiday-signup/routes/country-party.tsx", STEADY),
  page(
    ["/subscribe", "/sub", "/subscription", "/supporter", "/subscribe/supporter"],
    "features/membership/routes/subscribe.tsx",
    STEADY,
  ),
  page(["/pay"], "features/payments/routes/pay.tsx", STEADY),
  page(["/paybch"], "features/payments/routes/pay-bitcoin-cash.tsx", STEADY),
  page(["/bchMembership", "/bchmembership"], "features/payments/routes/membership-bitcoin-cash.tsx", STEADY),
  // The demonstration checkout, if no card provider is configured.
  page(["/checkout"], "features/payments/routes/demonstration-checkout.tsx", STEADY),
  page(["/1"], "features/payments/routes/test-pay-2.tsx", STEADY),
  page(["/2"], "features/payments/routes/test-pay-3.tsx", STEADY),
  page(["/3"], "features/payments/routes/card-button-only.tsx", STEADY),
  page(["/pickleball", "/pickle"], CAMPAIGN, STEADY),
  page(["/tournament", "/free-volleyball-tournament"], CAMPAIGN, STEADY),
  page(["/salsa"], CAMPAIGN, STEADY),
  page(["/dance", "/country"], CAMPAIGN, STEADY),
  page(["/bonfire"], CAMPAIGN, STEADY),
  page(["/merch", "/store", "/tshirt", "/shirt", "/shirts", "/hat", "/hats"], CAMPAIGN, STEADY),
  page(["/host"], CAMPAIGN, STEADY),
  page(["/feedback"], CAMPAIGN, STEADY),
  page(["/example"], CAMPAIGN, STEADY),
  page(["/template"], CAMPAIGN, STEADY),
  page(["/registration-vball-tourney"], "features/marketing/routes/team-registration.tsx", STEADY),
  page(["/host-request"], "features/marketing/routes/host-request.tsx", STEADY),
  page(["/screenshot-of-the-form-field"], "features/marketing/routes/form-field.tsx", STEADY),
  // Open only until the site has an organizer.
  page(["/setup"], "features/setup/routes/setup-page.tsx", NEVER),
  page(["/admin", "/admin-login"], "features/console/routes/console.tsx", STEADY),
  page(["*"], "features/site/routes/not-found.tsx", NEVER),
];
