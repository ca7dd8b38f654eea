import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { CHAT_PROVIDERS } from "#src/shared/chat-providers.ts";

/** The group's chats: our own, or the last known state of a provider's. */
export const chats = pgTable(
  "chats",
  {
    id: text("id").primaryKey(),
    /** Who keeps it. Only those of the provider that is set up are shown. */
    provider: text("provider", { enum: CHAT_PROVIDERS }).notNull().default("local"),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** The key of one of our pictures, or a web address of a provider's. */
    imageUrl: text("image_url").notNull().default(""),
    /** Place in the list, the smallest first. */
    position: integer("position").notNull().default(0),
    messageCount: integer("message_count").notNull().default(0),
    memberCount: integer("member_count").notNull().default(0),
    /** The `seq` of the newest message. Raised under the row's lock: numbers appear in the order they are committed. */
    lastSeq: integer("last_seq").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When this was last known to be as the provider has it; null where it is our own. */
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
    /** The chat provider's id of the person; of a built-in chat the `user_id`. */
    memberId: text("member_id").notNull(),
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** Empty where it does not differ from the name. */
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
    /** 1, 2, 3… in one chat: where a reader who lost the line goes on. */
    seq: integer("seq").notNull(),
    id: text("id").notNull(),
    /** The provider's id of the author; empty for what the chat itself says. */
    authorId: text("author_id").notNull().default(""),
    /** The author as a person of ours, where known. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    name: text("name").notNull(),
    avatarUrl: text("avatar_url").notNull().default(""),
    text: text("text").notNull(),
    system: boolean("system").notNull().default(false),
    /** Made by the sender's browser, so that a retry is the same message. */
    clientId: text("client_id"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.seq] }),
    uniqueIndex("chat_messages_by_id").on(table.chatId, table.id),
    uniqueIndex("chat_messages_by_client_id")
      .on(table.chatId, table.authorId, table.clientId)
      .where(sql`${table.clientId} is not null`),
    index("chat_messages_by_user").on(table.userId),
  ],
);

/** What is on its way to a chat of a provider, so that it is known again when the provider shows it. */
export const chatPosts = pgTable(
  "chat_posts",
  {
    /** What the provider knows it by: made of chat, author and `clientId`. */
    guid: text("guid").primaryKey(),
    chatId: chatId(),
    /** Our `user_id` of them. */
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
