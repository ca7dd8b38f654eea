import type { App } from "#src/context/app.ts";
import type { NavigationItem } from "#src/features/site/components/navigation.ts";
import { isHiddenPage, LISTED_PAGES, siteCard, sitePicturePath } from "#src/features/site/rules.ts";
import type { Day } from "#src/shared/dates.ts";
import { cardVersion } from "#src/shared/share-card.server.ts";
import { dayInZone, instantOf, offsetIso } from "#src/shared/zones.server.ts";

/** The group's data that every page needs. */
export type SiteFacts = {
  readonly groupName: string;
  readonly areaName: string;
  readonly tagline: string;
  /** The key of an uploaded picture; null if the group has none. */
  readonly logo: string | null;
  /** Null if the group shows none. */
  readonly contactEmail: string | null;
  readonly timeZone: string;
  readonly chatInviteUrl: string;
  readonly socialLinks: readonly { readonly name: string; readonly url: string }[];
  /** Offered in forms. */
  readonly interests: readonly string[];
  readonly chatGroups: readonly string[];
  /** Absolute address of the site, for canonical links and previews. */
  readonly publicUrl: string;
  /** Path of the preview picture for links to the site. */
  readonly picturePath: string;
  /** The OpenID Connect provider for sign-in; null if none is configured. */
  readonly signInWith: string | null;
  /** Whether sign-in links can be mailed. */
  readonly hasSignInLinks: boolean;
  /** Today in the group's zone. */
  readonly today: Day;
  /** Today's noon in the group's zone, ISO 8601 with its offset. */
  readonly noon: string;
  /** Whether the settings hide the requested page. */
  readonly isHidden: boolean;
};

/** The group's data for a page; `path` is the page's. */
export function siteFacts(app: App, path = ""): SiteFacts {
  const { group } = app.config;
  const today = dayInZone(app.clock.now(), group.timeZone);
  return {
    groupName: group.name,
    areaName: group.area,
    tagline: group.tagline,
    logo: group.logo ?? null,
    contactEmail: group.contactEmail ?? null,
    timeZone: group.timeZone,
    chatInviteUrl: group.chatInviteUrl,
    socialLinks: group.socialLinks,
    interests: group.interests,
    chatGroups: group.chatGroups,
    publicUrl: app.publicUrl,
    picturePath: sitePicturePath(cardVersion(siteCard(group))),
    signInWith: app.openid?.name ?? null,
    hasSignInLinks: app.identity.own !== null,
    today,
    noon: offsetIso(instantOf(today, "12:00", group.timeZone), group.timeZone),
    isHidden: isHiddenPage(group, path),
  };
}

/** Whether each page that depends on a setting or an upcoming date has it. */
function readyPages({ config, clock, bitcoinCash }: App): Readonly<Record<string, boolean>> {
  const { forms, payments, paymentNames } = config;
  const today = dayInZone(clock.now(), config.group.timeZone);
  const isAhead = (day: string | undefined) => day !== undefined && day >= today;
  const hasTournament = isAhead(config.tournamentDay);
  return {
    "/xmas": isAhead(config.countryPartyDay),
    "/tournament": hasTournament,
    "/registration-vball-tourney": hasTournament,
    "/pickleball": payments.stripePublishableKey !== undefined && payments.stripeLessonButton !== undefined,
    "/merch": forms.merchOrder !== undefined,
    "/feedback": forms.eventFeedback !== undefined || forms.groupFeedback !== undefined,
    "/pay": bitcoinCash !== null || paymentNames.venmo !== undefined || paymentNames.cashApp !== undefined,
  };
}

/** Returns a predicate: whether the page at a path is enabled and configured. */
function pageFilter(app: App): (path: string) => boolean {
  const ready = readyPages(app);
  return (path) => ready[path] !== false && !isHiddenPage(app.config.group, path);
}

const WHAT_WE_DO: readonly NavigationItem[] = [
  { label: "Bonfires on the beach", to: "/bonfire" },
  { label: "Salsa nights", to: "/salsa" },
  { label: "Country dance nights", to: "/dance" },
  { label: "Country Party", to: "/xmas" },
  { label: "Free volleyball tournament", to: "/tournament" },
  { label: "Pickleball coaching", to: "/pickleball" },
  { label: "Hats and shirts", to: "/merch" },
  { label: "Host an event", to: "/host" },
  { label: "Feedback", to: "/feedback" },
  { label: "Donate or pay", to: "/pay" },
  { label: "Support", to: "/support" },
];

/** Omits pages that are hidden or not set up. */
export function whatWeDo(app: App): NavigationItem[] {
  const isThere = pageFilter(app);
  return WHAT_WE_DO.filter(({ to }) => isThere(to));
}

/** {@link LISTED_PAGES} without hidden pages and pages that are not set up. */
export const listedPages = (app: App) => LISTED_PAGES.filter(pageFilter(app));
