import type { App } from "#src/context/app.ts";
import { addMessageType, type MessageType } from "#src/features/chats/graphql/message.server.ts";
import { addChatMutations } from "#src/features/chats/graphql/mutations.server.ts";
import { badLimit } from "#src/features/chats/messages.ts";
import { getChat, listChats, listMembers, listMessages } from "#src/features/chats/queries.server.ts";
import { requireNotRemoved } from "#src/features/chats/queries/limits.server.ts";
import { readMuteNotice } from "#src/features/profile/queries/mutes.server.ts";
import { countUnread } from "#src/features/chats/queries/unread.server.ts";
import type { ChatMemberView, ChatView, MessageView } from "#src/features/chats/schema.ts";
import { requireReader } from "#src/http/admission.server.ts";
import { admit, type GraphqlBuilder, type GraphqlContext, valueOf } from "#src/http/graphql.server.ts";
import type { ChatReader } from "#src/policy/chats.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MAX_PAGE = 100;
/** Default page size. */
const MEMBERS = 100;
const MESSAGES = 50;

type Lists<V> = Promise<Map<string, V[]>>;

/** Batches the chats of one response: the first list requested loads that list for all of them in one query. */
class ChatsTogether {
  readonly #app: App;
  readonly #reader: ChatReader;
  readonly #chats: readonly ChatView[];
  readonly #ids: readonly string[];
  readonly #members = new Map<string, Lists<ChatMemberView>>();
  readonly #messages = new Map<string, Lists<MessageView>>();
  #unread: ReturnType<typeof countUnread> | undefined;
  #muteNotice: ReturnType<typeof readMuteNotice> | undefined;

  constructor(app: App, reader: ChatReader, chats: readonly ChatView[]) {
    this.#app = app;
    this.#reader = reader;
    this.#chats = chats;
    this.#ids = chats.map(({ id }) => id);
  }

  get chats(): ChatInAnswer[] {
    return this.#chats.map((chat) => ({ ...chat, together: this }));
  }

  async unread(id: string): Promise<number> {
    this.#unread ??= countUnread(this.#app, this.#reader, this.#ids);
    return (await this.#unread).get(id) ?? 0;
  }

  muteNotice(): Promise<string | null> {
    this.#muteNotice ??= readMuteNotice(this.#app, this.#reader);
    return this.#muteNotice;
  }

  async members(id: string, page: { limit: number; after?: string | undefined }): Promise<ChatMemberView[]> {
    const key = JSON.stringify(page);
    const lists = this.#members.get(key) ?? listMembers(this.#app, this.#reader, this.#ids, page);
    this.#members.set(key, lists);
    return (await lists).get(id) ?? [];
  }

  async messages(id: string, page: { limit: number; before?: number | undefined }): Promise<MessageView[]> {
    const key = JSON.stringify(page);
    const lists = this.#messages.get(key) ?? listMessages(this.#app, this.#reader, this.#ids, page);
    this.#messages.set(key, lists);
    return (await lists).get(id) ?? [];
  }
}

type ChatInAnswer = ChatView & { readonly together: ChatsTogether };

function pageSize(limit: number): Result<number> {
  return limit >= 1 && limit <= MAX_PAGE ? ok(limit) : fail("invalid", badLimit(MAX_PAGE));
}

function addMemberType(builder: GraphqlBuilder) {
  return builder.objectRef<ChatMemberView>("ChatMember").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      name: t.exposeString("name"),
      nickname: t.exposeString("nickname", { description: "Empty if it equals the name" }),
      imageUrl: t.exposeString("imageUrl"),
      autokicked: t.exposeBoolean("autokicked"),
      muted: t.exposeBoolean("muted"),
    }),
  });
}

function addChatType(builder: GraphqlBuilder, Message: MessageType) {
  const Member = addMemberType(builder);
  return builder.objectRef<ChatInAnswer>("Chat").implement({
    fields: (t) => ({
      id: t.exposeID("id"),
      name: t.exposeString("name"),
      description: t.exposeString("description"),
      imageUrl: t.exposeString("imageUrl", { description: "The key of one of the site's pictures, or a URL" }),
      messageCount: t.exposeInt("messageCount"),
      memberCount: t.exposeInt("memberCount"),
      createdAt: t.exposeInt("createdAt", { description: "Seconds since 1970" }),
      updatedAt: t.exposeInt("updatedAt", { description: "Seconds since 1970" }),
      syncAge: t.exposeInt("syncAge", {
        nullable: true,
        description: "Seconds since the last sync with the chat's provider; null for built-in chats",
      }),
      unreadCount: t.int({
        description: "Unread messages by others, counted up to 100",
        resolve: ({ id, together }) => together.unread(id),
      }),
      canWrite: t.exposeBoolean("canWrite", { description: "Whether you may write messages" }),
      muteNotice: t.string({
        nullable: true,
        description: "Why you currently may not write in any chat, as a sentence; null if you may",
        resolve: ({ together }) => together.muteNotice(),
      }),
      canModerate: t.exposeBoolean("canModerate", {
        description: "Whether you may hide messages, mute people and remove them",
      }),
      members: t.field({
        type: [Member],
        description: "`after`: the id of the previous page's last member",
        args: { limit: t.arg.int({ defaultValue: MEMBERS }), after: t.arg.string() },
        resolve: ({ id, together }, { limit, after }) =>
          together.members(id, { limit: valueOf(pageSize(limit ?? MEMBERS)), after: after ?? undefined }),
      }),
      messages: t.field({
        type: [Message],
        description: "Oldest first: the newest messages, or with `before` those before that `seq`",
        args: { limit: t.arg.int({ defaultValue: MESSAGES }), before: t.arg.int() },
        resolve: ({ id, together }, { limit, before }) =>
          together.messages(id, { limit: valueOf(pageSize(limit ?? MESSAGES)), before: before ?? undefined }),
      }),
    }),
  });
}

type ReadChats = (app: App, reader: ChatReader) => Promise<readonly ChatView[]>;

async function readChats(context: GraphqlContext, read: ReadChats): Promise<ChatInAnswer[]> {
  const reader = admit(context, requireReader);
  return new ChatsTogether(context.app, reader, await read(context.app, reader)).chats;
}

/** Chats and their messages, for viewers admitted by `policy/chats.ts`. */
export function addChats(builder: GraphqlBuilder): void {
  const Message = addMessageType(builder);
  const Chat = addChatType(builder, Message);
  builder.queryFields((t) => ({
    chats: t.field({
      type: [Chat],
      resolve: (_root, _args, context) => readChats(context, listChats),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: "Null if no chat has this id; refused if an organizer removed you from it",
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, context) =>
        (
          await readChats(context, async (app, reader) => {
            valueOf(await requireNotRemoved(app, reader.userId, id));
            return getChat(app, reader, id);
          })
        )[0],
    }),
  }));
  addChatMutations(builder, Message);
}
