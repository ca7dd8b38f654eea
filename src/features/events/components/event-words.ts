import { handleWords } from "#src/features/events/components/safe-links.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { addDays, type Day, longDate, shortDate, weekdayName } from "#src/shared/dates.ts";
import { dollars } from "#src/shared/money.ts";

/** The fields that a list shows: a page of twenty is a third the size of twenty whole events. */
const LISTED = [
  "socialEventId",
  "title",
  "day",
  "time",
  "zoneName",
  "startsAt",
  "endsAt",
  "location",
  "cost",
  "spacesLeft",
  "waitingCount",
  "going",
  "usually",
  "status",
  "decision",
  "draw",
  "chat",
  "imgKey",
  "generalpublic",
] as const satisfies readonly (keyof EventView)[];
export type ListedEvent = Pick<EventView, (typeof LISTED)[number]>;

/** The part of an event that lists show. */
export function listedEvent(event: EventView): ListedEvent {
  return Object.fromEntries(LISTED.map((field) => [field, event[field]])) as ListedEvent;
}

/** `Today`, `Tomorrow`, or `Sat, Nov 28`; with the year when it is not this one. */
export function dayHeading(day: Day, today: Day): string {
  if (day === today) return "Today";
  if (day === addDays(today, 1)) return "Tomorrow";
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : `, ${day.slice(0, 4)}`;
  return `${weekdayName(day).slice(0, 3)}, ${shortDate(day)}${year}`;
}

const DAY_MS = 86_400_000;

/** The note beside a day's heading: the date, or the distance. An event still in progress began on an earlier day. */
export function dayNote(day: Day, today: Day): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (days < 0) return `${counted(-days, "day", "days")} ago`;
  return days <= 1 ? `${weekdayName(day).slice(0, 3)}, ${shortDate(day)}` : `In ${days} days`;
}

/** `Free`, `$10`, `$12.50`. */
export function costWords(cost: number): string {
  return cost === 0 ? "Free" : dollars(Math.round(cost * 100));
}

/** `$5. Pay by Venmo (@ana) or Cash App ($ana).` Null for a free event. */
export function payWords({
  cost,
  organizerVenmo,
  organizerCashApp,
}: Pick<EventView, "cost" | "organizerVenmo" | "organizerCashApp">): string | null {
  if (cost === 0) return null;
  const ways = [
    organizerVenmo !== "" && `Venmo (${handleWords(organizerVenmo, "@")})`,
    organizerCashApp !== "" && `Cash App (${handleWords(organizerCashApp, "$")})`,
  ].filter(Boolean);
  return ways.length === 0 ? costWords(cost) : `${costWords(cost)}. Pay by ${ways.join(" or ")}.`;
}

/** At this many or fewer, free seats are highlighted. */
const FEW_SEATS = 5;

export type Seats = { readonly words: string; readonly tone: "plain" | "few" | "none" };

/** The remaining places in words; null if unknown. Paid events say "sold out", free ones "full". */
export function seatsOf({
  spacesLeft,
  cost,
  waitingCount,
  draw,
}: Pick<EventView, "spacesLeft" | "cost" | "waitingCount" | "draw">): Seats | null {
  if (draw?.state === "open")
    return { words: `${counted(Number(spacesLeft), "space", "spaces")}, drawn`, tone: "plain" };
  if (spacesLeft === "") return null;
  if (spacesLeft >= UNLIMITED_SPACES) return { words: "Open to all", tone: "plain" };
  if (spacesLeft === 0) return { words: cost === 0 ? "Event Full" : "Sold out", tone: "none" };
  // Free places belong to the waiting list.
  if (waitingCount > 0) return { words: "Waiting list", tone: "none" };
  return {
    words: spacesLeft === 1 ? "1 space left" : `${spacesLeft} spaces left`,
    tone: spacesLeft <= FEW_SEATS ? "few" : "plain",
  };
}

/**
 * The count of people going, or an estimate marked as one. Null when there is neither, the event is canceled, or the
 * estimate exceeds its places.
 */
