import { z } from "zod";
import { chatGroupsFault } from "#src/shared/chat-groups.ts";
import { isDay } from "#src/shared/dates.ts";
import { isEmailAddress } from "#src/shared/email-address.mjs";
import { requiredText, text } from "#src/shared/fields.ts";
import { dollars, parseCents, priceFault } from "#src/shared/money.ts";
import { interestsFault } from "#src/shared/interests.ts";
import { merchantsFault } from "#src/shared/merchants.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";

/** Pages that a group can turn off, by canonical path. Paths below follow. */
export const OPTIONAL_PAGES = {
  "/bonfire": { label: "Bonfires on the beach", more: [] },
  "/salsa": { label: "Salsa nights", more: [] },
  "/dance": { label: "Country dance nights", more: ["/country"] },
  "/xmas": { label: "Country Party", more: ["/usa"] },
  "/tournament": {
    label: "Volleyball tournament",
    more: ["/free-volleyball-tournament", "/registration-vball-tourney"],
  },
  "/pickleball": { label: "Pickleball coaching", more: ["/pickle"] },
  "/merch": { label: "Hats and shirts", more: ["/store", "/tshirt", "/shirt", "/shirts", "/hat", "/hats"] },
  "/host": { label: "Host an event", more: ["/host-request"] },
  "/feedback": { label: "Feedback", more: [] },
  "/map": { label: "Map of merchants", more: [] },
  "/pay": { label: "Donate or pay", more: ["/paybch"] },
  "/example": { label: "Sample pages", more: ["/template"] },
} as const;
export type OptionalPage = keyof typeof OPTIONAL_PAGES;
export const OPTIONAL_PATHS = Object.keys(OPTIONAL_PAGES) as OptionalPage[];

/** The optional page that a path belongs to; null for every other path. */
export function optionalPageOf(path: string): OptionalPage | null {
  const lower = path.toLowerCase();
  return OPTIONAL_PATHS.find((page) => [page, ...OPTIONAL_PAGES[page].more].some((each) => each === lower)) ?? null;
}

const isWebAddress = (value: string) => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);

/**
 * The IANA zone's canonical spelling, which calendars know; null if there is none. Rejects offsets, which have no DST.
 */
function zoneNamed(value: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: value }).resolvedOptions();
    // If a zone has two names, keep the chosen one.
    const isSpelling = timeZone.toLowerCase() === value.toLowerCase();
    return /^[+-]/.test(value) ? null : isSpelling ? timeZone : value;
  } catch {
    return null;
  }
}

const link = text(300).refine((value) => value === "" || isWebAddress(value), {
  error: "Enter a web address that begins with https://.",
});
const day = text(10).refine((value) => value === "" || isDay(value), { error: "Choose a day, or leave it empty." });

/** In dollars. */
const price = text(12)
  .refine((value) => priceFault(value) === undefined, { error: ({ input }) => priceFault(String(input)) })
  .overwrite((value) => {
    const cents = parseCents(value);
    return cents === null ? value : dollars(cents);
  });

/** A list that is written with one entry a line. */
const list = (max: number, faultOf: (value: string) => string | undefined) =>
  text(max).refine((value) => faultOf(value) === undefined, { error: ({ input }) => faultOf(String(input)) });

/** THE SCHEMA of the settings that organizers change in the console. An empty text means not set. */
export const groupSettingsSchema = z.object({
  groupName: requiredText(60, "Enter the group's name."),
  logo: text(120)
    .refine((key) => key === "" || uploadFacts(key)?.kind === "picture", { error: "Choose a picture." })
    .describe("The key of an uploaded picture"),
  areaName: requiredText(60, "Enter the town or area."),
  tagline: requiredText(60, "Enter a tagline."),
  timeZone: text(60)
    .refine((value) => zoneNamed(value) !== null, { error: "Choose a time zone such as America/New_York." })
    .overwrite((value) => zoneNamed(value) ?? value),
  contactEmail: text(100).refine((value) => value === "" || isEmailAddress(value), {
    error: "Enter an email address such as hello@example.com.",
  }),
  chatInviteUrl: text(300).refine(isWebAddress, { error: "Enter a web address that begins with https://." }),
  instagramUrl: link,
  facebookUrl: link,
  meetupUrl: link,
  venmoName: text(31)
    .overwrite((value) => value.replace(/^@/, ""))
    .refine((value) => /^[\w-]{0,30}$/.test(value), { error: "Enter a Venmo name such as @ourgroup." }),
  cashAppName: text(21)
    .overwrite((value) => value.replace(/^\$/, ""))
    .refine((value) => /^\w{0,20}$/.test(value), { error: "Enter a Cash App name such as $ourgroup." }),
  monthlyPrice: price.describe("Of the supporter plan by card; the card provider charges what its own page says"),
  bitcoinCashPrice: price.describe("Of a month of membership in Bitcoin Cash"),
  merchOrderUrl: link,
  eventFeedbackUrl: link,
  groupFeedbackUrl: link,
  tournamentDay: day,
  countryPartyDay: day,
  hiddenPages: z
    .array(z.enum(OPTIONAL_PATHS, { error: "The site has no such page." }))
    .max(OPTIONAL_PATHS.length)
    .overwrite((pages) => [...new Set(pages)].toSorted()),
  places: text(10_000).describe("One place per line: name, address. A line that begins with # starts a new kind"),
  interests: list(1000, interestsFault).describe("The interests that the join form offers, one per line"),
  chatGroups: list(2000, chatGroupsFault).describe("The group chats of events, one per line; the last is the default"),
  merchants: list(10_000, merchantsFault).describe(
    "The merchants on the map, one per line: name | kind | address | latitude, longitude | directions",
  ),
  budget: text(2000).describe("One item of the annual budget per line: the amount in dollars, then its purpose"),
  welcomeText: text(1000).describe("Message to an approved person. {name}, {group} and {site} are filled in"),
  followUpText: text(1000).describe(
    "Message to a person without a matching record. {name}, {group} and {site} are filled in",
  ),
});
export type GroupSettings = z.infer<typeof groupSettingsSchema>;
export type SettingName = keyof GroupSettings;
export const SETTING_NAMES = Object.keys(groupSettingsSchema.shape) as SettingName[];
