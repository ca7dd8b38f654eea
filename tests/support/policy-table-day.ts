import { randomUUID } from "node:crypto";
import { EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import { admins, at, everyone, keepers, type Row, signedIn } from "#tests/support/policy-rows.ts";

const EVENT = "/api/social-events/:eventId";

/** The day of an event: its door and those who help there. The event is a few days ahead; nobody more can go to the full one. */
export function dayRows(eventId: string, fullId: string): readonly Row[] {
  const event = `/api/social-events/${eventId}`;
  return [
    ["read a door list", "get", `${EVENT}/door`, at(`${event}/door`), ...keepers(200)],
    [
      "mark who came days before",
      "post",
      `${EVENT}/door`,
      ({ userId }) => ({
        path: `${event}/door`,
        body: { marks: [{ id: randomUUID(), userId, presence: "here" }] },
      }),
      ...keepers(409),
    ],
    ["read a check-in code too early", "get", `${EVENT}/door/code`, at(`${event}/door/code`), ...keepers(403)],
    ["check in too early", "post", `${EVENT}/check-in`, at(`${event}/check-in`, { code: "none" }), ...signedIn(409)],
    ["read a court board", "get", `${EVENT}/courts`, at(`${event}/courts`), 401, 403, 200, 403, 200, 200, 200, 200],
    [
      "save a court board",
      "put",
      `${EVENT}/courts`,
      at(`${event}/courts`, { version: 9, board: EMPTY_BOARD }),
      ...keepers(409),
    ],
    ["make a link to a court board", "post", `${EVENT}/courts/link`, at(`${event}/courts/link`), ...keepers(201)],
    ["end a link to a court board", "delete", `${EVENT}/courts/link`, at(`${event}/courts/link`), ...keepers(200)],
    ["follow a court board by no link", "get", "/api/courts/:token", at("/api/courts/none"), ...everyone(404)],
    ["read the ladder", "get", "/api/ladder", at("/api/ladder"), 401, 403, 403, 403, 200, 200, 200, 200],
    ["read one's own results", "get", "/api/ladder/own", at("/api/ladder/own"), ...signedIn(200)],
    ["stay off the ladder", "patch", "/api/ladder/own", at("/api/ladder/own", { isListed: false }), ...signedIn(200)],
    ["read no draw", "get", `${EVENT}/draw`, at(`${event}/draw`), ...everyone(404)],
    ["read what an event cost", "get", `${EVENT}/costs`, at(`${event}/costs`), ...keepers(200)],
    ["remove no cost", "delete", `${EVENT}/costs`, at(`${event}/costs`), ...keepers(200)],
    [
      "mark no share",
      "patch",
      `${EVENT}/costs/:shareId`,
      at(`${event}/costs/none`, { status: "paid" }),
      ...keepers(404),
    ],
    ["remind nobody of a share", "post", `${EVENT}/costs/reminders`, at(`${event}/costs/reminders`), ...keepers(409)],
    [
      "give no cost",
      "put",
      `${EVENT}/costs`,
      at(`${event}/costs`, { kind: "total", amountCents: 0 }),
      401,
      422,
      422,
      422,
      422,
      422,
      422,
      422,
    ],
    ["read what one owes", "get", "/api/event-shares", at("/api/event-shares"), ...signedIn(200)],
    ["read what a host wrote you", "get", `${EVENT}/messages`, at(`${event}/messages`), ...signedIn(200)],
    ["read what was written to guests", "get", `${EVENT}/messages/sent`, at(`${event}/messages/sent`), ...keepers(200)],
    [
      "write to no guests",
      "post",
      `${EVENT}/messages`,
      () => ({
        path: `${event}/messages`,
        body: { id: randomUUID(), groups: ["maybe"], body: "Nobody may come, so nobody gets it." },
      }),
      ...keepers(409),
    ],
    ["name a stranger as greeter", "put", `${EVENT}/greeters/:userId`, at(`${event}/greeters/nobody`), ...keepers(404)],
    ["take back no greeter", "delete", `${EVENT}/greeters/:userId`, at(`${event}/greeters/nobody`), ...keepers(200)],
    ["read the co-hosts", "get", `${EVENT}/co-hosts`, at(`${event}/co-hosts`), ...keepers(200)],
    ["name a stranger co-host", "put", `${EVENT}/co-hosts/:userId`, at(`${event}/co-hosts/nobody`), ...keepers(404)],
    ["take back no co-host", "delete", `${EVENT}/co-hosts/:userId`, at(`${event}/co-hosts/nobody`), ...keepers(200)],
    [
      "read the thread of an event",
      "get",
      `${EVENT}/thread`,
      at(`/api/social-events/${fullId}/thread`),
      ...admins(200),
    ],
    [
      "change no message in a thread",
      "patch",
      `${EVENT}/thread/:messageId`,
      at(`${event}/thread/none`, {}),
      ...signedIn(422),
    ],
    [
      "delete no message in a thread",
      "delete",
      `${EVENT}/thread/:messageId`,
      at(`/api/social-events/${fullId}/thread/none`),
      ...admins(404),
    ],
    [
      "react with nothing in a thread",
      "put",
      `${EVENT}/thread/:messageId/reactions`,
      at(`${event}/thread/none/reactions`, {}),
      ...signedIn(422),
    ],
    ["write nothing in a thread", "post", `${EVENT}/thread`, at(`${event}/thread`, {}), ...signedIn(422)],
    ["read one's notification settings", "get", "/api/push", at("/api/push"), ...signedIn(200)],
    ["choose notifications", "patch", "/api/push", at("/api/push", { mutedKinds: [] }), ...signedIn(200)],
    [
      "subscribe a browser with no push service",
      "post",
      "/api/push/subscriptions",
      at("/api/push/subscriptions", {}),
      ...signedIn(422),
    ],
    [
      "unsubscribe an unknown browser",
      "delete",
      "/api/push/subscriptions",
      at("/api/push/subscriptions", { endpoint: "https://push.example.com/x" }),
      ...signedIn(200),
    ],
    ["open no notification", "post", "/api/push/opened", at("/api/push/opened", { id: "none" }), ...everyone(200)],
  ];
}
