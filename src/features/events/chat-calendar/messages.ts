export const SELECT_EVENTS_TO_POST = "Please select events to post to the calendar";
export const NO_PERMISSION_TO_POST = "You don't have permission to post events to the calendar. Admin access required.";
/** Followed by the reason. */
export const FAILED_TO_POST = "Failed to post events to calendar:";
export const UNKNOWN_COMMAND = "Say what to do: the type calendarEvents or calendarChanges, and the eventIds.";
export const EVENT_GONE = "This event no longer exists. Please reload the list.";
export const ALREADY_POSTED = "It is in the calendar already.";
export const PRIVATE_EVENT = "It's for close friends, so it can't go in a calendar that everyone in the chat can see.";
export const HELD_EVENT = "It is not published yet.";
export const CANCELLED_EVENT = "It is canceled.";
export const FINISHED_EVENT = "It is over.";
export const NOT_POSTED_YET = "It is not in the calendar. Post it first.";
export const POST_UNDER_WAY =
  "Another organizer is posting right now, or the chat did not respond. Please try again in half a minute.";
export const POST_UNSURE =
  "The chat didn't respond, so we don't know whether it was posted. Please try again in half a minute: we check the calendar first, so it won't appear twice.";
export const CHANGES_UNSURE =
  "The chat didn't respond. Please try again in half a minute. Sending it twice does no harm.";
export const NOT_NOTED =
  "It was sent to the chat, but we couldn't save the result. Please try again in a minute: we check the calendar first.";
export const RECORDS_AWAY = "The site could not reach its database, so nothing was sent. Please try again in a minute.";
export const TAKEN_OVER = "This took too long, and another organizer took over. Please reload the list.";
export const CHAT_REFUSED = "The chat did not accept it";
export const CHAT_LOST_EVENT = "Someone deleted it in the chat app, so it counts as not posted. You can post it again.";
export const CHAT_IS_GONE = "The chat it belongs to no longer exists.";
export const POST_FAILED = "Not posted.";
export const CHANGES_FAILED = "Not sent.";
export const WITHDRAWN = "It is marked as canceled in the calendar and the chat.";
export const NOTHING_TO_SEND = "The calendar is up to date.";
export const CHANGES_SENT = "The calendar is up to date now.";
export const postedWords = (chat: string) => `Posted to the calendar of ${chat}.`;
export const noChatWords = (chat: string) => `There is no chat called ${chat} to post it to.`;
export const MOST_EVENTS = "At most 50 events at once.";
