import { z } from "zod";
import { JOIN_SHIRT_SIZES, LONGEST_ENTRY, SEXES } from "#src/shared/choices.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  isPhoneDigits,
  LAST_NAME_REQUIRED,
  PHONE_FORM,
  PHONE_REQUIRED,
  phoneDigits,
} from "#src/shared/contact.ts";
import { agreedTerms, requiredText, text } from "#src/shared/fields.ts";

/** The number of events that the wizard shows; a submission with more does not come from it. */
export const EVENTS_TO_CHOOSE = 8;

const selectedEvent = z.object({
  title: text(200),
  date: text(40),
  time: text(20),
  socialEventId: requiredText(200, "An event needs its id."),
});
export type SelectedEvent = z.infer<typeof selectedEvent>;

const submissionId = z.uuid({ error: "A submission needs an id (a UUID)." });
const phone = text(40).transform(phoneDigits);

// Optional answers, the same in a draft and in a submission.
const optionalAnswers = {
  photo: text(100).optional(),
  referredBy: text(1000).optional(),
  socials: text(120).optional(),
  instagram: text(100).optional(),
  reInterestedInEvents: text(LONGEST_ENTRY).optional(),
  veryInterestedInEvents: text(LONGEST_ENTRY).optional(),
  selectedEvents: z
    .array(selectedEvent)
    .max(EVENTS_TO_CHOOSE, { error: `At most ${EVENTS_TO_CHOOSE} events.` })
    .optional(),
  shirtsize: z.union([z.enum(JOIN_SHIRT_SIZES), z.literal("")], { error: "Choose one of the sizes." }).optional(),
  message: text(1000).optional(),
};

/** A draft: nothing is required, but what is there must be storable. */
export const joinDraftSchema = z.object({
  submissionId,
  complete: z.literal(false),
  formType: text(100).optional(),
  email: text(100).optional(),
  firstName: text(100).optional(),
  lastName: text(100).optional(),
  phone: phone.optional(),
  zsex: z.union([z.enum(SEXES), z.literal("")], { error: "Choose male or female." }).optional(),
  ...optionalAnswers,
});

/** The submission, validated alike by the wizard and the server. */
export const joinSubmissionSchema = z.object({
  submissionId,
  complete: z.literal(true),
  formType: requiredText(100, "The form type is required."),
  email: requiredText(100, EMAIL_REQUIRED).refine((value) => value === "" || isEmailAddress(value), {
    error: EMAIL_INVALID,
  }),
  firstName: requiredText(100, FIRST_NAME_REQUIRED),
  lastName: requiredText(100, LAST_NAME_REQUIRED),
  phone: phone
    .refine((digits) => digits !== "", { error: PHONE_REQUIRED })
    .refine((digits) => digits === "" || isPhoneDigits(digits), { error: PHONE_FORM }),
  zsex: z.enum(SEXES, { error: "Choose male or female." }),
  ...optionalAnswers,
  agreedTerms,
});

/** The body of `/api/join`. */
export const joinRequestSchema = z.discriminatedUnion("complete", [joinDraftSchema, joinSubmissionSchema], {
  error: "Say whether the submission is complete (true or false).",
});

export type JoinDraft = z.infer<typeof joinDraftSchema>;
export type JoinSubmission = z.infer<typeof joinSubmissionSchema>;
export type JoinRequest = JoinDraft | JoinSubmission;

export const joinAnswerSchema = z.object({ success: z.literal(true), complete: z.boolean() });
