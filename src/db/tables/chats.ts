import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { userId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";
import { CHAT_PROVIDERS } from "#src/shared/chat-providers.ts";
import { REACTIONS } from "#src/shared/states.ts";

/** The group's chats (built in, or copied from a provider) and the threads of events (always built in). */
export const chats = pgTable(
  "chats",
  {
    id: text("id").primaryKey(),
    /** The event whose thread it is; null for the group's chats. */
    eventId: text("event_id").references(() => socialEvents.id, { onUpdate: "cascade", onDelete: "cascade" }),
    /** The provider. Only chats of the configured one are shown. */
    provider: text("provider", { enum: CHAT_PROVIDERS }).notNull().default("local"),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** The key of one of our pictures, or a URL at the provider. */
    imageUrl: text("image_url").notNull().default(""),
    /** Sort order in the list, ascending. */
    position: integer("position").notNull().default(0),
    messageCount: integer("message_count").notNull().default(0),
    memberCount: integer("member_count").notNull().default(0),
    /** The newest message's `seq`. Incremented under the row lock, so numbers appear in commit order. */
    lastSeq: integer("last_seq").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When it was last synced with the provider; null for our own chats. */
    syncedAt: instant("synced_at"),
  },
  (table) => [oneOf("chats_provider", table.provider, CHAT_PROVIDERS)],
);

const chatId = () =>
  text("chat_id")
    .notNull()
    .references(() => chats.id, { onDelete: "cascade" });

export const chatMembers = pgTable(
  "chat_members",
  {
    chatId: chatId(),
    /** The person's id at the chat provider; for a built-in chat the `user_id`. */
    memberId: text("member_id").notNull(),
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** Empty if it equals the name. */
    nickname: text("nickname").notNull().default(""),
    imageUrl: text("image_url").notNull().default(""),
    autokicked: boolean("autokicked").notNull().default(false),
    muted: boolean("muted").notNull().default(false),
    joinedAt: instant("joined_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.memberId] }),
    index("chat_members_by_user").on(table.userId),
    index("chat_members_by_member").on(table.memberId),
  ],
);

export const chatMessages = pgTable(
  "chat_messages",
  {
    chatId: chatId(),
    /** 1, 2, 3… per chat: the position from which a reader resumes. */
    seq: integer("seq").notNull(),
    id: text("id").notNull(),
    /** The provider's id of the author; empty for system messages. */
    authorId: text("author_id").notNull().default(""),
    /** The author's `user_id`, if known. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    name: text("name").notNull(),
    avatarUrl: text("avatar_url").notNull().default(""),
    text: text("text").notNull(),
    system: boolean("system").notNull().default(false),
    /** Idempotency key made by the sender's browser. */
    clientId: text("client_id"),
    createdAt: instant("created_at").notNull(),
    /** When its author last edited it. */
    editedAt: instant("edited_at"),
    /** When its author deleted it; `text` is empty from then on. */
    removedAt: instant("removed_at"),
    /** When an organizer hid it. The text stays for organizers and for unhiding it. */
    hiddenAt: instant("hidden_at"),
    /** The reported texts, kept when the author edits the message. */
    said: text("said"),
    /** The id of the message in the same chat that it replies to. That may be deleted. */
    replyTo: text("reply_to"),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.seq] }),
    uniqueIndex("chat_messages_by_id").on(table.chatId, table.id),
    uniqueIndex("chat_messages_by_client_id")
      .on(table.chatId, table.authorId, table.clientId)
      .where(sql`${table.clientId} is not null`),
    index("chat_messages_by_user").on(table.userId),
    // Text that a deletion searches for names.
    index("chat_messages_by_words").using("gin", sql`${table.text} gin_trgm_ops`),
  ],
);

/** Emoji reactions to messages, by people of the group. */
export const chatReactions = pgTable(
  "chat_reactions",
  {
    chatId: text("chat_id").notNull(),
    seq: integer("seq").notNull(),
    emoji: text("emoji", { enum: REACTIONS }).notNull(),
    userId: userId(),
    reactedAt: instant("reacted_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.seq, table.emoji, table.userId] }),
    foreignKey({
      name: "chat_reactions_message",
      columns: [table.chatId, table.seq],
      foreignColumns: [chatMessages.chatId, chatMessages.seq],
    }).onDelete("cascade"),
    oneOf("chat_reactions_emoji", table.emoji, REACTIONS),
    index("chat_reactions_by_user").on(table.userId),
  ],
);

/** The picture of a message. Deleted with the message unless it was reported; then it stays for organizers. */
export const chatPictures = pgTable(
  "chat_pictures",
  {
    chatId: text("chat_id").notNull(),
    seq: integer("seq").notNull(),
    /** Of an upload, see `shared/pictures-uploaded.ts`. */
    key: text("key").notNull(),
    /** The author's alt text. */
    alt: text("alt").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.seq] }),
    foreignKey({
      name: "chat_pictures_message",
      columns: [table.chatId, table.seq],
      foreignColumns: [chatMessages.chatId, chatMessages.seq],
    }).onDelete("cascade"),
    index("chat_pictures_by_key").on(table.key),
    // Text that a deletion searches for names.
    index("chat_pictures_by_words").using("gin", sql`${table.alt} gin_trgm_ops`),
  ],
);

/** Limits that organizers set for a person: muted in all chats until a given time, or removed from one chat. */
export const chatLimits = pgTable(
  "chat_limits",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    userId: userId(),
    /** The chat they were removed from; null: muted in all chats. */
    chatId: text("chat_id").references(() => chats.id, { onDelete: "cascade" }),
    /** Shown to organizers, and to the person in their data export. */
    reason: text("reason").notNull(),
    setAt: instant("set_at").notNull(),
    /** When a mute ends; null for a removal, which lasts until it is lifted. */
    until: instant("until"),
  },
  (table) => [
    unique("chat_limits_once").on(table.userId, table.chatId).nullsNotDistinct(),
    index("chat_limits_by_chat").on(table.chatId),
    check("chat_limits_mute_ends", sql`(${table.chatId} is null) = (${table.until} is not null)`),
  ],
);

/** How far an account has read a chat. */
export const chatReads = pgTable(
  "chat_reads",
  {
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    chatId: chatId(),
    /** `seq` of the last message that it has read. */
    seq: integer("seq").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.chatId] }), index("chat_reads_by_chat").on(table.chatId)],
);

/** Messages in flight to a provider's chat, to recognize them when the provider echoes them. */
export const chatPosts = pgTable(
  "chat_posts",
  {
    /** The idempotency key at the provider, derived from chat, author and `clientId`. */
    guid: text("guid").primaryKey(),
    chatId: chatId(),
    /** The author's `user_id`. */
    authorId: text("author_id").notNull(),
    name: text("name").notNull(),
    text: text("text").notNull(),
    clientId: text("client_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("chat_posts_by_created_at").on(table.createdAt), index("chat_posts_by_author").on(table.authorId)],
);

export type ChatRow = typeof chats.$inferSelect;
export type ChatMemberRow = typeof chatMembers.$inferSelect;
export type NewChat = typeof chats.$inferInsert;
export type NewChatMember = typeof chatMembers.$inferInsert;
export type NewChatMessage = typeof chatMessages.$inferInsert;
