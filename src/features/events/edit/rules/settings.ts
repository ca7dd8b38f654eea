import type { EventChange, EventSettings } from "#src/features/events/edit/schema.ts";
import { forPlain, PLAIN_FIELDS } from "#src/features/events/rules/plain-fields.ts";
import { clockTime, type Day, lengthWords, longDate, weekdayName } from "#src/shared/dates.ts";
import { dollars } from "#src/shared/money.ts";

export type SettingName = keyof EventSettings;
type Value = EventSettings[SettingName];

const LABELS = {
  title: PLAIN_FIELDS.title.label,
  date: "Date",
  time: "Time",
  lengthMinutes: "Length",
  location: "Location",
  membersOnly: "Members only",
  privateLocation: "Exactly where",
  generalpublic: "Who can see it",
  description: PLAIN_FIELDS.description.label,
  cost: "Cost",
  spaces: "Spaces",
  guestsPerPerson: "Guests per person",
  status: "Status",
  cancelReason: "Why it is canceled",
  host: PLAIN_FIELDS.host.label,
  chat: "Chat group",
  imgKey: "Website image",
  groupmeImg: "Group-chat image",
  groupMeChatUrl: "Group chat address",
  groupMeChatId: PLAIN_FIELDS.groupMeChatId.label,
  shortLocation: "Short location",
  pollText: "Poll short title",
  pollPrivateLocation: "Poll location",
};

/** The label of each setting. Plain fields missing from the order above come last. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = Object.assign(
  LABELS,
  forPlain((name) => PLAIN_FIELDS[name].label),
);
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as SettingName[];

function statusWords(status: EventSettings["status"]): string {
  if (status === "scheduled") return "takes place";
  return status === "postponed" ? "postponed" : "canceled";
}

const SPECIAL_WORDS: { readonly [Name in SettingName]?: (value: EventSettings[Name]) => string } = {
  date: (day) => `${weekdayName(day)}, ${longDate(day)}`,
  time: clockTime,
  status: statusWords,
  lengthMinutes: (minutes) => (minutes === null ? "not said" : lengthWords(minutes)),
  membersOnly: (isOn) => (isOn ? "yes" : "no"),
  generalpublic: (isPublic) => (isPublic ? "Public" : "Close friends"),
  cost: (cost) => dollars(Math.round(cost * 100)),
  spaces: (spaces) => (spaces === null ? "not said" : String(spaces)),
};

/** A setting's value as people read it. */
export function settingWords<Name extends SettingName>(name: Name, value: EventSettings[Name]): string {
  return SPECIAL_WORDS[name]?.(value) ?? (String(value) || "nothing");
}

// Ignores surrounding whitespace and line-ending style.
function normal(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : value;
}

export function isSameSetting(one: unknown, other: unknown): boolean {
  return normal(one) === normal(other);
}

/**
 * The settings that someone else changed after this change was started, and that it would overwrite. The same change on
 * both sides is no conflict.
 */
export function conflictsOf(now: EventSettings, { expected = {}, ...change }: EventChange): SettingName[] {
  const wished: Partial<Record<SettingName, Value>> = change;
  return SETTING_NAMES.filter(
    (name) =>
      wished[name] !== undefined &&
      expected[name] !== undefined &&
      !isSameSetting(now[name], expected[name]) &&
      !isSameSetting(now[name], wished[name]),
  );
}

const DAY_MS = 86_400_000;

/** The number of days by which an event moves. */
export function daysBetween(before: Day, after: Day): number {
  return Math.round((Date.parse(after) - Date.parse(before)) / DAY_MS);
}

/** Settings whose changes are mailed to guests. */
const TOLD: readonly SettingName[] = ["date", "time", "lengthMinutes", "location", "privateLocation", "status"];

export function isTold(name: SettingName): boolean {
  return TOLD.includes(name);
}
