import type { App } from "#src/context/app.ts";
import type { NavigationItem } from "#src/features/site/components/navigation.ts";
import { isHiddenPage, siteCard, sitePicturePath } from "#src/features/site/rules.ts";
import type { Day } from "#src/shared/dates.ts";
import { cardVersion } from "#src/shared/share-card.server.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** What every page needs to know about the group. */
export type SiteFacts = {
  readonly groupName: string;
  readonly areaName: string;
  readonly tagline: string;
  /** Null when the group shows none. */
  readonly contactEmail: string | null;
  readonly timeZone: string;
  readonly chatInviteUrl: string;
  readonly socialLinks: readonly { readonly name: string; readonly url: string }[];
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
  /** Whether the settings hide the page that was asked for. */
  readonly isHidden: boolean;
};

/** What a page shows of the group; `path` is its address. */
export function siteFacts(app: App, path = ""): SiteFacts {
  const { group } = app.config;
  return {
    groupName: group.name,
    areaName: group.area,
    tagline: group.tagline,
    contactEmail: group.contactEmail ?? null,
    timeZone: group.timeZone,
    chatInviteUrl: group.chatInviteUrl,
    socialLinks: group.socialLinks,
    publicUrl: app.publicUrl,
    picturePath: sitePicturePath(cardVersion(siteCard(group))),
    signInWith: app.openid?.name ?? null,
    hasSignInLinks: app.identity.own !== null,
    today: dayInZone(app.clock.now(), group.timeZone),
    isHidden: isHiddenPage(group, path),
  };
}

/** Leaves out pages that are hidden, or whose setting is missing. */
export function whatWeDo(app: App): NavigationItem[] {
  const { forms, group, payments, paymentNames, countryPartyDay, tournamentDay } = app.config;
  const today = dayInZone(app.clock.now(), group.timeZone);
  const isAhead = (day: string | undefined) => day !== undefined && day >= today;
  const hasLesson = payments.stripePublishableKey !== undefined && payments.stripeLessonButton !== undefined;
  const hasWayToPay =
    app.bitcoinCash !== null || paymentNames.venmo !== undefined || paymentNames.cashApp !== undefined;
  const pages: (NavigationItem & { isThere: boolean })[] = [
    { label: "Bonfires on the beach", to: "/bonfire", isThere: true },
    { label: "Salsa nights", to: "/salsa", isThere: true },
    { label: "Country dance nights", to: "/dance", isThere: true },
    { label: "Country Party", to: "/xmas", isThere: isAhead(countryPartyDay) },
    { label: "Free volleyball tournament", to: "/tournament", isThere: isAhead(tournamentDay) },
    { label: "Pickleball coaching", to: "/pickleball", isThere: hasLesson },
    { label: "Hats and shirts", to: "/merch", isThere: forms.merchOrder !== undefined },
    { label: "Host an event", to: "/host", isThere: true },
    {
      label: "Feedback",
      to: "/feedback",
      isThere: forms.eventFeedback !== undefined || forms.groupFeedback !== undefined,
    },
    { label: "Donate or pay", to: "/pay", isThere: hasWayToPay },
    { label: "Support", to: "/support", isThere: true },
  ];
  return pages.filter(({ to, isThere }) => isThere && !isHiddenPage(group, to)).map(({ label, to }) => ({ label, to }));
}
