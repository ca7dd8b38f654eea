import { z } from "zod";

const moment = z.iso.datetime();

/** A person's export: chats. */
export const talkFields = {
  chats: z.array(z.object({ chat: z.string(), name: z.string(), joinedAt: moment })),
  chatMessages: z.array(
    z.object({
      chat: z.string(),
      name: z.string(),
      text: z.string(),
      createdAt: moment,
      removedAt: moment.nullable(),
      said: z.string().nullable().describe("What it said when somebody reported it, which organizers still read"),
      picture: z
        .object({ url: z.string(), alt: z.string() })
        .nullable()
        .describe("It can be downloaded from its url as long as it is here"),
    }),
  ),
  chatsRead: z.array(z.object({ chat: z.string(), upTo: z.number().int() })).describe("How far you have read"),
  chatReactions: z.array(z.object({ chat: z.string(), emoji: z.string(), reactedAt: moment })),
};
