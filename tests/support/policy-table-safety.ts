import { randomUUID } from "node:crypto";
import { admins, at, type Row } from "#tests/support/policy-rows.ts";

const HIDDEN = "/api/admin/chats/:chatId/messages/:messageId/hidden";
const LIMITS = "/api/admin/chat-limits/:userId";

/** What keeps people safe: reports, and order in the chats. */
export const SAFETY_ROWS: readonly Row[] = [
  [
    "hide no message",
    "put",
    HIDDEN,
    at("/api/admin/chats/none/messages/none/hidden", { reason: "Rude" }),
    ...admins(404),
  ],
  ["show no message again", "delete", HIDDEN, at("/api/admin/chats/none/messages/none/hidden"), ...admins(404)],
  ["read nobody's limits in chats", "get", LIMITS, at("/api/admin/chat-limits/none"), ...admins(404)],
  [
    "mute nobody",
    "put",
    `${LIMITS}/mute`,
    at("/api/admin/chat-limits/none/mute", { reason: "Rude", days: 1 }),
    ...admins(404),
  ],
  ["unmute nobody", "delete", `${LIMITS}/mute`, at("/api/admin/chat-limits/none/mute"), ...admins(200)],
  [
    "remove nobody from a chat",
    "put",
    `${LIMITS}/removals/:chatId`,
    at("/api/admin/chat-limits/none/removals/none", { reason: "Rude" }),
    ...admins(404),
  ],
  [
    "let nobody back into a chat",
    "delete",
    `${LIMITS}/removals/:chatId`,
    at("/api/admin/chat-limits/none/removals/none"),
    ...admins(200),
  ],
  ["read reports", "get", "/api/admin/reports", at("/api/admin/reports"), ...admins(200)],
  [
    "take on no report",
    "put",
    "/api/admin/reports/:id",
    at("/api/admin/reports/none", { state: "open" }),
    ...admins(404),
  ],
  [
    "note nothing about a report",
    "post",
    "/api/admin/reports/:id/notes",
    at("/api/admin/reports/none/notes", { id: randomUUID(), text: "Hm" }),
    ...admins(404),
  ],
];
