import { makeEvent } from "#seeds/factories.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { ACCOUNT_ROWS } from "#tests/support/policy-table-account.ts";
import { at, everyone, keepers, members, signedIn, type Row } from "#tests/support/policy-rows.ts";
import { ADMIN_ROWS } from "#tests/support/policy-table-admin.ts";

// Who may do what, asked over HTTP, as one table: viewers across, calls down. A number is the status that the viewer
// reads. Each cell is asked by somebody made for it, so that no call changes what another one finds.

export const PUBLIC = makeEvent({ day: "2026-11-28", title: "Public", capacity: 500 });
export const FRIENDS = makeEvent({ day: "2026-11-29", title: "Friends", generalPublic: false, capacity: 500 });
export const HELD = makeEvent({ day: "2026-11-30", title: "Held", held: true });
export const FULL = makeEvent({ day: "2026-12-01", title: "Full", capacity: 1 });
const CASH = "/api/payments/bitcoin-cash";
const EVENTS = "/api/social-events";
const EVENT = `${EVENTS}/:eventId`;
const NEW = {
  description: "Come",
  time: "18:00",
  length: "2 hrs",
  location: "Pier",
  host: "Ana",
  cost: 0,
  password: "0",
};

const ACCOUNT_SIGN_IN = "/api/account/sign-in";
const PASSWORD_PATH = "/api/account/password";
const EMAIL_PATH = "/api/account/email";
const OPENID_PATH = "/api/account/openid";