export function goingWords({
  going,
  usually,
  status,
  spacesLeft,
}: Pick<EventView, "going" | "usually" | "status" | "spacesLeft">): string | null {
  if (status === "cancelled") return null;
  if (usually) {
    if (spacesLeft !== "" && spacesLeft < usually.min) return null;
    const { min, max } = usually;
    return `usually ${min === max ? counted(min, "person", "people") : `${min}–${max} people`}`;
  }
  return going > 0 ? `${going} going` : null;
}

/** Attendance of a past event by its door marks: `14 came`; null if nobody was marked. */
export function cameWords({ came }: Pick<EventView, "came">): string | null {
  return came === undefined ? null : `${came} came`;
}

type Timed = Pick<EventView, "time" | "endTime" | "zoneName" | "startsAt" | "endsAt">;

/** The end's day if it is 24 hours or more after the start; else null. */
function endDayOf({ startsAt, endsAt }: Timed): Day | null {
  return Date.parse(endsAt) - Date.parse(startsAt) >= DAY_MS ? endsAt.slice(0, 10) : null;
}

/**
 * `6:00 – 8:00 PM EST`, with one AM or PM if both times share it. `6:00 PM – Sun, Nov 29, 6:00 PM EST` if it lasts a
 * day or longer.
 */
export function timeRange(event: Timed): string {
  const { time, endTime, zoneName } = event;
  if (endTime === "") return `${time} ${zoneName}`;
  const endDay = endDayOf(event);
  if (endDay !== null)
    return `${time} – ${weekdayName(endDay).slice(0, 3)}, ${shortDate(endDay)}, ${endTime} ${zoneName}`;
  const sharesHalf = time.slice(-2) === endTime.slice(-2);
  return `${sharesHalf ? time.slice(0, -3) : time} – ${endTime} ${zoneName}`;
}

/** `Saturday, November 28, 2026, 6:00 PM to 8:00 PM EST`. */
export function whenWords(event: Timed & Pick<EventView, "weekday" | "date">): string {
  const { weekday, date, time, endTime, zoneName } = event;
  const endDay = endDayOf(event);
  const end = endDay === null ? endTime : `${weekdayName(endDay)}, ${longDate(endDay)}, ${endTime}`;
  return `${weekday}, ${date}, ${endTime === "" ? time : `${time} to ${end}`} ${zoneName}`;
}

export const STATUS_WORDS: Readonly<Record<Exclude<EventView["status"], "scheduled">, string>> = {
  cancelled: "Canceled",
  postponed: "Postponed",
};

/** Groups neighboring events of one day, in the order given. */
export function groupByDay<T extends { readonly day: Day }>(events: readonly T[]): { day: Day; events: T[] }[] {
  const groups: { day: Day; events: T[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.day === event.day) last.events.push(event);
    else groups.push({ day: event.day, events: [event] });
  }
  return groups;
}

/** The hour cycle of the reader's browser, 12 or 24 hours. */
const readOwnHourCycle = () => new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hourCycle;

/**
 * `Sun, Nov 22, 00:30` in the reader's time zone; null if that matches the group's. `startsAt` is ISO 8601 with the
 * group's offset.
 */
export function readersTime(startsAt: string, readHourCycle = readOwnHourCycle): string | null {
  const start = new Date(startsAt);
  // Most readers are in the group's zone, and the first format on a page takes 80 ms on a phone.
  const isHere =
    start.getDate() === Number(startsAt.slice(8, 10)) &&
    start.getHours() === Number(startsAt.slice(11, 13)) &&
    start.getMinutes() === Number(startsAt.slice(14, 16));
  if (isHere) return null;
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    hourCycle: readHourCycle(),
  }).format(start);
}

/**
 * A directions link on Google Maps, which phones open in their map app. Uses the private place if the viewer may see
 * it.
 */
export function directionsUrl({ location, privateLocation, mapPoint }: EventView): string {
  const destination = mapPoint || [...new Set([privateLocation, location])].filter(Boolean).join(", ");
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination })}`;
}
