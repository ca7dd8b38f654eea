import { counted } from "#src/shared/counted.ts";
import { REACTIONS } from "#src/shared/states.ts";

/** The sentences of the chat pages. */
export const NO_CHATS = "No chats available.";
export const FAILED_TO_LOAD_CHATS = "Failed to load chats. Please try again later.";
export const LOG_IN_FOR_CHATS = "Please log in to view the chat list/details.";
export const NO_ANSWER = "The chats didn’t respond. Please try again.";
export const EMPTY_MESSAGE = "Please write something first.";
export const MESSAGE_NOT_SENT = "This message cannot be sent as it is.";
/** The title above that sentence. */
export const CHAT_NOT_FOUND_TITLE = "Chat Not Found";
export const CHAT_NOT_FOUND = "The requested chat could not be found.";
/** Name of a person without one. */
export const NAMELESS = "Someone";
export const MESSAGE_NOT_FOUND = "You have no such message here.";
/** In a report, between a message's original and edited text. */
export const CHANGED_TO = " → ";
export const CHANGED_ELSEWHERE = "Please change this message in the group's chat app.";
const MESSAGE_DELETED = "Message deleted";
const MESSAGE_HIDDEN = "Hidden by an organizer";
/** Replaces a deleted or hidden message; null if it still has its text. */
export function goneWords({ deleted, hidden }: { readonly deleted: boolean; readonly hidden: boolean }): string | null {
  if (deleted) return MESSAGE_DELETED;
  return hidden ? MESSAGE_HIDDEN : null;
}
/** Replaces a quoted message that was deleted or hidden. */
export const QUOTED_GONE = "This message is no longer here.";
export const REPLY_TO_GONE = "The message that you reply to is no longer here.";
export const REPLY_ELSEWHERE = "Please reply in the group's chat app.";
export const REACTIONS_ARE = `React with one of ${REACTIONS.join(" ")}.`;
export const REACT_ELSEWHERE = "Please react in the group's chat app.";
export const LIMIT_REASON_REQUIRED = "Say why. Organizers read it.";
export const MUTE_DAYS_ARE = "A mute lasts 1, 3, 7 or 30 days.";
export const NOT_MODERATED = "Nothing was changed: please look at what is marked.";
export const NO_SUCH_MESSAGE = "This message no longer exists.";
export const LIMITED_NOT_FOUND = "This person no longer exists.";
export const LIMIT_NOT_YOURSELF = "You cannot limit yourself.";
export const HIDDEN_NOW = "The message is hidden.";
export const SHOWN_NOW = "The message is shown again.";
export const UNMUTED_NOW = "They can write again.";
export const READMITTED_NOW = "They can read and write in this chat again.";
export const mutedWords = (days: number) => `Muted in all chats for ${counted(days, "day", "days")}.`;
export const removedWords = (chat: string) => `Removed from ${chat}.`;
export const READ_ONLY_CHAT = "This chat does not take messages from this site. Please write in the group's chat app.";
/** Name of an event's thread. */
export const THREAD_NAME = "Event chat";
export const REMOVED_FROM_CHAT =
  "An organizer removed you from this chat. If you think this is a mistake, write to the organizers.";
export const THREAD_CLOSED = "This chat closed two weeks after the event.";
export const ORGANIZERS_WRITE = "Only organizers write here.";
export const tooLongFor = (max: number) => `Messages in this chat can have at most ${max} characters.`;
export const badLimit = (max: number) => `A page may have 1 to ${max}.`;

/** How old the data is while the chat's provider is down; null if it is current. */
export function lastUpdated(syncAge: number | null): string | null {
  const minutes = Math.floor((syncAge ?? 0) / 60);
  if (minutes < 3) return null;
  if (minutes < 120) return `Last updated ${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `Last updated ${hours} hours ago` : `Last updated ${Math.floor(hours / 24)} days ago`;
}