// In the order of VIEWERS:          visitor male complete incomplete member host otherHost admin
export const POLICY_TABLE: readonly Row[] = [
  ["list events", "get", EVENTS, at(EVENTS), ...everyone(200)],
  ["read a public event", "get", EVENTS, at(`${EVENTS}?id=${PUBLIC.id}`), ...everyone(200)],
  ["read one for close friends", "get", EVENTS, at(`${EVENTS}?id=${FRIENDS.id}`), ...members(200)],
  ["read a held one", "get", EVENTS, at(`${EVENTS}?id=${HELD.id}`), 404, 404, 404, 404, 404, 200, 404, 200],
  [
    "make an event",
    "post",
    EVENTS,
    ({ number }) => ({
      path: EVENTS,
      body: { ...NEW, title: `New ${number}`, date: "2026-12-05", socialEventId: `2026-12-05-new-${number}` },
    }),
    ...signedIn(201),
  ],
  ["read events to copy", "put", EVENTS, at(EVENTS, {}), ...everyone(200)],
  ["change an event", "patch", EVENT, at(`${EVENTS}/${PUBLIC.id}`, { description: "Changed" }), ...keepers(200)],
  [
    "read an event to edit",
    "get",
    `${EVENT}/settings`,
    at(`${EVENTS}/${PUBLIC.id}/settings`),
    401,
    403,
    403,
    403,
    403,
    200,
    403,
    200,
  ],
  [
    "read a held one to edit",
    "get",
    `${EVENT}/settings`,
    at(`${EVENTS}/${HELD.id}/settings`),
    401,
    404,
    404,
    404,
    404,
    200,
    404,
    200,
  ],
  [
    "withdraw no change",
    "delete",
    `${EVENT}/change`,
    at(`${EVENTS}/${PUBLIC.id}/change`),
    401,
    403,
    403,
    403,
    403,
    404,
    403,
    404,
  ],
  ["read what one hosts", "get", `${EVENTS}/mine`, at(`${EVENTS}/mine`), ...signedIn(200)],
  ["read how a public event stands", "get", `${EVENT}/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`), ...everyone(200)],
  ["read how a friends' one stands", "get", `${EVENT}/rsvp`, at(`${EVENTS}/${FRIENDS.id}/rsvp`), ...members(200)],
  ["take back no answer", "delete", `${EVENT}/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`), ...signedIn(409)],
  ["answer", "put", `${EVENT}/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`, { answer: "going" }), ...signedIn(200)],
  [
    "answer a friends' one",
    "put",
    `${EVENT}/rsvp`,
    at(`${EVENTS}/${FRIENDS.id}/rsvp`, { answer: "going" }),
    401,
    404,
    404,
    404,
    200,
    200,
    200,
    200,
  ],
  ["leave no list", "delete", `${EVENT}/waiting-list`, at(`${EVENTS}/${FULL.id}/waiting-list`), ...signedIn(409)],
  ["wait", "post", `${EVENT}/waiting-list`, at(`${EVENTS}/${FULL.id}/waiting-list`, {}), ...signedIn(200)],
  [
    "read attendees",
    "get",
    `${EVENT}/attendees`,
    at(`${EVENTS}/${PUBLIC.id}/attendees`),
    401,
    403,
    200,
    403,
    200,
    200,
    200,
    200,
  ],
  ["vote", "put", `${EVENT}/poll`, at(`${EVENTS}/${PUBLIC.id}/poll`, { optionIds: ["yes"] }), ...signedIn(200)],
  ["close a poll", "patch", `${EVENT}/poll`, at(`${EVENTS}/${PUBLIC.id}/poll`, { closed: false }), ...keepers(200)],
  ["read photos", "get", `${EVENT}/photos`, at(`${EVENTS}/${PUBLIC.id}/photos`), ...everyone(200)],
  ["read friends' photos", "get", `${EVENT}/photos`, at(`${EVENTS}/${FRIENDS.id}/photos`), ...members(200)],
  [
    "add a photo that is not there",
    "post",
    `${EVENT}/photos`,
    at(`${EVENTS}/${PUBLIC.id}/photos`, { key: "none" }),
    ...keepers(422),
  ],
  ["order photos", "put", `${EVENT}/photos`, at(`${EVENTS}/${PUBLIC.id}/photos`, { order: [] }), ...keepers(200)],
  [
    "describe a photo that is not there",
    "patch",
    `${EVENT}/photos/:key`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none`, { caption: "x" }),
    ...keepers(404),
  ],
  [
    "delete a photo that is not there",
    "delete",
    `${EVENT}/photos/:key`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none`),
    ...keepers(200),
  ],
  [
    "ask to take down what is not there",
    "post",
    `${EVENT}/photos/:key/takedown`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none/takedown`, { reason: "It is me" }),
    ...everyone(404),
  ],
  ["send a picture that is none", "post", "/api/images", at("/api/images", {}), ...signedIn(415)],
  [
    "apply to join",
    "post",
    "/api/join",
    ({ number }) => ({
      path: "/api/join",
      body: joinForm({ email: `applicant${number}@example.com`, phone: `9047770${String(number).padStart(3, "0")}` }),
    }),
    ...everyone(200),
  ],
  [
    "send a form",
    "post",
    "/api/form-submission",
    ({ number }) => ({
      path: "/api/form-submission",
      body: {
        email: `form${number}@example.com`,
        firstName: "A",
        lastName: "B",
        phone: "9045550100",
        sex: "male",
        message: "",
        formType: "waitingList",
      },
    }),
    ...everyone(200),
  ],
  [
    "ask for support",
    "post",
    "/api/support",
    ({ number }) => ({
      path: "/api/support",
      body: {
        email: `help${number}@example.com`,
        firstName: "A",
        lastName: "B",
        sex: "male",
        phone: "blank",
        message: "Help",
        formType: "support",
      },
    }),
    ...everyone(200),
  ],
  [
    "unsubscribe",
    "post",
    "/api/unsubscribe",
    at("/api/unsubscribe", { email: "gone@example.com", firstName: "A", lastName: "B", message: "UNSUBSCRIBE" }),
    ...everyone(200),
  ],
  ["follow a link of no mail", "post", "/u/:token", at("/u/nobodys", {}), ...everyone(404)],
  ["read how one signs in", "get", ACCOUNT_SIGN_IN, at(ACCOUNT_SIGN_IN), ...signedIn(200)],
  // Whoever signed in without a password chooses their first one.
  ["choose a password", "put", PASSWORD_PATH, at(PASSWORD_PATH, { password: "Drift-wood-88" }), ...signedIn(200)],
  [
    "begin to change one's email",
    "post",
    EMAIL_PATH,
    ({ number }) => ({ path: EMAIL_PATH, body: { email: `new${number}@example.com` } }),
    ...signedIn(200),
  ],
  ["guess the code of an email", "put", EMAIL_PATH, at(EMAIL_PATH, { code: "000000" }), ...signedIn(422)],
  ["connect a provider that is not set", "post", OPENID_PATH, at(OPENID_PATH), ...signedIn(404)],
  ["come back from one", "put", OPENID_PATH, at(OPENID_PATH, { query: "code=1" }), ...signedIn(404)],
  ["disconnect it", "delete", OPENID_PATH, at(OPENID_PATH), ...signedIn(200)],
  ["read one's devices", "get", "/api/account/devices", at("/api/account/devices"), ...signedIn(200)],
  ["end one's other devices", "delete", "/api/account/devices", at("/api/account/devices"), ...signedIn(200)],
  [
    "end a device that is not one's own",
    "delete",
    "/api/account/devices/:id",
    at("/api/account/devices/none"),
    ...signedIn(404),
  ],
  [
    "read what happened to one's account",
    "get",
    "/api/account/security-events",
    at("/api/account/security-events"),
    ...signedIn(200),
  ],
  ["read one's profile", "get", "/api/profile", at("/api/profile"), ...signedIn(200)],
  ["change one's profile", "patch", "/api/profile", at("/api/profile", { firstName: "New" }), ...signedIn(200)],
  ["export one's data", "get", "/api/profile/export", at("/api/profile/export"), ...signedIn(200)],
  ["ask for one's calendar address", "get", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(200)],
  ["make one's calendar address", "post", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(201)],
  ["end one's calendar address", "delete", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(200)],
  ["delete oneself", "delete", "/api/profile", at("/api/profile", { confirm: "DELETE" }), ...signedIn(200)],
  ["read one's membership", "get", "/api/membership", at("/api/membership"), ...signedIn(200)],
  ["pay in Bitcoin Cash", "post", CASH, at(CASH, { purpose: "membership" }), ...everyone(200)],
  [
    "read what is on",
    "get",
    "/api/pending-join-requests",
    at("/api/pending-join-requests?type=socialEvents"),
    ...signedIn(200),
  ],
  // It lets in by its secret alone, and the built-in chats have none.
  ["tell of a chat", "post", "/api/webhooks/groupme/:secret", at("/api/webhooks/groupme/wrong", {}), ...everyone(404)],
  ...ACCOUNT_ROWS,
  ...ADMIN_ROWS,
];
