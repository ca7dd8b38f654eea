import {
  ALREADY_POSTED,
  CANCELLED_EVENT,
  HELD_EVENT,
  PRIVATE_EVENT,
} from "#src/features/events/chat-calendar/messages.ts";
import type { EventView } from "#src/features/events/schema.ts";

/** An id of the chat's calendar is longer than this; shorter text in its place means nothing. */
const LONGEST_NO_ID = 5;

export function isPosted({ poll }: Pick<EventView, "poll">): boolean {
  return poll.length > LONGEST_NO_ID;
}

type Postable = Pick<EventView, "poll" | "generalpublic" | "status"> & { readonly held?: boolean | undefined };

/** Why an event can't be posted to the chat's calendar, as a sentence; null when it can. */
export function whyNotPostable(event: Postable): string | null {
  if (event.held) return HELD_EVENT;
  if (isPosted(event)) return ALREADY_POSTED;
  if (!event.generalpublic) return PRIVATE_EVENT;
  return event.status === "cancelled" ? CANCELLED_EVENT : null;
}
