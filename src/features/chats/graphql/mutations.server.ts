import { sendMessage } from "#src/features/chats/commands.server.ts";
import { changeOwnMessage } from "#src/features/chats/commands/own-messages.server.ts";
import { reactInChat } from "#src/features/chats/commands/reactions.server.ts";
import { markChatRead } from "#src/features/chats/commands/reads.server.ts";
import type { MessageType } from "#src/features/chats/graphql/message.server.ts";
import { requireReader, requireWriter } from "#src/http/admission.server.ts";
import { admit, type GraphqlBuilder, valueOf } from "#src/http/graphql.server.ts";
import { REACTIONS } from "#src/shared/states.ts";

function addReacting(builder: GraphqlBuilder, Message: MessageType): void {
  builder.mutationField("reactToMessage", (t) =>
    t.field({
      type: Message,
      description: `Reacts to a message, or takes a reaction back: ${REACTIONS.join(" ")}. Idempotent`,
      args: {
        chatId: t.arg.id({ required: true }),
        messageId: t.arg.id({ required: true }),
        emoji: t.arg.string({ required: true }),
        on: t.arg.boolean({ required: true, description: "False removes the reaction" }),
      },
      resolve: async (_root, { emoji, on, ...which }, context) =>
        valueOf(await reactInChat(context.app, admit(context, requireWriter), which, { emoji, on })),
    }),
  );
}

/** Chat mutations: send, edit and delete messages, and mark as read. */
export function addChatMutations(builder: GraphqlBuilder, Message: MessageType): void {
  addReacting(builder, Message);
  builder.mutationField("sendMessage", (t) =>
    t.field({
      type: Message,
      description: "Idempotent by `clientId`",
      args: {
        chatId: t.arg.id({ required: true }),
        text: t.arg.string({ required: true }),
        clientId: t.arg.id({ required: true }),
        replyTo: t.arg.id({ description: "The id of the message it replies to" }),
        pictureKey: t.arg.string({
          description: "The key of a picture uploaded for this message; then `text` may be empty",
        }),
        pictureAlt: t.arg.string({ description: "The picture's description" }),
      },
      resolve: async (_root, args, context) =>
        valueOf(await sendMessage(context.app, admit(context, requireWriter), args)),
    }),
  );
  builder.mutationField("editMessage", (t) =>
    t.field({
      type: Message,
      description: "Edits your own message",
      args: {
        chatId: t.arg.id({ required: true }),
        messageId: t.arg.id({ required: true }),
        text: t.arg.string({ required: true }),
      },
      resolve: async (_root, { text, ...which }, context) =>
        valueOf(await changeOwnMessage(context.app, admit(context, requireWriter), which, { text })),
    }),
  );
  builder.mutationField("deleteMessage", (t) =>
    t.field({
      type: Message,
      description: "Deletes your own message; an empty message stays in its place. Idempotent",
      args: { chatId: t.arg.id({ required: true }), messageId: t.arg.id({ required: true }) },
      resolve: async (_root, which, context) =>
        valueOf(await changeOwnMessage(context.app, admit(context, requireWriter), which, null)),
    }),
  );
  builder.mutationField("markChatRead", (t) =>
    t.int({
      description: "Marks a chat as read up to `seq`, never backward; returns the number of unread messages",
      args: { chatId: t.arg.id({ required: true }), seq: t.arg.int({ required: true }) },
      resolve: async (_root, { chatId, seq }, context) =>
        valueOf(await markChatRead(context.app, admit(context, requireReader), chatId, seq)),
    }),
  );
}
