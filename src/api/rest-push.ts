import { call, type RestCall } from "#src/api/rest-call.ts";
import {
  deleteSubscription,
  patchPush,
  postOpened,
  postSubscription,
  readPush,
} from "#src/features/notifications/rest.server.ts";

/** Notifications in browsers. */
export const pushCalls: readonly RestCall[] = [
  call("get", "/api/push", readPush),
  call("patch", "/api/push", patchPush),
  call("post", "/api/push/subscriptions", postSubscription),
  call("delete", "/api/push/subscriptions", deleteSubscription),
  call("post", "/api/push/opened", postOpened),
];
