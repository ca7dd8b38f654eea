import type { SettingName } from "#src/shared/group-settings.ts";

/** Names of the settings; also fit after "the group's". */
export const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  groupName: "Name",
  logo: "Logo",
  areaName: "Town or area",
  tagline: "Tagline",
  timeZone: "Time zone",
  contactEmail: "Contact email",
  chatInviteUrl: "Invitation to the chat",
  instagramUrl: "Instagram page",
  facebookUrl: "Facebook page",
  meetupUrl: "Meetup page",
  venmoName: "Venmo name",
  cashAppName: "Cash App name",
  monthlyPrice: "Price of a month",
  bitcoinCashPrice: "Price of a month in Bitcoin Cash",
  merchOrderUrl: "Order form for hats and shirts",
  eventFeedbackUrl: "Feedback form for events",
  groupFeedbackUrl: "Feedback form for the group",
  tournamentDay: "Day of the tournament",
  countryPartyDay: "Day of the Country Party",
  hiddenPages: "Hidden pages",
  places: "Known places",
  interests: "Interests",
  chatGroups: "Chat groups",
  merchants: "Merchants on the map",
  budget: "Annual budget",
  welcomeText: "Welcome message",
  followUpText: "Follow-up message",
};

export const lineWithoutAmount = (line: string) =>
  `Begin each line with an amount in dollars, as in $300 Balls or $1,300 Nets. This one doesn’t: ${line}`;
export const notFilledIn = (word: string) => `${word} is not filled in. Write {name}, {group} or {site}.`;
export const SETTINGS_SAVED = "Saved. Every page shows it now.";
export const NOTHING_CHANGED = "Nothing changed: these are already the current settings.";
export const SETTINGS_UNDONE = "These settings are back as they were. Anything changed again since then stays.";
export const CHANGED_AGAIN = "Nothing was undone: all of it was changed again since. Undo the later change first.";
export const LOGO_GONE = "The earlier logo is no longer kept. Upload it again.";
export const SETTINGS_INVALID = "Some settings can’t be saved yet.";
