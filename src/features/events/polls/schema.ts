import { z } from "zod";
import { CLOSED_OR_NOT, OPTIONS_NEEDED } from "#src/features/events/polls/messages.ts";
import { text } from "#src/shared/fields.ts";

/** No poll is longer. */
const MOST_OPTIONS = 50;

export const pollSchema = z.object({
  question: z.string(),
  multiple: z.boolean().describe("Whether one may choose several"),
  closed: z.boolean(),
  voters: z.number().int().describe("How many people have voted"),
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      votes: z.number().int(),
      chosen: z.boolean().describe("By who asks"),
    }),
  ),
});
export type PollView = z.infer<typeof pollSchema>;

export const voteSchema = z.object({
  optionIds: z.array(text(100), { error: OPTIONS_NEEDED }).max(MOST_OPTIONS, { error: `At most ${MOST_OPTIONS}.` }),
});
export const pollChangeSchema = z.object({ closed: z.boolean({ error: CLOSED_OR_NOT }) });
