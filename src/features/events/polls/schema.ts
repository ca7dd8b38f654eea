import { z } from "zod";
import {
  CHOICE_REQUIRED,
  CHOICE_TWICE,
  CLOSED_OR_NOT,
  mostChoices,
  OPTIONS_NEEDED,
  QUESTION_REQUIRED,
  TWO_CHOICES,
} from "#src/features/events/polls/messages.ts";
import { LONGEST_CHOICE, LONGEST_QUESTION, MOST_OPTIONS } from "#src/features/events/polls/rules.ts";
import { requiredText, text } from "#src/shared/fields.ts";

export const pollSchema = z.object({
  question: z.string(),
  multiple: z.boolean().describe("Whether a vote may have several options"),
  membersOnly: z.boolean().describe("Whether only members, the host and organizers see it and vote"),
  closed: z.boolean(),
  voters: z.number().int().describe("The number of voters"),
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      votes: z.number().int(),
      chosen: z.boolean().describe("Chosen by the caller"),
    }),
  ),
});
export type PollView = z.infer<typeof pollSchema>;

export const voteSchema = z.object({
  optionIds: z.array(text(100), { error: OPTIONS_NEEDED }).max(MOST_OPTIONS, { error: `At most ${MOST_OPTIONS}.` }),
});

const label = requiredText(LONGEST_CHOICE, CHOICE_REQUIRED);
const question = requiredText(LONGEST_QUESTION, QUESTION_REQUIRED);

/** Two to twenty choices, each a different one. */
function choices<T extends z.ZodType>(choice: T, labelOf: (value: z.output<T>) => string) {
  return z
    .array(choice)
    .min(2, { error: TWO_CHOICES })
    .max(MOST_OPTIONS, { error: mostChoices(MOST_OPTIONS) })
    .superRefine((list, context) => {
      const labels = list.map((each) => labelOf(each).toLowerCase());
      for (const [index, each] of labels.entries())
        if (labels.indexOf(each) < index) context.addIssue({ code: "custom", path: [index], message: CHOICE_TWICE });
    });
}

export const newPollSchema = z.object({
  question,
  options: choices(label, (each) => each),
  multiple: z.boolean().default(false).describe("People may choose several"),
  membersOnly: z.boolean().default(true).describe("Only members, the host and organizers see it and vote"),
});
export type NewPoll = z.output<typeof newPollSchema>;

export const pollChangeSchema = z.object({
  closed: z.boolean({ error: CLOSED_OR_NOT }).optional(),
  question: question.optional().describe("Stays after the first vote"),
  multiple: z.boolean().optional(),
  membersOnly: z.boolean().optional(),
  options: choices(z.object({ id: text(100).nullish(), label }), (each) => each.label)
    .optional()
    .describe(
      "All choices in order. A choice with its id keeps its votes, and with votes its label; omitted choices are deleted with their votes",
    ),
  seen: z
    .array(text(100))
    .max(MOST_OPTIONS)
    .optional()
    .describe("The ids of the choices that the form showed when it was opened; choices added since then stay"),
});
export type PollChange = z.output<typeof pollChangeSchema>;
