import { STATUS_WORDS, timeRange } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { pictureOfChat } from "#src/shared/chat-groups.ts";
import { pictures } from "#src/shared/pictures.generated.ts";
import type { ShareCard } from "#src/shared/share-card.server.ts";

type PictureName = keyof typeof pictures;

// Never an upload, which may show anything, such as a portrait.
function pictureOf({ imgKey, chat }: EventView): PictureName {
  const own = imgKey as PictureName;
  if (own in pictures && pictures[own].width > pictures[own].height) return own;
  return pictureOfChat(chat);
}

/** The facts on the link preview of an event, given as visitors see it. A members-only place is not named. */
export function eventCard(event: EventView, groupName: string): ShareCard {
  const place = event.membersOnly ? "" : event.location;
  return {
    top: `${event.weekday}, ${event.date}`,
    heading: event.title,
    lines: [`${timeRange(event)} · ${groupName}`, place].filter(Boolean),
    flag: event.status === "scheduled" ? "" : STATUS_WORDS[event.status],
    picture: pictureOf(event),
  };
}

/** Path of the preview picture. Changes with its content. */
export function eventPicturePath(eventId: string, version: string): string {
  return `/share/events/${encodeURIComponent(eventId)}/${version}.png`;
}
