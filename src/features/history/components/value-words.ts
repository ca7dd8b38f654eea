import { fieldWords } from "#src/features/history/components/log-words.ts";
import { METHOD_WORDS } from "#src/features/membership/messages.ts";
import { NO_ANSWER } from "#src/shared/choices.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { counted } from "#src/shared/counted.ts";
import { clockTime, isDay, lengthWords, longDate, monthTitle, weekdayName } from "#src/shared/dates.ts";
import { dollars, signedDollars } from "#src/shared/money.ts";

/** Formats a moment in the group's time zone. */
export type MomentWords = (iso: string) => string;
export type Facts = Readonly<Record<string, unknown>>;

// Ids and URLs for programs, and fields that the entry's sentence already shows.
const LEFT_OUT = new Set([
  "id",
  "userId",
  "user_id",
  "requestId",
  "payment",
  "key",
  "image_url",
  "name",
  "groupmeId",
  "role",
  "createdAt",
  "updatedAt",
  "chosen",
  "total",
  "searched",
  "currency",
]);

const CLOSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  decision: { hold: "on hold", runs: "runs", called_off: "canceled" },
  reason: { weather: "weather", minimum: "too few people", other: "other" },
  status: { cancelled: "canceled", applied: "Applied", approved: "Approved" },
  zsex: { female: "Female", male: "Male" },
  sex: { female: "Female", male: "Male" },
  method: METHOD_WORDS,
  // For entries written when the log still included it.
  referredBy: { [NO_ANSWER]: "" },
  zmessage: { [NO_ANSWER]: "" },
};
/** Counts of an import that are hidden when zero. */
const COUNTS = new Set(["create", "fill", "propose", "proposed", "unchanged", "refuse"]);
const PHONES = new Set(["phone", "zphone2"]);
/** Longer lists show one item per line. */
const MOST_ON_A_LINE = 3;
const MOST_SHOWN = 200;
const MONTH = /^\d{4}-\d\d$/;
const CLOCK = /^\d\d:\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isTold = (field: string) => !LEFT_OUT.has(field);

function listWords(list: readonly unknown[], momentWords: MomentWords): string {
  const shown = list.slice(0, MOST_SHOWN).map((each) => valueWords("", each, momentWords));
  if (list.length > MOST_SHOWN) shown.push(`and ${list.length - MOST_SHOWN} more`);
  return shown.join(list.length > MOST_ON_A_LINE ? "\n" : "; ");
}

function factsWords(facts: Facts, momentWords: MomentWords): string {
  return Object.entries(facts)
    .filter(([field]) => isTold(field))
    .map(([field, inner]) => [fieldWords(field), valueWords(field, inner, momentWords)] as const)
    .filter(([, said]) => said !== "")
    .map(([field, said]) => `${field}: ${said}`)
    .join(", ");
}

function textWords(field: string, value: string, momentWords: MomentWords): string {
  if (PHONES.has(field)) return formatPhone(value);
  if (field === "daysBack") return counted(Number(value), "day", "days");
  if (field === "month" && MONTH.test(value)) return monthTitle(value);
  if (field === "time" && CLOCK.test(value)) return clockTime(value);
  if (field === "logo" && value !== "") return "a picture";
  if (isDay(value)) return `${weekdayName(value)}, ${longDate(value)}`;
  return MOMENT.test(value) ? momentWords(value) : (CLOSED[field]?.[value] ?? value);
}

const NUMBERS: Readonly<Record<string, (value: number) => string>> = {
  amountCents: signedDollars,
  cost: (value) => dollars(Math.round(value * 100)),
  lengthMinutes: lengthWords,
};

function booleanWords(field: string, value: boolean): string {
  if (field === "generalpublic") return value ? "Public" : "Close friends";
  return value ? "yes" : "no";
}

/** Formats a field's value: moments in the group's zone, money in dollars, labels instead of codes. */
export function valueWords(field: string, value: unknown, momentWords: MomentWords): string {
  if (value === null || value === undefined || (value === 0 && COUNTS.has(field))) return "";
  if (typeof value === "boolean") return booleanWords(field, value);
  if (typeof value === "number") return NUMBERS[field]?.(value) ?? value.toLocaleString("en-US");
  if (typeof value === "string") return textWords(field, value, momentWords);
  if (Array.isArray(value)) return listWords(value, momentWords);
  return isFacts(value) ? factsWords(value, momentWords) : JSON.stringify(value);
}
