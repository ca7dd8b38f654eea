import { completed, type Draft } from "#src/features/events/form/rules/draft.ts";
import { readCost, readDay, readLength } from "#src/features/events/form/rules/read-values.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { plainOf } from "#src/features/events/rules/plain-fields.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { clockTime, type Day, lengthWords, longDate, shortDate, weekdayName } from "#src/shared/dates.ts";

/** `EST` or `EDT`: the zone's abbreviation on that day. */
export function zoneNameOn(day: Day, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(
    Date.parse(`${day}T17:00:00Z`),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The zone's UTC offset at that local time, like `-05:00`. May be wrong within hours of a clock change. */
function offsetOn(day: Day, time: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(
    Date.parse(`${day}T${time}:00Z`),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value.slice("GMT".length) || "Z";
}

/** Adds minutes to a wall time, `YYYY-MM-DDTHH:MM`. Ignores clock changes. */
function wallAfter(day: Day, time: string, minutes: number): string {
  return new Date(Date.parse(`${day}T${time}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

function spacesLeft(typed: string): number | "" {
  const number = Number(typed);
  return typed.trim() === "" || !Number.isInteger(number) || number < 0 ? "" : Math.min(number, UNLIMITED_SPACES);
}

/** The event as visitors will see it, from the filled-in fields. Without a date it is today's. */
export function previewOf(draft: Draft, today: Day, timeZone: string): EventView {
  const { socialEventId, imgKey, title, host, chat, pollText } = completed(draft);
  const day = readDay(draft.date) ?? today;
  const minutes = readLength(draft.length);
  const end = minutes === null ? "" : wallAfter(day, draft.time, minutes);
  const offset = offsetOn(day, draft.time, timeZone);
  return {
    ...plainOf(draft),
    socialEventId,
    title: title.trim() || "Your event",
    day,
    date: longDate(day),
    shortDate: shortDate(day),
    weekday: weekdayName(day),
    time: clockTime(draft.time),
    endTime: end && clockTime(end.slice(11)),
    length: lengthWords(minutes),
    timeZone,
    zoneName: zoneNameOn(day, timeZone),
    startsAt: `${day}T${draft.time}:00${offset}`,
    endsAt: end && `${end}:00${offset}`,
    location: draft.isMembersOnly ? JOIN_FOR_LOCATION : draft.location.trim() || "Where it is",
    membersOnly: draft.isMembersOnly,
    cost: (readCost(draft.cost) ?? 0) / 100,
    spacesLeft: spacesLeft(draft.spacesLeft),
    host: host.trim() || "you",
    host1: "",
    host2: "",
    generalpublic: draft.isPublic,
    imgKey,
    imgList: [],
    photoCaptions: {},
    showPhotos: false,
    groupMeChatUrl: "",
    chat,
    groupmeImg: "",
    pollText,
    poll: "",
    status: "scheduled",
    sequence: 0,
    going: 0,
    waitingCount: 0,
    usually: null,
  };
}
