import { randomUUID } from "node:crypto";
import { makeEvent } from "#seeds/factories.ts";
import { joinForm } from "#tests/support/join-form.ts";

// Who may do what, asked over HTTP, as one table: viewers across, calls down. A number is the status that the viewer
// reads. Each cell is asked by somebody made for it, so that no call changes what another one finds.

export const VIEWERS = ["visitor", "male", "complete", "incomplete", "member", "host", "otherHost", "admin"] as const;
export type ViewerName = (typeof VIEWERS)[number];
export type Cell = { readonly viewer: ViewerName; readonly userId: string; readonly number: number };
export type Call = (cell: Cell) => { path: string; body?: unknown };
type Row = readonly [what: string, method: string, path: string, call: Call, ...statuses: readonly number[]];

export const PUBLIC = makeEvent({ day: "2026-11-28", title: "Public", capacity: 500 });
export const FRIENDS = makeEvent({ day: "2026-11-29", title: "Friends", generalPublic: false, capacity: 500 });
export const HELD = makeEvent({ day: "2026-11-30", title: "Held", held: true });
export const FULL = makeEvent({ day: "2026-12-01", title: "Full", capacity: 1 });
const EVENTS = "/api/social-events";
const MEMBERSHIPS = "/api/admin/memberships";
const BOOKS = `${MEMBERSHIPS}/payments`;
const CASH = "/api/payments/bitcoin-cash";
const PAID = { method: "cash", amountCents: 2000, paidOn: "2026-11-20" };
const IMPORT = "/api/admin/users/import?importId=0196a1d0-0000-7000-8000-000000000000&plan=x";
const NEW = {
  description: "Come",
  time: "18:00",
  length: "2 hrs",
  location: "Pier",
  host: "Ana",
  cost: 0,
  password: "0",
};

const at =
  (path: string, body?: unknown): Call =>
  () => ({ path, ...(body !== undefined && { body }) });
