import { LONGEST_ENTRY } from "#src/shared/choices.ts";
import { linesOf, repeatedIn } from "#src/shared/lines.ts";

/** Length reserved for the join form's other interests, which are sent in one text with the chosen ones. */
export const LONGEST_OTHER_INTERESTS = 700;
/** Maximum length of all interests joined by commas, leaving room for one more comma. */
const LONGEST_TOGETHER = LONGEST_ENTRY - LONGEST_OTHER_INTERESTS - 1;

/** The interests on offer, in the order of the forms. */
export const readInterests = (text: string): string[] => linesOf(text);

/** Why a list of interests is invalid. */
export function interestsFault(text: string): string | undefined {
  const interests = readInterests(text);
  const withComma = interests.find((interest) => interest.includes(","));
  const repeated = repeatedIn(interests, (interest) => interest.toLowerCase());
  if (interests.length === 0) return "Enter at least one interest.";
  if (withComma !== undefined) return `Write one interest per line, without commas. This line has one: ${withComma}`;
  if (repeated !== undefined) return `List each interest once. This one is listed twice: ${repeated}`;
  const { length } = interests.join(",");
  return length > LONGEST_TOGETHER
    ? `All interests together can have ${LONGEST_TOGETHER} characters. These have ${length}: list fewer, or shorten some.`
    : undefined;
}
