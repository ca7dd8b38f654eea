import { z } from "zod";
import { LONGEST_ENTRY } from "#src/shared/choices.ts";
import { requiredText } from "#src/shared/fields.ts";

/** A filter for part of the group, evaluated each time it is used. */
export const segmentSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("everyone") }),
    z.object({ kind: z.literal("members") }),
    z.object({ kind: z.literal("lapsed") }),
    z.object({ kind: z.literal("never_came") }),
    z.object({ kind: z.literal("interested"), interest: requiredText(LONGEST_ENTRY, "Choose an interest.") }),
    z.object({ kind: z.literal("going"), eventId: requiredText(200, "Choose an event.") }),
  ],
  { error: "Choose who gets it." },
);
export type Segment = z.infer<typeof segmentSchema>;
