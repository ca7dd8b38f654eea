import { z } from "zod";
import { drawSchema } from "#src/features/events/draw/schema/draw.ts";

/** What anyone needs to recompute a draw. */
export const drawRecordSchema = drawSchema.extend({
  commitment: z.string().describe("SHA-256 of the seed, hexadecimal: shown before the draw"),
  seed: z.string().nullable().describe("Null until the draw"),
  mine: z.number().int().nullable().describe("The caller's number in the draw"),
  entries: z
    .array(
      z.object({
        number: z.number().int(),
        lostBefore: z.boolean().describe("Got no space in the previous draw, so comes first"),
        hash: z.string().describe("SHA-256 of 'seed:number', hexadecimal: lower comes first"),
        hasPlace: z.boolean(),
      }),
    )
    .describe("In the order of the draw; empty until then"),
});
export type DrawRecord = z.infer<typeof drawRecordSchema>;
