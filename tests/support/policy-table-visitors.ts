import { at, everyone, type Row, signedIn } from "#tests/support/policy-rows.ts";

const EVENTS = "/api/social-events";
const REQUESTS = `${EVENTS}/:eventId/place-requests`;
const FORM = { email: "place@example.com", firstName: "A", lastName: "B", phone: "9045550100" };

const report = (chatId: string) => at("/api/reports", { message: "Rude", chatId, messageId: "m1" });

/** How visitors take places and leave: by a link in their own mail, so nobody is refused for who they are. */
export function visitorRows(publicId: string, friendsId: string): readonly Row[] {
  return [
    [
      "unsubscribe",
      "post",
      "/api/unsubscribe",
      ({ number }) => ({
        path: "/api/unsubscribe",
        body: { ...FORM, email: `gone${number}@example.com`, message: "UNSUBSCRIBE" },
      }),
      ...everyone(200),
    ],
    [
      "ask for a place",
      "post",
      REQUESTS,
      ({ number }) => ({
        path: `${EVENTS}/${publicId}/place-requests`,
        body: { ...FORM, email: `place${number}@example.com` },
      }),
      ...everyone(200),
    ],
    [
      "ask for a place at a friends' event",
      "post",
      REQUESTS,
      at(`${EVENTS}/${friendsId}/place-requests`, FORM),
      ...everyone(404),
    ],
    [
      "read the place of no guest",
      "post",
      "/api/guest-place",
      at("/api/guest-place", { token: "nobodys" }),
      ...everyone(404),
    ],
    [
      "read links for guests",
      "get",
      `${EVENTS}/:eventId/guest-links`,
      at(`${EVENTS}/${publicId}/guest-links`),
      ...signedIn(200),
    ],
    [
      "set up a site that has an organizer",
      "post",
      "/api/auth/setup",
      at("/api/auth/setup", {
        code: "none",
        groupName: "G",
        areaName: "A",
        timeZone: "America/New_York",
        email: "first@example.com",
        password: "Tide-Pools-At-6-AM",
      }),
      ...everyone(409),
    ],
    ["send a report", "post", "/api/reports", at("/api/reports", { message: "Rude" }), ...everyone(200)],
    // A message that one may not read is refused as one that does not exist.
    ["report a chat message", "post", "/api/reports", report("volleyball"), 422, 422, 200, 422, 200, 200, 200, 200],
    ["report an announcement", "post", "/api/reports", report("announcements"), 422, 422, 422, 422, 200, 200, 200, 200],
    ["read the place of no link", "post", "/api/place", at("/api/place", { token: "nobodys" }), ...everyone(404)],
    [
      "answer by no link",
      "put",
      "/api/place",
      at("/api/place", { token: "nobodys", answer: "going" }),
      ...everyone(404),
    ],
  ];
}