const everyone = (status: number) => VIEWERS.map(() => status);
const signedIn = (status: number) => [401, ...VIEWERS.slice(1).map(() => status)];
const members = (status: number, others = 404) => [others, others, others, others, status, status, status, status];
const keepers = (status: number) => [401, 403, 403, 403, 403, status, 403, status];
const admins = (status: number) => [401, 403, 403, 403, 403, 403, 403, status];

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
  [
    "change an event",
    "patch",
    `${EVENTS}/:id`,
    at(`${EVENTS}/${PUBLIC.id}`, { description: "Changed" }),
    ...keepers(200),
  ],
  [
    "read an event to edit",
    "get",
    `${EVENTS}/:id/settings`,
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
    `${EVENTS}/:id/settings`,
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
  ["read what one hosts", "get", `${EVENTS}/mine`, at(`${EVENTS}/mine`), ...signedIn(200)],
  ["read how a public event stands", "get", `${EVENTS}/:id/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`), ...everyone(200)],
  ["read how a friends' one stands", "get", `${EVENTS}/:id/rsvp`, at(`${EVENTS}/${FRIENDS.id}/rsvp`), ...members(200)],
  ["take back no answer", "delete", `${EVENTS}/:id/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`), ...signedIn(409)],
  ["answer", "put", `${EVENTS}/:id/rsvp`, at(`${EVENTS}/${PUBLIC.id}/rsvp`, { answer: "going" }), ...signedIn(200)],
  [
    "answer a friends' one",
    "put",
    `${EVENTS}/:id/rsvp`,
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
  ["leave no list", "delete", `${EVENTS}/:id/waiting-list`, at(`${EVENTS}/${FULL.id}/waiting-list`), ...signedIn(409)],
  ["wait", "post", `${EVENTS}/:id/waiting-list`, at(`${EVENTS}/${FULL.id}/waiting-list`, {}), ...signedIn(200)],
  [
    "read attendees",
    "get",
    `${EVENTS}/:id/attendees`,
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
  ["vote", "put", `${EVENTS}/:id/poll`, at(`${EVENTS}/${PUBLIC.id}/poll`, { optionIds: ["yes"] }), ...signedIn(200)],
  [
    "close a poll",
    "patch",
    `${EVENTS}/:id/poll`,
    at(`${EVENTS}/${PUBLIC.id}/poll`, { closed: false }),
    ...keepers(200),
  ],
  ["read photos", "get", `${EVENTS}/:id/photos`, at(`${EVENTS}/${PUBLIC.id}/photos`), ...everyone(200)],
  ["read friends' photos", "get", `${EVENTS}/:id/photos`, at(`${EVENTS}/${FRIENDS.id}/photos`), ...members(200)],
  [
    "add a photo that is not there",
    "post",
    `${EVENTS}/:id/photos`,
    at(`${EVENTS}/${PUBLIC.id}/photos`, { key: "none" }),
    ...keepers(422),
  ],
  ["order photos", "put", `${EVENTS}/:id/photos`, at(`${EVENTS}/${PUBLIC.id}/photos`, { order: [] }), ...keepers(200)],
  [
    "describe a photo that is not there",
    "patch",
    `${EVENTS}/:id/photos/:key`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none`, { caption: "x" }),
    ...keepers(404),
  ],
  [
    "delete a photo that is not there",
    "delete",
    `${EVENTS}/:id/photos/:key`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none`),
    ...keepers(200),
  ],
  [
    "ask to take down what is not there",
    "post",
    `${EVENTS}/:id/photos/:key/takedown`,
    at(`${EVENTS}/${PUBLIC.id}/photos/none/takedown`, { reason: "It is me" }),
    ...everyone(404),
  ],
  ["send a picture that is none", "post", "/api/images", at("/api/images", {}), ...signedIn(415)],
  ["read requests about photos", "get", "/api/admin/photos", at("/api/admin/photos"), ...admins(200)],
  ["look at no photo", "get", "/api/admin/photos/:id/picture", at("/api/admin/photos/none/picture"), ...admins(404)],
  [
    "decide about no photo",
    "post",
    "/api/admin/photos/:id/:action",
    at("/api/admin/photos/none/hide", {}),
    ...admins(404),
  ],
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
  ["read one's profile", "get", "/api/profile", at("/api/profile"), ...signedIn(200)],
  ["change one's profile", "patch", "/api/profile", at("/api/profile", { firstName: "New" }), ...signedIn(200)],
  ["export one's data", "get", "/api/profile/export", at("/api/profile/export"), ...signedIn(200)],
  ["ask for one's calendar address", "get", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(200)],
  ["make one's calendar address", "post", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(201)],
  ["end one's calendar address", "delete", "/api/profile/calendar", at("/api/profile/calendar"), ...signedIn(200)],
  ["delete oneself", "delete", "/api/profile", at("/api/profile", { confirm: "DELETE" }), ...signedIn(200)],
  ["read one's membership", "get", "/api/membership", at("/api/membership"), ...signedIn(200)],
  ["pay in Bitcoin Cash", "post", CASH, at(CASH, { purpose: "membership" }), ...everyone(200)],
  ["read nobody's membership", "get", MEMBERSHIPS, at(`${MEMBERSHIPS}?userId=nobody`), ...admins(404)],
  ["read the books", "get", BOOKS, at(BOOKS), ...admins(200)],
  ["correct no payment", "post", `${BOOKS}/:id/correct`, at(`${BOOKS}/none/correct`, { note: "x" }), ...admins(404)],
  ["assign no payment", "post", `${BOOKS}/:id/assign`, at(`${BOOKS}/none/assign`, { userId: "x" }), ...admins(404)],
  [
    "record a payment",
    "post",
    MEMBERSHIPS,
    ({ userId }) => ({ path: MEMBERSHIPS, body: { ...PAID, requestId: randomUUID(), userId } }),
    ...admins(200),
  ],
  [
    "read what is on",
    "get",
    "/api/pending-join-requests",
    at("/api/pending-join-requests?type=socialEvents"),
    ...signedIn(200),
  ],
  [
    "read who asked to join",
    "get",
    "/api/pending-join-requests",
    at("/api/pending-join-requests?type=pendingJoinRequests"),
    ...admins(200),
  ],
  [
    "edit a person",
    "post",
    "/api/pending-join-requests",
    ({ userId }) => ({
      path: "/api/pending-join-requests",
      body: { type: "editUser", userId, fields: { nickname: "Nick" } },
    }),
    ...admins(200),
  ],
  ["list people", "get", "/api/pending-join-requests/users", at("/api/pending-join-requests/users"), ...admins(200)],
  [
    "make a person",
    "post",
    "/api/pending-join-requests/users",
    at("/api/pending-join-requests/users", { firstName: "Ada", lastName: "New" }),
    ...admins(200),
  ],
  [
    "read a person",
    "get",
    "/api/pending-join-requests/users/:id",
    ({ userId }) => ({ path: `/api/pending-join-requests/users/${userId}` }),
    ...admins(200),
  ],
  [
    "change a person",
    "put",
    "/api/pending-join-requests/users/:id",
    ({ userId }) => ({ path: `/api/pending-join-requests/users/${userId}`, body: { nickname: "Nick" } }),
    ...admins(200),
  ],
  [
    "delete a person who is not there",
    "delete",
    "/api/pending-join-requests/users/:id",
    at("/api/pending-join-requests/users/nobody"),
    ...admins(404),
  ],
  [
    "list requests",
    "get",
    "/api/pending-join-requests/pending-requests",
    at("/api/pending-join-requests/pending-requests"),
    ...admins(200),
  ],
  [
    "decide a request that is not there",
    "post",
    "/api/pending-join-requests/pending-requests/:id/:action",
    at("/api/pending-join-requests/pending-requests/none/decline", {}),
    ...admins(404),
  ],
  ["list all people", "get", "/api/users", at("/api/users?type=getAllUsers"), ...admins(200)],
  [
    "merge people who are not there",
    "post",
    "/api/users/merge",
    at("/api/users/merge", { sourceUserId: "a", targetUserId: "b" }),
    ...admins(404),
  ],
  [
    "preview such a merge",
    "post",
    "/api/users/merge/preview",
    at("/api/users/merge/preview", { sourceUserId: "a", targetUserId: "b" }),
    ...admins(404),
  ],
  ["read events to post", "get", "/api/admin", at("/api/admin?type=socialEvents"), ...admins(200)],
  [
    "post no event",
    "post",
    "/api/admin",
    at("/api/admin", { type: "calendarEvents", eventIds: ["nothing"] }),
    ...admins(200),
  ],
  ["read what is held", "get", "/api/admin/events", at("/api/admin/events"), ...admins(200)],
  ["publish nothing", "post", "/api/admin/events/:id/publish", at("/api/admin/events/none/publish"), ...admins(404)],
  [
    "refuse nothing",
    "post",
    "/api/admin/events/:id/refuse",
    at("/api/admin/events/none/refuse", { reason: "No" }),
    ...admins(404),
  ],
  ["read Host IDs", "get", "/api/admin/host-ids", at("/api/admin/host-ids"), ...admins(200)],
  ["issue a Host ID", "post", "/api/admin/host-ids", at("/api/admin/host-ids", { label: "A host" }), ...admins(201)],
  [
    "revoke no Host ID",
    "post",
    "/api/admin/host-ids/:id/revoke",
    at("/api/admin/host-ids/none/revoke"),
    ...admins(404),
  ],
  ["count what waits", "get", "/api/admin/counts", at("/api/admin/counts"), ...admins(200)],
  [
    "export nobody",
    "post",
    "/api/admin/users/export",
    at("/api/admin/users/export", { userIds: ["a"] }),
    ...admins(200),
  ],
  [
    "look at an import",
    "post",
    "/api/admin/users/import/preview",
    at("/api/admin/users/import/preview", {}),
    ...admins(415),
  ],
  ["import JSON", "post", "/api/admin/users/import", at(IMPORT, {}), ...admins(415)],
  ["read messages", "get", "/api/admin/messages", at("/api/admin/messages"), ...admins(200)],
  [
    "be done with no message",
    "put",
    "/api/admin/messages/:id/done",
    at("/api/admin/messages/none/done", { done: true }),
    ...admins(404),
  ],
  ["read the log", "get", "/api/admin/audit", at("/api/admin/audit"), ...admins(200)],
  ["undo nothing", "post", "/api/admin/audit/:id/undo", at("/api/admin/audit/none/undo", {}), ...admins(404)],
  ["read the outbox", "get", "/api/admin/outbox", at("/api/admin/outbox"), ...admins(200)],
  ["retry no mail", "post", "/api/admin/outbox/:id/retry", at("/api/admin/outbox/none/retry", {}), ...admins(404)],
  // It lets in by its secret alone, and the built-in chats have none.
  ["tell of a chat", "post", "/api/webhooks/groupme/:secret", at("/api/webhooks/groupme/wrong", {}), ...everyone(404)],
];
