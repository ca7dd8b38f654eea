import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { EditableEvent, EventSettings } from "#src/features/events/edit/schema.ts";
import { plainOf } from "#src/features/events/rules/plain-fields.ts";
import type { EventManager } from "#src/policy/events.ts";

/** The settings of an event row. */
export function settingsOf(row: SocialEventRow): EventSettings {
  const { lengthMinutes, location, privateLocation, status, chat, imgKey } = row;
  const { groupMeChatUrl, shortLocation, pollText, pollPrivateLocation } = row;
  return {
    ...plainOf(row),
    date: row.day,
    time: row.startTime.slice(0, 5),
    lengthMinutes,
    location,
    membersOnly: row.membersOnlyLocation,
    privateLocation,
    generalpublic: row.generalPublic,
    cost: row.costCents / 100,
    spaces: row.capacity,
    guestsPerPerson: row.guestsPerPerson,
    status,
    cancelReason: row.cancelReason,
    chat,
    imgKey,
    groupmeImg: row.groupMeImg,
    groupMeChatUrl,
    shortLocation,
    pollText,
    pollPrivateLocation,
  };
}

/** An event for its managers: all fields, including the private place, even for non-members. */
export function viewEditable(
  row: SocialEventRow,
  _manager: EventManager,
  more: Pick<EditableEvent, "guests" | "guestsOfAll" | "mustWait" | "waiting"> & {
    readonly following: readonly string[];
  },
): EditableEvent {
  return {
    settings: settingsOf(row),
    timeZone: row.timeZone,
    held: row.held,
    isOnHold: row.decision === "hold",
    ...more,
    going: row.goingCount,
    following: [...more.following],
  };
}
