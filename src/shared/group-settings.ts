import { z } from "zod";
import { isDay } from "#src/shared/dates.ts";
import { isEmailAddress } from "#src/shared/email-address.mjs";
import { requiredText, text } from "#src/shared/fields.ts";

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

/** THE SCHEMA of the settings that organizers change in the console. An empty text means not set. */
export const groupSettingsSchema = z.object({
  groupName: requiredText(60, "Enter the group's name."),
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
  merchOrderUrl: link,
  eventFeedbackUrl: link,
  groupFeedbackUrl: link,
  tournamentDay: day,
  countryPartyDay: day,
  hiddenPages: z
    .array(z.enum(OPTIONAL_PATHS, { error: "The site has no such page." }))
    .max(OPTIONAL_PATHS.length)
    .overwrite((pages) => [...new Set(pages)].toSorted()),
  places: text(10_000).describe("A line for each place: name, address. A line that begins with # names their kind"),
  budget: text(2000).describe("A line for each item of the annual budget: the amount in dollars, then what for"),
  welcomeText: text(1000).describe("To somebody approved. {name}, {group} and {site} are filled in"),
  followUpText: text(1000).describe("To somebody who was not found. {name}, {group} and {site} are filled in"),
});
export type GroupSettings = z.infer<typeof groupSettingsSchema>;
export type SettingName = keyof GroupSettings;
export const SETTING_NAMES = Object.keys(groupSettingsSchema.shape) as SettingName[];
