/** Somebody who writes, as a person of ours. */
export type ChatAuthor = {
  readonly userId: string;
  readonly name: string;
  /** What they are called in chats; empty where that is their name. */
  readonly nickname: string;
};

export type NewMessage = {
  readonly chatId: string;
  readonly author: ChatAuthor;
  readonly text: string;
  /** Made by whoever sends: the same one again is the same message. */
  readonly clientId: string;
};

/** A message as it stands in our records. */
export type PostedMessage = {
  readonly id: string;
  /** Its place in the chat: 1, 2, 3… */
  readonly seq: number;
  readonly chatId: string;
  /** The provider's id of the author; empty for what the chat itself says. */
  readonly authorId: string;
  /** The author as a person of ours, where known. */
  readonly userId: string | null;
  readonly name: string;
  readonly avatarUrl: string;
  readonly text: string;
  readonly system: boolean;
  readonly clientId: string | null;
  readonly createdAt: Date;
};

export type PostOutcome =
  | { readonly ok: true; readonly message: PostedMessage }
  | { readonly ok: false; readonly fault: "unknown_chat" };

/**
 * Where the group's chats live. Everybody reads chats, members and messages from our own tables, so that they can be
 * read while a provider is away; what is left to ask a provider for is to take a message.
 */
export type ChatProviderPort = {
  /**
   * Posts a message. When it is done, the message stands in our tables with the next place in its chat, and its author
   * among the chat's members. Safe to repeat. Throws only when the provider cannot be reached.
   */
  post(message: NewMessage): Promise<PostOutcome>;
};
