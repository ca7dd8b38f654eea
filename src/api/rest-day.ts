import { call, type RestCall } from "#src/api/rest-call.ts";
import { deleteCoHost, putCoHost, readCoHosts } from "#src/features/events/co-hosts/rest.server.ts";
import {
  deleteGreeter,
  postCheckIn,
  postMarks,
  putGreeter,
  readCheckInCode,
  readDoor,
} from "#src/features/events/door/rest.server.ts";
import {
  deleteFollowLink,
  postFollowLink,
  putBoard,
  readBoard,
  readFollowed,
} from "#src/features/events/courts/rest.server.ts";

/** The day of an event: its hosts, its door and its courts. */
export const dayCalls: readonly RestCall[] = [
  call("delete", "/api/social-events/:eventId/co-hosts/:userId", deleteCoHost),
  call("put", "/api/social-events/:eventId/co-hosts/:userId", putCoHost),
  call("get", "/api/social-events/:eventId/co-hosts", readCoHosts),
  call("delete", "/api/social-events/:eventId/greeters/:userId", deleteGreeter),
  call("post", "/api/social-events/:eventId/check-in", postCheckIn),
  call("post", "/api/social-events/:eventId/door", postMarks),
  call("put", "/api/social-events/:eventId/greeters/:userId", putGreeter),
  call("get", "/api/social-events/:eventId/door/code", readCheckInCode),
  call("get", "/api/social-events/:eventId/door", readDoor),
  call("delete", "/api/social-events/:eventId/courts/link", deleteFollowLink),
  call("post", "/api/social-events/:eventId/courts/link", postFollowLink),
  call("put", "/api/social-events/:eventId/courts", putBoard),
  call("get", "/api/social-events/:eventId/courts", readBoard),
  call("get", "/api/courts/:token", readFollowed),
];
