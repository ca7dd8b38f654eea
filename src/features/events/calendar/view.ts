import { tzlib_get_ical_block } from "timezones-ical-library";
import { aboutOf, compactUtc, placeOf } from "#src/features/events/calendar/rules.ts";
import { callOffSentence, holdSentences } from "#src/features/events/decision/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";

// iCalendar (RFC 5545), written by hand: the libraries we tried write wall times in the server's zone.

const LINE_BYTES = 75;
const STATUS = { scheduled: "CONFIRMED", postponed: "TENTATIVE", cancelled: "CANCELLED" } as const;

/** Escapes a TEXT value (3.3.11) and removes characters that iCalendar forbids. */
function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, "\\$&")
      .replace(/\r\n|\r|\n/g, "\\n")
      // oxlint-disable-next-line eslint/no-control-regex -- control characters are intended
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
  );
}

/** Folds a line at 75 bytes, never inside a character (3.1). */
function fold(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      pieces.push(piece);
      // The leading space of a continuation line counts too.
      [piece, bytes] = ["", 1];
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}

/** `2026-11-28T18:00:00-05:00` → `20261128T180000`: the wall time in the event's zone. */
function wallTime(iso: string): string {
  return iso.slice(0, 19).replace(/[-:]/g, "");
}

const wallMoment = (iso: string) => Date.parse(`${iso.slice(0, 19)}Z`);

/** Whether the UTC offset changes between two times, so that the later wall time may be ambiguous. */
function isAcrossChange(from: string, to: string): boolean {
  return wallMoment(to) - wallMoment(from) !== Date.parse(to) - Date.parse(from);
}

/** The VTIMEZONE lines of a zone, required for every TZID in use. */
function zoneLines(timeZone: string): string[] {
  const block = tzlib_get_ical_block(timeZone);
  const text = Array.isArray(block) ? (block[0] ?? "") : block;
  // The library names the block of Amsterdam after Brussels, which has the same rules.
  const named = text.replaceAll(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${timeZone}`);
  return named.split(/\r?\n/).filter((line) => line !== "");
}

/** The owner's RSVP to an event in their own calendar. Anything but going does not block the time. */
export type CalendarRsvp = "going" | "maybe" | "waiting";
export type CalendarEntry = EventView & { readonly rsvp?: CalendarRsvp };

const UNSETTLED = { maybe: "Maybe", waiting: "Waiting list" } as const;

type Feed = {
  readonly name: string;
  readonly siteUrl: string;
  /** When the feed was written. */
  readonly now: Date;
};

/** A canceled event is CANCELLED, whatever the RSVP. */
function statusOf({ status, decision, rsvp = "going" }: CalendarEntry): string {
  const isOpen = rsvp !== "going" || decision?.state === "hold";
  return status === "scheduled" && isOpen ? "TENTATIVE" : STATUS[status];
}

const localTime = (name: string, iso: string, { timeZone }: EventView) => `${name};TZID=${timeZone}:${wallTime(iso)}`;

function endLines(event: EventView): string[] {
  const { startsAt, endsAt } = event;
  if (endsAt === "") return [];
  return [
    isAcrossChange(startsAt, endsAt) ? `DTEND:${compactUtc(new Date(endsAt))}` : localTime("DTEND", endsAt, event),
  ];
}

function eventLines(event: CalendarEntry, { siteUrl, now }: Feed): string[] {
  const url = `${siteUrl}/events/${event.socialEventId}`;
  const isOnHold = event.status === "scheduled" && event.decision?.state === "hold";
  const course = event.status === "postponed" ? "Postponed: " : isOnHold ? "On hold: " : "";
  const decision = isOnHold ? holdSentences(event).join(" ") : callOffSentence(event);
  const mark = event.rsvp && event.rsvp !== "going" ? `${UNSETTLED[event.rsvp]}: ` : "";
  const place = placeOf(event);
  return [
    "BEGIN:VEVENT",
    // Stable: an event's id never changes.
    `UID:event-${event.socialEventId}@${new URL(siteUrl).hostname}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${compactUtc(now)}`,
    localTime("DTSTART", event.startsAt, event),
    ...endLines(event),
    `SUMMARY:${escapeText(course + mark + event.title)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText([decision, aboutOf(event), url].filter(Boolean).join("\n\n"))}`,
    `URL:${url}`,
    `STATUS:${statusOf(event)}`,
    ...(mark === "" && event.status !== "postponed" ? [] : ["TRANSP:TRANSPARENT"]),
    "END:VEVENT",
  ];
}

/** Renders events, as one viewer may read them, as an iCalendar file. */
export function viewCalendar(events: readonly CalendarEntry[], feed: Feed): string {
  const zones = [...new Set(events.map(({ timeZone }) => timeZone))];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sandbar//Events//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(feed.name)}`,
    `X-WR-CALNAME:${escapeText(feed.name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...zones.flatMap(zoneLines),
    ...events.flatMap((event) => eventLines(event, feed)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}
