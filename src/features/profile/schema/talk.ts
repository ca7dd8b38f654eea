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
      said: z.string().nullable().describe("Its text when it was reported, which organizers can still read"),
      picture: z
        .object({ url: z.string(), alt: z.string() })
        .nullable()
        .describe("Downloadable from its url as long as it is listed here"),
    }),
  ),
  chatsRead: z.array(z.object({ chat: z.string(), upTo: z.number().int() })).describe("How far you have read"),
  chatReactions: z.array(z.object({ chat: z.string(), emoji: z.string(), reactedAt: moment })),
};
