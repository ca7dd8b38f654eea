import { getTimes } from "suncalc";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { viewDraw } from "#src/features/events/draw/view.ts";
import { viewDecision } from "#src/features/events/decision/view.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { NONE } from "#src/features/events/rules.ts";
import { plainOf } from "#src/features/events/rules/plain-fields.ts";
import type { EventCounts, EventView } from "#src/features/events/schema.ts";
import { REGION_BOUNDS } from "#src/features/map/rules/projection.ts";
import { canSeeLocation, canSeePhotos, canSeePrivateLocation } from "#src/policy/events.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { clockTime, lengthWords, longDate, shortDate, weekdayName } from "#src/shared/dates.ts";
import { offsetIso, wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

/** 1000 = unlimited, 0 = sold out, empty = unknown. */
export function spacesLeft(row: Pick<SocialEventRow, "capacity" | "goingCount">): number | "" {
  if (row.capacity === null) return "";
  if (row.capacity >= UNLIMITED_SPACES) return UNLIMITED_SPACES;
  return Math.max(0, row.capacity - row.goingCount);
}

/** The live part of an event: the same for everyone who may see it. */
export function viewCounts(row: Pick<SocialEventRow, "capacity" | "goingCount" | "waitingCount">): EventCounts {
  return { going: row.goingCount, spacesLeft: spacesLeft(row), waitingCount: row.waitingCount };
}

function usually({ goingCount, usualLow, usualHigh }: SocialEventRow): EventView["usually"] {
  return goingCount > 0 || usualLow === null || usualHigh === null ? null : { min: usualLow, max: usualHigh };
}

function when(row: SocialEventRow) {
  const endsAt = row.lengthMinutes === null ? null : new Date(row.startsAt.getTime() + row.lengthMinutes * 60_000);
  return {
    date: longDate(row.day),
    // A wall time skipped by a clock change is shown as the actual time.
    time: clockTime(wallTime(row.startsAt, row.timeZone).time),
    length: lengthWords(row.lengthMinutes),
    shortDate: shortDate(row.day),
    day: row.day,
    weekday: weekdayName(row.day),
    endTime: endsAt ? clockTime(wallTime(endsAt, row.timeZone).time) : "",
    timeZone: row.timeZone,
    zoneName: zoneAbbreviation(row.startsAt, row.timeZone),
    startsAt: offsetIso(row.startsAt, row.timeZone),
    endsAt: endsAt ? offsetIso(endsAt, row.timeZone) : "",
  };
}

function decisionOf(row: SocialEventRow): Pick<EventView, "decision"> {
  const decision = viewDecision(row);
  return decision === undefined ? {} : { decision };
}

function drawOf(row: SocialEventRow): Pick<EventView, "draw"> {
  const draw = viewDraw(row);
  return draw === undefined ? {} : { draw };
}

/** The only view of an event that leaves the server: exactly the fields that this viewer may read. */
export function viewEvent(row: SocialEventRow, viewer: Viewer): EventView {
  return {
    socialEventId: row.id,
    ...plainOf(row),
    ...when(row),
    location: canSeeLocation(viewer, row) ? row.location : JOIN_FOR_LOCATION,
    mapPoint: canSeeLocation(viewer, row) ? row.mapPoint : "",
    ...(canSeePrivateLocation(viewer, row) && {
      privateLocation: row.privateLocation,
      pollPrivateLocation: row.pollPrivateLocation,
      shortLocation: row.shortLocation,
    }),
    cost: row.costCents / 100,
    spacesLeft: spacesLeft(row),
    host1: row.host1,
    host2: row.host2,
    generalpublic: row.generalPublic,
    imgKey: row.imgKey,
    ...(canSeePhotos(viewer, row)
      ? { imgList: row.imgList, photoCaptions: { ...row.photoCaptions } }
      : { imgList: [], photoCaptions: {} }),
    showPhotos: row.showPhotos,
    // Often an invitation link, so it is as private as the place.
    groupMeChatUrl: canSeeLocation(viewer, row) ? row.groupMeChatUrl : NONE,
    chat: row.chat,
    groupmeImg: row.groupMeImg,
    pollText: row.pollText,
    poll: row.poll,
    status: row.status,
    ...(row.status === "cancelled" && row.cancelReason !== "" && { cancelReason: row.cancelReason }),
    ...decisionOf(row),
    ...drawOf(row),
    sequence: row.sequence,
    ...(row.previousStartsAt && { previousStartsAt: offsetIso(row.previousStartsAt, row.timeZone) }),
    ...(row.held && { held: true as const }),
    ...(row.held && row.refusedAt !== null && { refusal: row.refusalReason }),
    membersOnly: row.membersOnlyLocation,
    going: row.goingCount,
    waitingCount: row.waitingCount,
    ...(row.cameCount > 0 && { came: row.cameCount }),
    ...(row.guestsPerPerson > 0 && { guestsPerPerson: row.guestsPerPerson }),
    usually: usually(row),
  };
}

const NEAR_MS = 3_600_000;

/** The sunset at the center of the group's map, for events within an hour of it. */
function sunsetOf({ startsAt, lengthMinutes, timeZone }: SocialEventRow): Pick<EventView, "sunset"> {
  const [[south, west], [north, east]] = REGION_BOUNDS;
  const { sunset } = getTimes(startsAt, (south + north) / 2, (west + east) / 2);
  const endsAt = startsAt.getTime() + (lengthMinutes ?? 0) * 60_000;
  const isNear = sunset && sunset.getTime() >= startsAt.getTime() - NEAR_MS && sunset.getTime() <= endsAt + NEAR_MS;
  return isNear ? { sunset: clockTime(wallTime(sunset, timeZone).time) } : {};
}

/** An event for its own page, with the sunset, which lists don't show. */
export function viewSingleEvent(row: SocialEventRow, viewer: Viewer): EventView {
  return { ...viewEvent(row, viewer), ...sunsetOf(row) };
}
