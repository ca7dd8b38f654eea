import {
  ALREADY_POSTED,
  CANCELLED_EVENT,
  FINISHED_EVENT,
  HELD_EVENT,
  PRIVATE_EVENT,
} from "#src/features/events/chat-calendar/messages.ts";
import type { EventView } from "#src/features/events/schema.ts";

/** Ids in the chat's calendar are longer than this; a shorter value is no id. */
const LONGEST_NO_ID = 5;

export function isPosted({ poll }: Pick<EventView, "poll">): boolean {
  return poll.length > LONGEST_NO_ID;
}

/** When an event ends: two hours after its start if it has no length. */
export function endOfRow({ startsAt, lengthMinutes }: { startsAt: Date; lengthMinutes: number | null }): Date {
  return new Date(startsAt.getTime() + (lengthMinutes ?? 120) * 60_000);
}

type Postable = Pick<EventView, "poll" | "generalpublic" | "status"> & {
  readonly held?: boolean | undefined;
  readonly isOver: boolean;
};

/** Why an event can't be posted to the chat's calendar, as a sentence; null when it can. */
export function whyNotPostable(event: Postable): string | null {
  if (event.held) return HELD_EVENT;
  if (isPosted(event)) return ALREADY_POSTED;
  if (!event.generalpublic) return PRIVATE_EVENT;
  if (event.status === "cancelled") return CANCELLED_EVENT;
  return event.isOver ? FINISHED_EVENT : null;
}
