import { z } from "zod";
import { AGREEMENT_REQUIRED, TERMS_VERSIONS } from "#src/shared/terms.ts";
import { isDay } from "#src/shared/dates.ts";

// A NUL byte cannot be stored by PostgreSQL, and half a surrogate pair cannot be written as UTF-8.
export function isCleanText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** Text as people type it: trimmed, at most `max` UTF-16 units, without NUL or half characters. */
export function text(max: number, missing = "This must be text.") {
  return z
    .string({ error: missing })
    .refine(isCleanText, { error: "This contains a character that cannot be kept." })
    .trim()
    .max(max, { error: `At most ${max} characters.` });
}

/** As {@link text}, and not empty. `required` is what an empty or missing field is told. */
export function requiredText(max: number, required: string) {
  return text(max, required).min(1, { error: required });
}

/** The tick under a form. Left out, nobody was asked; anything but a known version of the terms is no agreement. */
export const agreedTerms = z
  .enum(TERMS_VERSIONS, { error: AGREEMENT_REQUIRED })
  .optional()
  .describe("The version of the terms that was ticked, by somebody who is 18 or older; left out: not asked");

export const daySchema = z
  .string()
  .refine(isDay, { error: "A day is written YYYY-MM-DD." })
  .describe("YYYY-MM-DD, in the group's time zone");
/** A select box that says 'any' sends an empty value. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();
