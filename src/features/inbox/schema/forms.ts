import { z } from "zod";
import { FORM_TYPE_REQUIRED, REPORT_ELSEWHERE } from "#src/features/inbox/messages.ts";
import { COUNTRY_PARTY, kindOf, REPORT } from "#src/features/inbox/rules.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  isShortPhone,
  LAST_NAME_REQUIRED,
  normalizeEmail,
  PHONE_FORM,
  PHONE_REQUIRED,
  SEX_REQUIRED,
} from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

/** The kind of form. Reports have their own call, with its own checks and limit. */
export const formType = text(100, FORM_TYPE_REQUIRED)
  .overwrite(kindOf)
  .refine((kind) => kind !== REPORT, { error: REPORT_ELSEWHERE });

/** A phone number, or text instead of one. */
export const phoneText = text(1000).refine((typed) => !isShortPhone(typed), { error: PHONE_FORM });

/** Fields that the party's list requires; other forms may omit them. */
const PARTY_NEEDS = {
  firstName: FIRST_NAME_REQUIRED,
  lastName: LAST_NAME_REQUIRED,
  sex: SEX_REQUIRED,
  phone: PHONE_REQUIRED,
} as const;

/** The site's smaller forms; `formType` says which. */
export const formSubmissionSchema = z
  .object({
    email: requiredText(100, EMAIL_REQUIRED)
      .refine((value) => value === "" || isEmailAddress(value), { error: EMAIL_INVALID })
      .transform(normalizeEmail),
    firstName: text(100).default(""),
    lastName: text(100).default(""),
    phone: phoneText.default(""),
    sex: text(6).default(""),
    // The form allows 1000 characters; its subject is added.
    message: text(1500).default(""),
    formType: formType.min(1, { error: FORM_TYPE_REQUIRED }),
    eventId: text(200).optional().describe("The event it is about"),
  })
  .superRefine((form, context) => {
    if (form.formType !== COUNTRY_PARTY) return;
    for (const [field, message] of Object.entries(PARTY_NEEDS))
      if (form[field as keyof typeof PARTY_NEEDS] === "") context.addIssue({ code: "custom", path: [field], message });
  });
export type FormSubmission = z.infer<typeof formSubmissionSchema>;

export const formAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string().describe("What happens next"),
});
