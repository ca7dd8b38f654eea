import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { AUDIT_ACTIONS } from "#src/shared/audit-actions.ts";

export const JOIN_DECISIONS = ["approved", "declined"] as const;

/** Requests to join through a group chat, until an organizer matches them with a person. */
export const chatJoinRequests = pgTable(
  "chat_join_requests",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    /** The provider's chat id; empty where it has only one. */
    chatId: text("chat_id").notNull().default(""),
    /** The provider's id of the request. */
    providerId: text("provider_id").notNull(),
    /** The provider's id of the person. */
    providerUserId: text("provider_user_id").notNull(),
    nickname: text("nickname").notNull().default(""),
    /** Digits only. */
    phone: text("phone").notNull().default(""),
    /** Lower case; most providers do not send it. */
    email: text("email").notNull().default(""),
    imageUrl: text("image_url").notNull().default(""),
    requestedAt: instant("requested_at").notNull(),
    decidedAt: instant("decided_at"),
    decision: text("decision", { enum: JOIN_DECISIONS }),
    /** The person an organizer matched. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** When the chat provider acknowledged the decision. */
    toldAt: instant("told_at"),
    /** When to retry telling the provider. */
    tellAt: instant("tell_at"),
  },
  (table) => [
    oneOf("chat_join_requests_decision", table.decision, JOIN_DECISIONS),
    // Repeated requests before a decision are one entry per chat.
    uniqueIndex("chat_join_requests_open_once")
      .on(table.chatId, table.providerUserId)
      .where(sql`${table.decidedAt} is null`),
    index("chat_join_requests_open")
      .on(table.requestedAt, table.id)
      .where(sql`${table.decidedAt} is null`),
    index("chat_join_requests_untold")
      .on(table.tellAt)
      .where(sql`${table.decidedAt} is not null and ${table.toldAt} is null and ${table.chatId} <> ''`),
    index("chat_join_requests_by_provider_id").on(table.providerId, table.providerUserId),
    index("chat_join_requests_by_user").on(table.userId),
    index("chat_join_requests_by_provider_user").on(table.providerUserId),
    index("chat_join_requests_by_phone")
      .on(table.phone)
      .where(sql`${table.phone} <> ''`),
    index("chat_join_requests_by_email")
      .on(table.email)
      .where(sql`${table.email} <> ''`),
  ],
);
export type ChatJoinRequestRow = typeof chatJoinRequests.$inferSelect;

/** Every change by an organizer, written in its transaction. */
export const auditLog = pgTable(
  "audit_log",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    actorSub: text("actor_sub").notNull(),
    actorUserId: text("actor_user_id"),
    actorEmail: text("actor_email").notNull(),
    action: text("action", { enum: AUDIT_ACTIONS }).notNull(),
    /** The changed records; for a merge the base first. They may be deleted, so there is no foreign key. */
    subjectIds: text("subject_ids").array().notNull(),
    /** Shown to organizers: the records, or the changed fields of one. */
    before: jsonb("before").$type<unknown>(),
    after: jsonb("after").$type<unknown>(),
    /** The rows for an undo; cleared when its time has passed. */
    undo: jsonb("undo").$type<unknown>(),
    createdAt: instant("created_at").notNull(),
    undoneAt: instant("undone_at"),
    /** The email of the organizer who undid it. */
    undoneBy: text("undone_by"),
  },
  (table) => [
    oneOf("audit_log_action", table.action, AUDIT_ACTIONS),
    index("audit_log_by_actor").on(table.actorEmail, table.id),
    index("audit_log_by_action").on(table.action, table.id),
    index("audit_log_by_subject").using("gin", table.subjectIds),
    index("audit_log_by_account").on(table.actorSub),
    // Text that a deletion searches for names.
    index("audit_log_by_words").using(
      "gin",
      sql`(coalesce(${table.before}::text, '') || coalesce(${table.after}::text, '')) gin_trgm_ops`,
    ),
    index("audit_log_by_undoer")
      .on(table.undoneBy)
      .where(sql`${table.undoneBy} is not null`),
    index("audit_log_undoable")
      .on(table.createdAt)
      .where(sql`${table.undo} is not null`),
  ],
);
export type AuditRow = typeof auditLog.$inferSelect;

/** The key that decrypts an entry's undo data. Deleting it makes the data unreadable for good. */
export const undoKeys = pgTable(
  "undo_keys",
  {
    /** No foreign key: the key may be deleted before or after its entry. */
    auditId: text("audit_id").primaryKey(),
    key: text("key").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("undo_keys_by_age").on(table.createdAt)],
);

/** Completed imports of people, for idempotent retries. */
export const userImports = pgTable("user_imports", {
  /** A UUID made by the browser: the idempotency key. */
  id: text("id").primaryKey(),
  actorSub: text("actor_sub").notNull(),
  /** The stored response. */
  answer: jsonb("answer").$type<unknown>(),
  createdAt: instant("created_at").notNull(),
});
