import type { z } from "zod";
import { forPlain, PLAIN_FIELDS, type PlainField } from "#src/features/events/rules/plain-fields.ts";
import { requiredText, text } from "#src/shared/fields.ts";

/** Schemas of the plain fields, the same for new and changed events. */
export const plainShape = forPlain((name): z.ZodType<string, string> => {
  const { max, missing, form }: PlainField = PLAIN_FIELDS[name];
  const words = missing === null ? text(max) : requiredText(max, missing);
  return form ? words.refine((given) => given === "" || form.fits(given), { error: form.sentence }) : words;
});
