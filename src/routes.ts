import { type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

// THE SITE MAP: every path → its route module. Aliases follow their page.

function page(paths: readonly string[], file: string): RouteConfigEntry[] {
  return paths.map((path) => route(path, file, { id: `${file} as ${path}` }));
}

const CAMPAIGN = "features/marketing/routes/campaign.tsx";

export default [
  ...page(["/", "/home"], "features/site/routes/landing.tsx"),
  ...page(["/events"], "features/events/routes/event-list.tsx"),
  // Other paths under /events that begin with 'create' lead here.
  ...page(
    ["/create", "/create-event", "/events/create", "/events/create-event"],
    "features/events/create/routes/create-page.tsx",
  ),
  ...page(["/events/:eventId"], "features/events/routes/event-page.tsx"),
  ...page(["/events/:eventId/edit"], "features/events/edit/routes/edit-page.tsx"),
  ...page(["/chats"], "features/chats/routes/chat-list.tsx"),
  ...page(["/chats/:chatId"], "features/chats/routes/chat-page.tsx"),
  ...page(["/join", "/join/:eventId", "/connect"], "features/join/routes/join-page.tsx"),
  ...page(["/tos", "/terms"], "features/site/routes/terms.tsx"),
  ...page(["/privacy"], "features/site/routes/privacy.tsx"),
  ...page(["/data-deletion", "/deletion"], "features/site/routes/data-deletion.tsx"),
  ...page(["/photos"], "features/site/routes/photos.tsx"),
  ...page(["/map"], "features/map/routes/map.tsx"),
  ...page(["/offline"], "features/site/routes/offline.tsx"),
  ...page(["/unsubscribe"], "features/unsubscribe/routes/unsubscribe.tsx"),
  ...page(["/u/:token"], "features/unsubscribe/routes/one-click.tsx"),
  ...page(["/login", "/old-login"], "features/sign-in/routes/login.tsx"),
  ...page(["/login/link"], "features/sign-in/routes/sign-in-link.tsx"),
  ...page(["/login/openid"], "features/sign-in/routes/openid-return.tsx"),
  ...page(["/dashboard", "/user-dashboard", "/userdashboard"], "features/dashboard/routes/dashboard.tsx"),
  ...page(["/account/security"], "features/security/routes/security.tsx"),
  ...page(["/logout"], "features/sign-in/routes/logout.tsx"),
  ...page(["/support"], "features/support/routes/support.tsx"),
  ...page(["/xmas", "/usa"], "features/holiday-signup/routes/country-party.tsx"),
  ...page(
    ["/subscribe", "/sub", "/subscription", "/supporter", "/subscribe/supporter"],
    "features/membership/routes/subscribe.tsx",
  ),
  ...page(["/pay"], "features/payments/routes/pay.tsx"),
  ...page(["/paybch"], "features/payments/routes/pay-bitcoin-cash.tsx"),
  // Paths are case-insensitive, so this also matches /bchmembership.
  ...page(["/bchMembership"], "features/payments/routes/membership-bitcoin-cash.tsx"),
  // The demonstration checkout, if no card provider is configured.
  ...page(["/checkout"], "features/payments/routes/demonstration-checkout.tsx"),
  ...page(["/1"], "features/payments/routes/test-pay-2.tsx"),
  ...page(["/2"], "features/payments/routes/test-pay-3.tsx"),
  ...page(["/3"], "features/payments/routes/card-button-only.tsx"),
  ...page(["/pickleball", "/pickle"], CAMPAIGN),
  ...page(["/tournament", "/free-volleyball-tournament"], CAMPAIGN),
  ...page(["/salsa"], CAMPAIGN),
  ...page(["/dance", "/country"], CAMPAIGN),
  ...page(["/bonfire"], CAMPAIGN),
  ...page(["/merch", "/store", "/tshirt", "/shirt", "/shirts", "/hat", "/hats"], CAMPAIGN),
  ...page(["/host"], CAMPAIGN),
  ...page(["/feedback"], CAMPAIGN),
  ...page(["/example"], CAMPAIGN),
  ...page(["/template"], CAMPAIGN),
  ...page(["/registration-vball-tourney"], "features/marketing/routes/team-registration.tsx"),
  ...page(["/host-request"], "features/marketing/routes/host-request.tsx"),
  ...page(["/screenshot-of-the-form-field"], "features/marketing/routes/form-field.tsx"),
  ...page(["/admin", "/admin-login"], "features/console/routes/console.tsx"),
  ...page(["*"], "features/site/routes/not-found.tsx"),
] satisfies RouteConfig;
