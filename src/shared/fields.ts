import { z } from "zod";
import { AGREEMENT_REQUIRED, TERMS_VERSIONS } from "#src/shared/terms.ts";
import { isDay } from "#src/shared/dates.ts";

// PostgreSQL cannot store NUL, and a lone surrogate is not valid UTF-8.
export function isCleanText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** Control characters, noncharacters, spaces without width, overrides of the writing direction: they can disguise text. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of this length or more keeps its line breaks; in shorter text they become spaces. In UTF-16 units. */
const PARAGRAPHS_FROM = 1000;

/** Characters that show nothing, fillers and joiners among them. Within words some have a use; alone they are no text. */
const BLANKS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/gu;

/** Whether a reader would see anything. */
function isVisible(value: string): boolean {
  return value.replaceAll(BLANKS, "") !== "";
}

function visible(value: string, max: number): string {
  if (!isVisible(value)) return "";
  const words = value.replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ").replaceAll(HIDDEN, "");
  return max < PARAGRAPHS_FROM ? words.replaceAll(/\s*\n\s*/g, " ") : words;
}

/** Text input: trimmed, without hidden characters, at most `max` UTF-16 units. NUL and lone surrogates are refused. */
export function text(max: number, missing = "This must be text.") {
  return z
    .string({ error: missing })
    .refine(isCleanText, { error: "This contains a character that cannot be kept." })
    .overwrite((value) => visible(value, max))
    .trim()
    .max(max, { error: `At most ${max} characters.` });
}

/** Like {@link text}, but required. `required` is the message for an empty or missing field. */
export function requiredText(max: number, required: string) {
  return text(max, required).min(1, { error: required });
}

/** The consent checkbox. Omitted means not asked; anything but a known version of the terms is no consent. */
export const agreedTerms = z
  .enum(TERMS_VERSIONS, { error: AGREEMENT_REQUIRED })
  .optional()
  .describe("The accepted version of the terms, by a person of 18 or older; omitted: not asked");

export const daySchema = z
  .string()
  .refine(isDay, { error: "Enter a calendar day before the year 9999, such as 2026-11-28." })
  .describe("YYYY-MM-DD, in the group's time zone");
/** A select's "any" option sends an empty value. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();
