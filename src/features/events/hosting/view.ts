import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { EventChangeRow } from "#src/db/tables/event-changes.ts";
import type { EditableEvent, EventSettings, Proposed, WaitingChange } from "#src/features/events/hosting/schema.ts";
import { plainOf } from "#src/features/events/rules/plain-fields.ts";
import type { EventManager } from "#src/policy/events.ts";

/** A row in the terms in which it is changed. */
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
    status,
    chat,
    imgKey,
    groupmeImg: row.groupMeImg,
    groupMeChatUrl,
    shortLocation,
    pollText,
    pollPrivateLocation,
  };
}

/** A proposed change as the event's host and organizers read it; null where there is none. */
export function viewWaiting(row: EventChangeRow | undefined): WaitingChange | null {
  if (!row) return null;
  const refusal = row.refusedAt === null ? null : row.refusalReason;
  return { change: row.change, scope: row.scope, proposedAt: row.proposedAt.toISOString(), refusal };
}

/** What a proposed change would make of the settings that guests read now. */
export function viewDifference(row: SocialEventRow, { change }: EventChangeRow): { before: Proposed; after: Proposed } {
  const published = settingsOf(row);
  const after = change as Proposed;
  return { before: Object.fromEntries(Object.entries(published).filter(([name]) => name in after)), after };
}

/** An event as whoever manages it may read it, its place among the rest, whatever group they are in: they wrote it. */
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
    ...more,
    going: row.goingCount,
    following: [...more.following],
  };
}
