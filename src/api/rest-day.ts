import { call, type RestCall } from "#src/api/rest-call.ts";
import {
  deleteThreadMessage,
  patchThreadMessage,
  postInThread,
  putThreadReaction,
  readThread,
} from "#src/features/chats/rest/threads.server.ts";
import { deleteCoHost, putCoHost, readCoHosts } from "#src/features/events/co-hosts/rest.server.ts";
import {
  deleteCost,
  patchShare,
  postReminders,
  putCost,
  readCostsCall,
  readOwed,
  readOwnSharesCall,
} from "#src/features/events/costs/rest.server.ts";
import {
  deleteGreeter,
  postCheckIn,
  postMarks,
  putGreeter,
  readCheckInCode,
  readDoor,
} from "#src/features/events/door/rest.server.ts";
import { postMessage, readMessages, readSentMessages } from "#src/features/events/host-messages/rest.server.ts";
import {
  deleteFollowLink,
  postFollowLink,
  putBoard,
  readBoard,
  readFollowed,
} from "#src/features/events/courts/rest.server.ts";

import { patchListing, postDoubt, readLadder, readOwnResults } from "#src/features/events/ladder/rest.server.ts";
import { readGuestLinksCall, readGuestPlaceCall } from "#src/features/events/visitors/rest/guests.server.ts";

/** The day of an event: its hosts, its door, its courts, the ladder of their results, and what the host writes. */
export const dayCalls: readonly RestCall[] = [
  call("delete", "/api/social-events/:eventId/co-hosts/:userId", deleteCoHost),
  call("put", "/api/social-events/:eventId/co-hosts/:userId", putCoHost),
  call("get", "/api/social-events/:eventId/co-hosts", readCoHosts),
  call("get", "/api/social-events/:eventId/thread", readThread),
  call("post", "/api/social-events/:eventId/thread", postInThread),
  call("patch", "/api/social-events/:eventId/thread/:messageId", patchThreadMessage),
  call("delete", "/api/social-events/:eventId/thread/:messageId", deleteThreadMessage),
  call("put", "/api/social-events/:eventId/thread/:messageId/reactions", putThreadReaction),
  call("delete", "/api/social-events/:eventId/greeters/:userId", deleteGreeter),
  call("post", "/api/social-events/:eventId/check-in", postCheckIn),
  call("post", "/api/social-events/:eventId/door", postMarks),
  call("put", "/api/social-events/:eventId/greeters/:userId", putGreeter),
  call("get", "/api/social-events/:eventId/door/code", readCheckInCode),
  call("get", "/api/social-events/:eventId/door", readDoor),
  call("delete", "/api/social-events/:eventId/costs", deleteCost),
  call("patch", "/api/social-events/:eventId/costs/:shareId", patchShare),
  call("post", "/api/social-events/:eventId/costs/reminders", postReminders),
  call("put", "/api/social-events/:eventId/costs", putCost),
  call("get", "/api/social-events/:eventId/costs", readCostsCall),
  call("get", "/api/event-shares", readOwnSharesCall),
  call("get", "/api/admin/event-shares", readOwed),
  call("get", "/api/social-events/:eventId/messages/sent", readSentMessages),
  call("get", "/api/social-events/:eventId/messages", readMessages),
  call("post", "/api/social-events/:eventId/messages", postMessage),
  call("delete", "/api/social-events/:eventId/courts/link", deleteFollowLink),
  call("post", "/api/social-events/:eventId/courts/link", postFollowLink),
  call("put", "/api/social-events/:eventId/courts", putBoard),
  call("get", "/api/social-events/:eventId/courts", readBoard),
  call("get", "/api/courts/:token", readFollowed),
  call("get", "/api/ladder", readLadder),
  call("get", "/api/ladder/own", readOwnResults),
  call("patch", "/api/ladder/own", patchListing),
  call("post", "/api/ladder/own/doubts", postDoubt),
  call("get", "/api/social-events/:eventId/guest-links", readGuestLinksCall),
  call("post", "/api/guest-place", readGuestPlaceCall),
];
