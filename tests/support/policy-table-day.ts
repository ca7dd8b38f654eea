import { randomUUID } from "node:crypto";
import { at, keepers, type Row, signedIn } from "#tests/support/policy-rows.ts";

const EVENT = "/api/social-events/:eventId";

/** The day of an event: its door and those who help there. The event is a few days ahead. */
export function dayRows(eventId: string): readonly Row[] {
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
    ["read a check-in code too early", "get", `${EVENT}/door/code`, at(`${event}/door/code`), ...keepers(409)],
    ["check in too early", "post", `${EVENT}/check-in`, at(`${event}/check-in`, { code: "none" }), ...signedIn(409)],
    ["name a stranger as greeter", "put", `${EVENT}/greeters/:userId`, at(`${event}/greeters/nobody`), ...keepers(404)],
    ["take back no greeter", "delete", `${EVENT}/greeters/:userId`, at(`${event}/greeters/nobody`), ...keepers(200)],
  ];
}
