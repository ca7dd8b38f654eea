import { z } from "zod";
import { AGREEMENT_REQUIRED, TERMS_VERSIONS } from "#src/shared/terms.ts";
import { isDay } from "#src/shared/dates.ts";

// PostgreSQL cannot store NUL, and a lone surrogate is not valid UTF-8.
export function isCleanText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** Scripts in which a joiner changes the shape of adjacent letters. */
const JOINED = String.raw`(?!\u061c)[${["Arab", "Syrc", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Mymr", "Khmr"].map((script) => String.raw`\p{scx=${script}}`).join("")}]`;

/** Invisible characters with a visible effect in context; these are kept. */
const TELLING = [
  // The flags of England, Scotland and Wales, spelled with tag characters.
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?(?:\u200d(?=\p{Extended_Pictographic}))?`,
  String.raw`${JOINED}(?:\u200d|\u200c(?=${JOINED}))`,
  String.raw`\p{sc=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`[\u1820-\u18aa][\u180b-\u180d\u180f]`,
].join("|");

/** Invisible characters and bidirectional controls, which can disguise text or make different texts look the same. */
const HIDDEN = String.raw`(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const HIDDEN_IN_A_LINE = new RegExp(`(${TELLING})|${HIDDEN}`, "gu");
/** Bidirectional marks keep punctuation in place in long mixed text. */
const HIDDEN_IN_PARAGRAPHS = new RegExp(String.raw`(${TELLING}|[\u061c\u200e\u200f])|${HIDDEN}`, "gu");

/** Text of this length or more keeps its line breaks; in shorter text they become spaces. In UTF-16 units. */
const PARAGRAPHS_FROM = 1000;

/** Invisible characters, including fillers and joiners. Some are useful within words; alone they are not text. */
const BLANKS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/gu;

/** Joins lines with spaces. A regex for the spaces around a break would be quadratic on long runs. */
function inOneLine(value: string): string {
  const lines = value.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

/** Whether the text has a visible character. */
function isVisible(value: string): boolean {
  return value.replaceAll(BLANKS, "") !== "";
}

function visible(value: string, max: number): string {
  if (!isVisible(value)) return "";
  const isLine = max < PARAGRAPHS_FROM;
  const words = value
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(isLine ? HIDDEN_IN_A_LINE : HIDDEN_IN_PARAGRAPHS, "$1");
  return isLine ? inOneLine(words) : words;
}

/**
 * Text input: trimmed, without hidden characters, at most `max` UTF-16 units. Rejects NUL and lone surrogates. Checks
 * the length first, because longer text may cost more to validate than to reject.
 */
export function text(max: number, missing = "This must be text.") {
  return z
    .string({ error: missing })
    .refine(isCleanText, { error: "This contains an unsupported character." })
    .overwrite((value) => visible(value, max))
    .trim()
    .max(max, { error: `At most ${max} characters.`, abort: true });
}

/** Like {@link text}, but required. `required` is the message for an empty or missing field. */
export function requiredText(max: number, required: string) {
  return text(max, required).min(1, { error: required });
}

/** The consent checkbox. Omitted means not asked; anything but a known terms version is no consent. */
export const agreedTerms = z
  .enum(TERMS_VERSIONS, { error: AGREEMENT_REQUIRED })
  .optional()
  .describe("The accepted version of the terms, by a person of 18 or older; omitted: not asked");

export const daySchema = z
  .string()
  .refine(isDay, { error: "Enter a day such as 2026-11-28, before the year 9999." })
  .describe("YYYY-MM-DD, in the group's time zone");
/** A select's "any" option sends an empty value. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => undefined), schema]).optional();

/** Pagination cursor: the `next` of the previous page. */
export const afterPage = text(300).optional().describe("Continue after this page");
export const pageQuerySchema = z.object({ after: afterPage });

/** The response of a call that returns only a message. */
export const successSchema = z.object({ success: z.literal(true), message: z.string() });
