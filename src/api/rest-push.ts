import { call, type RestCall } from "#src/api/rest-call.ts";
import * as notifications from "#src/features/notifications/rest.server.ts";

/** Calls for browser notifications. */
export const pushCalls: readonly RestCall[] = [
  call("get", "/api/push", notifications.readPush),
  call("patch", "/api/push", notifications.patchPush),
  call("post", "/api/push/subscriptions", notifications.postSubscription),
  call("delete", "/api/push/subscriptions", notifications.deleteSubscription),
  call("post", "/api/push/opened", notifications.postOpened),
];
