import type { PictureView } from "#src/features/chat-pictures/schema.ts";
import type { MessageView, QuotedView, ReactionView } from "#src/features/chats/schema.ts";
import type { GraphqlBuilder } from "#src/http/graphql.server.ts";

function addQuotedType(builder: GraphqlBuilder) {
  return builder.objectRef<QuotedView>("QuotedMessage").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      seq: t.exposeInt("seq", { description: "Its position in the chat" }),
      name: t.exposeString("name"),
      text: t.exposeString("text", { description: "The beginning of the text" }),
      gone: t.exposeBoolean("gone", { description: "Deleted or hidden; name and text are empty" }),
    }),
  });
}

function addReactionType(builder: GraphqlBuilder) {
  return builder.objectRef<ReactionView>("Reaction").implement({
    fields: (t) => ({
      emoji: t.exposeString("emoji"),
      count: t.exposeInt("count"),
      mine: t.exposeBoolean("mine", { description: "Whether you are among them" }),
      names: t.exposeStringList("names", { description: "The first of the other names" }),
    }),
  });
}

function addPictureType(builder: GraphqlBuilder) {
  return builder.objectRef<PictureView>("MessagePicture").implement({
    fields: (t) => ({
      key: t.exposeString("key", { description: "Served at /images/{key}" }),
      alt: t.exposeString("alt", { description: "Its description" }),
    }),
  });
}

export function addMessageType(builder: GraphqlBuilder) {
  const Quoted = addQuotedType(builder);
  const Reacted = addReactionType(builder);
  const Picture = addPictureType(builder);
  return builder.objectRef<MessageView>("Message").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      seq: t.exposeInt("seq", { description: "Its position in the chat: 1, 2, 3…" }),
      text: t.exposeString("text"),
      name: t.exposeString("name"),
      avatarUrl: t.exposeString("avatarUrl"),
      createdAt: t.exposeInt("createdAt", { description: "Seconds since 1970" }),
      userId: t.exposeString("userId", { description: "Empty for system messages" }),
      system: t.exposeBoolean("system"),
      clientId: t.exposeString("clientId", {
        nullable: true,
        description: "Created by the sender: the idempotency key",
      }),
      edited: t.exposeBoolean("edited", { description: "Its author edited it" }),
      deleted: t.exposeBoolean("deleted", { description: "Its author deleted it; the text is empty" }),
      hidden: t.exposeBoolean("hidden", { description: "An organizer hid it; the text is empty" }),
      replyTo: t.expose("replyTo", { type: Quoted, nullable: true, description: "The message it replies to" }),
      reactions: t.expose("reactions", { type: [Reacted] }),
      picture: t.expose("picture", { type: Picture, nullable: true }),
    }),
  });
}

/** The message type, for fields that return one. */
export type MessageType = ReturnType<typeof addMessageType>;
