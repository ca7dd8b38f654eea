import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { EditableEvent, EventSettings } from "#src/features/events/hosting/schema.ts";
import type { EventManager } from "#src/policy/events.ts";

/** A row in the terms in which it is changed. */
export function settingsOf(row: SocialEventRow): EventSettings {
  const { title, lengthMinutes, location, privateLocation, description, status, host, chat, imgKey } = row;
  const { groupMeChatUrl, groupMeChatId, shortLocation, pollText, pollPrivateLocation } = row;
  return {
    title,
    date: row.day,
    time: row.startTime.slice(0, 5),
    lengthMinutes,
    location,
    membersOnly: row.membersOnlyLocation,
    privateLocation,
    generalpublic: row.generalPublic,
    description,
    cost: row.costCents / 100,
    spaces: row.capacity,
    status,
    host,
    chat,
    imgKey,
    groupmeImg: row.groupMeImg,
    groupMeChatUrl,
    groupMeChatId,
    shortLocation,
    pollText,
    pollPrivateLocation,
  };
}

/** An event as whoever manages it may read it, its place among the rest, whatever group they are in: they wrote it. */
export function viewEditable(
  row: SocialEventRow,
  _manager: EventManager,
  more: { readonly guests: number; readonly guestsOfAll: number; readonly following: readonly string[] },
): EditableEvent {
  return {
    settings: settingsOf(row),
    timeZone: row.timeZone,
    held: row.held,
    guests: more.guests,
    guestsOfAll: more.guestsOfAll,
    going: row.goingCount,
    following: [...more.following],
  };
}
