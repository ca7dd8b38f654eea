import { call, type RestCall } from "#src/api/rest-call.ts";
import * as threads from "#src/features/chats/rest/threads.server.ts";
import { deleteCoHost, putCoHost, readCoHosts } from "#src/features/events/co-hosts/rest.server.ts";
import * as costs from "#src/features/events/costs/rest.server.ts";
import * as door from "#src/features/events/door/rest.server.ts";
import { postMessage, readMessages, readSentMessages } from "#src/features/events/host-messages/rest.server.ts";
import * as courts from "#src/features/events/courts/rest.server.ts";

import { patchListing, postDoubt, readLadder, readOwnResults } from "#src/features/events/ladder/rest.server.ts";
import { readGuestLinksCall, readGuestPlaceCall } from "#src/features/events/visitors/rest/guests.server.ts";

/** Calls for the day of an event: hosts, door, courts, ladder, and host messages. */
export const dayCalls: readonly RestCall[] = [
  call("delete", "/api/social-events/:eventId/co-hosts/:userId", deleteCoHost),
  call("put", "/api/social-events/:eventId/co-hosts/:userId", putCoHost),
  call("get", "/api/social-events/:eventId/co-hosts", readCoHosts),
  call("get", "/api/social-events/:eventId/thread", threads.readThread),
  call("post", "/api/social-events/:eventId/thread", threads.postInThread),
  call("patch", "/api/social-events/:eventId/thread/:messageId", threads.patchThreadMessage),
  call("delete", "/api/social-events/:eventId/thread/:messageId", threads.deleteThreadMessage),
  call("put", "/api/social-events/:eventId/thread/:messageId/reactions", threads.putThreadReaction),
  call("delete", "/api/social-events/:eventId/greeters/:userId", door.deleteGreeter),
  call("post", "/api/social-events/:eventId/check-in", door.postCheckIn),
  call("post", "/api/social-events/:eventId/door", door.postMarks),
  call("put", "/api/social-events/:eventId/greeters/:userId", door.putGreeter),
  call("get", "/api/social-events/:eventId/door/code", door.readCheckInCode),
  call("get", "/api/social-events/:eventId/door", door.readDoor),
  call("delete", "/api/social-events/:eventId/costs", costs.deleteCost),
  call("patch", "/api/social-events/:eventId/costs/:shareId", costs.patchShare),
  call("post", "/api/social-events/:eventId/costs/reminders", costs.postReminders),
  call("put", "/api/social-events/:eventId/costs", costs.putCost),
  call("get", "/api/social-events/:eventId/costs", costs.readCostsCall),
  call("get", "/api/event-shares", costs.readOwnSharesCall),
  call("get", "/api/admin/event-shares", costs.readOwed),
  call("get", "/api/social-events/:eventId/messages/sent", readSentMessages),
  call("get", "/api/social-events/:eventId/messages", readMessages),
  call("post", "/api/social-events/:eventId/messages", postMessage),
  call("delete", "/api/social-events/:eventId/courts/link", courts.deleteFollowLink),
  call("post", "/api/social-events/:eventId/courts/link", courts.postFollowLink),
  call("put", "/api/social-events/:eventId/courts", courts.putBoard),
  call("get", "/api/social-events/:eventId/courts", courts.readBoard),
  call("get", "/api/courts/:token", courts.readFollowed),
  call("get", "/api/ladder", readLadder),
  call("get", "/api/ladder/own", readOwnResults),
  call("patch", "/api/ladder/own", patchListing),
  call("post", "/api/ladder/own/doubts", postDoubt),
  call("get", "/api/social-events/:eventId/guest-links", readGuestLinksCall),
  call("post", "/api/guest-place", readGuestPlaceCall),
];
