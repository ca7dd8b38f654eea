import type { ProfileExport } from "#src/features/profile/schema.ts";
import { storedNames } from "#src/shared/pictures-uploaded.ts";

/** A person's chat activity. */
export type Talk = {
  readonly memberships: readonly { chat: string; name: string; joinedAt: Date }[];
  readonly messages: readonly {
    chat: string;
    name: string;
    text: string;
    createdAt: Date;
    removedAt: Date | null;
    said: string | null;
    pictureKey: string | null;
    pictureAlt: string | null;
  }[];
  readonly reads: readonly { chat: string; upTo: number }[];
  readonly reactions: readonly { chat: string; emoji: string; reactedAt: Date }[];
};

export function viewTalk(
  { memberships, messages, reads, reactions }: Talk,
  publicUrl: string,
): Pick<ProfileExport, "chats" | "chatMessages" | "chatsRead" | "chatReactions"> {
  return {
    chats: memberships.map((membership) => ({ ...membership, joinedAt: membership.joinedAt.toISOString() })),
    chatMessages: messages.map(({ chat, name, text, createdAt, removedAt, said, pictureKey, pictureAlt }) => ({
      chat,
      name,
      text,
      createdAt: createdAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      said,
      picture:
        pictureKey === null
          ? null
          : { url: `${publicUrl}/images/${storedNames(pictureKey).at(-1) ?? pictureKey}`, alt: pictureAlt ?? "" },
    })),
    chatsRead: [...reads],
    chatReactions: reactions.map((reaction) => ({ ...reaction, reactedAt: reaction.reactedAt.toISOString() })),
  };
}
