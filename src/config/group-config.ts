import { type BudgetLine, readBudget } from "#src/shared/budget.ts";
import type { MessageTexts } from "#src/shared/message-texts.ts";
import { readChatGroups } from "#src/shared/chat-groups.ts";
import { parseCents } from "#src/shared/money.ts";
import { readInterests } from "#src/shared/interests.ts";
import { type Place, readMerchants } from "#src/shared/merchants.ts";
import { type KnownPlaces, readPlaces } from "#src/shared/places.ts";
import type { GroupSettings, OptionalPage } from "#src/shared/group-settings.ts";

/** The group's settings as the site reads them. */
export type GroupConfig = {
  readonly group: {
    readonly name: string;
    readonly area: string;
    readonly tagline: string;
    /** The key of an uploaded picture; undefined: the site has its own mark. */
    readonly logo: string | undefined;
    readonly timeZone: string;
    /** Undefined: no contact address is shown. */
    readonly contactEmail: string | undefined;
    readonly chatInviteUrl: string;
    readonly socialLinks: readonly { readonly name: string; readonly url: string }[];
    readonly hiddenPages: readonly OptionalPage[];
    /** Suggested in the place field of an event. */
    readonly places: KnownPlaces;
    readonly interests: readonly string[];
    readonly chatGroups: readonly string[];
    readonly merchants: readonly Place[];
    readonly budget: readonly BudgetLine[];
    readonly messageTexts: MessageTexts;
  };
  /** Forms hosted elsewhere. */
  readonly forms: {
    readonly merchOrder: string | undefined;
    readonly eventFeedback: string | undefined;
    readonly groupFeedback: string | undefined;
  };
  /** Names at the payment apps, without the @ and the $. */
  readonly paymentNames: { readonly venmo: string | undefined; readonly cashApp: string | undefined };
  /** Of a month of membership, in whole cents. */
  readonly prices: { readonly monthlyCents: number; readonly bitcoinCashCents: number };
  /** YYYY-MM-DD in the group's zone; undefined until it is announced. */
  readonly countryPartyDay: string | undefined;
  /** Also YYYY-MM-DD; sign-up closes on the Friday before. Undefined: every Friday, for the following weekend. */
  readonly tournamentDay: string | undefined;
  readonly mailFrom: string;
};

const orNone = (value: string) => (value === "" ? undefined : value);

/** `mailSender` is MAIL_FROM, which overrides the group's name. */
export function groupConfig(settings: GroupSettings, mailSender: string | undefined): GroupConfig {
  const { groupName, instagramUrl, facebookUrl, meetupUrl } = settings;
  const links = [
    { name: "Instagram", url: instagramUrl },
    { name: "Facebook", url: facebookUrl },
    { name: "Meetup", url: meetupUrl },
  ];
  return {
    group: {
      name: groupName,
      area: settings.areaName,
      tagline: settings.tagline,
      logo: orNone(settings.logo),
      timeZone: settings.timeZone,
      contactEmail: orNone(settings.contactEmail),
      chatInviteUrl: settings.chatInviteUrl,
      socialLinks: links.filter(({ url }) => url !== ""),
      hiddenPages: settings.hiddenPages,
      places: readPlaces(settings.places),
      interests: readInterests(settings.interests),
      chatGroups: readChatGroups(settings.chatGroups),
      merchants: readMerchants(settings.merchants),
      budget: readBudget(settings.budget),
      messageTexts: { welcome: settings.welcomeText, followUp: settings.followUpText },
    },
    forms: {
      merchOrder: orNone(settings.merchOrderUrl),
      eventFeedback: orNone(settings.eventFeedbackUrl),
      groupFeedback: orNone(settings.groupFeedbackUrl),
    },
    paymentNames: { venmo: orNone(settings.venmoName), cashApp: orNone(settings.cashAppName) },
    prices: {
      monthlyCents: parseCents(settings.monthlyPrice) ?? 0,
      bitcoinCashCents: parseCents(settings.bitcoinCashPrice) ?? 0,
    },
    countryPartyDay: orNone(settings.countryPartyDay),
    tournamentDay: orNone(settings.tournamentDay),
    mailFrom: mailSender ?? `"${groupName.replaceAll(/["\\]/g, "")}" <no-reply@localhost>`,
  };
}
