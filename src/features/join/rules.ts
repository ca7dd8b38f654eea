import { STEP_INCOMPLETE } from "#src/features/join/messages.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { seatsOf } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";
import type { JoinDraft, JoinSubmission, SelectedEvent } from "#src/features/join/schema.ts";
import { JOIN_SHIRT_SIZES, SEXES, type Sex } from "#src/shared/choices.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  isPhoneDigits,
  LAST_NAME_REQUIRED,
  PHONE_FORM,
  PHONE_REQUIRED,
} from "#src/shared/contact.ts";
import { LONGEST_OTHER_INTERESTS } from "#src/shared/interests.ts";
import { AGREEMENT_REQUIRED, TERMS_VERSION, type TermsVersion } from "#src/shared/terms.ts";

// Nothing here may import the schema's code (only its types): the schema loads when the applicant reaches the last
// step, so that the first screen is light.

export const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type Step = (typeof STEPS)[number];
export const FIRST_STEP: Step = 1;
export const EVENTS_STEP: Step = 7;
/** The step that reviews and sends the answers. */
export const REVIEW_STEP: Step = 9;

/** Maximum lengths, as in the schema. */
export const LONGEST = {
  name: 100,
  email: 100,
  instagram: 100,
  otherInterests: LONGEST_OTHER_INTERESTS,
  referredBy: 1000,
  message: 1000,
} as const;

/** The answers so far, as typed. */
export type Answers = {
  /** Digits only; the field shows them with dashes. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly sex: Sex;
  readonly shirtSize: (typeof JOIN_SHIRT_SIZES)[number];
  readonly instagram: string;
  readonly interests: readonly string[];
  readonly otherInterests: string;
  /** Ids of the chosen events. */
  readonly events: readonly string[];
  readonly referredBy: string;
  readonly message: string;
  /** The accepted version of the terms; empty until then. */
  readonly agreedTerms: TermsVersion | "";
};
export type Field = keyof Answers;

export const NO_ANSWERS: Answers = {
  phone: "",
  firstName: "",
  lastName: "",
  email: "",
  sex: "male",
  shirtSize: "M",
  instagram: "",
  interests: [],
  otherInterests: "",
  events: [],
  referredBy: "",
  message: "",
  agreedTerms: "",
};

/** An event as the wizard offers it, with its title already stripped. */
export type EventChoice = SelectedEvent & {
  readonly weekday: string;
  readonly shortDate: string;
  /** A note for the card: that the event is over, or full. */
  readonly note: string | null;
  /** Still listed on the day after, but cannot be chosen. */
  readonly isPast: boolean;
};

/** The event that led here, when it cannot be chosen anymore. */
export type MissedEvent = { readonly title: string; readonly why: "canceled" | "postponed" | "over" | "unknown" };

export function isStep(value: unknown): value is Step {
  return STEPS.some((step) => step === value);
}

/** The next step, or the same one at the end. */
export function stepAfter(step: Step): Step {
  return STEPS.find((each) => each > step) ?? step;
}

/** The previous step, or the same one at the beginning. */
export function stepBefore(step: Step): Step {
  return STEPS.findLast((each) => each < step) ?? step;
}

/** An error: step, field and message. */
export type Fault = { readonly step: Step; readonly field: Field; readonly message: string };

function isTooLong(text: string, longest: number): boolean {
  return text.trim().length > longest;
}

function checkPhone({ phone }: Answers): Fault[] {
  if (isPhoneDigits(phone)) return [];
  return [{ step: 1, field: "phone", message: phone === "" ? PHONE_REQUIRED : PHONE_FORM }];
}

function checkName(name: string, field: "firstName" | "lastName", required: string): Fault[] {
  if (name.trim() === "") return [{ step: 2, field, message: required }];
  return isTooLong(name, LONGEST.name) ? [{ step: 2, field, message: STEP_INCOMPLETE }] : [];
}

function checkNames({ firstName, lastName }: Answers): Fault[] {
  return [
    ...checkName(firstName, "firstName", FIRST_NAME_REQUIRED),
    ...checkName(lastName, "lastName", LAST_NAME_REQUIRED),
  ];
}

function checkEmail({ email }: Answers): Fault[] {
  const address = email.trim();
  if (address === "") return [{ step: 3, field: "email", message: EMAIL_REQUIRED }];
  if (!isEmailAddress(address)) return [{ step: 3, field: "email", message: EMAIL_INVALID }];
  return isTooLong(address, LONGEST.email) ? [{ step: 3, field: "email", message: STEP_INCOMPLETE }] : [];
}

/** Whether the success page stays, with the link to the chat. Everyone else is redirected to the membership page. */
export const staysOnSuccess = ({ sex }: Answers): boolean => sex === "female";

function checkPicks(answers: Answers): Fault[] {
  const faults: Fault[] = [];
  if (!SEXES.includes(answers.sex)) faults.push({ step: 4, field: "sex", message: STEP_INCOMPLETE });
  if (!JOIN_SHIRT_SIZES.includes(answers.shirtSize))
    faults.push({ step: 4, field: "shirtSize", message: STEP_INCOMPLETE });
  return faults;
}

function checkLength(step: Step, field: "instagram" | "otherInterests", answers: Answers): Fault[] {
  return isTooLong(answers[field], LONGEST[field]) ? [{ step, field, message: STEP_INCOMPLETE }] : [];
}

function checkAgreement({ agreedTerms }: Answers): Fault[] {
  return agreedTerms === TERMS_VERSION
    ? []
    : [{ step: REVIEW_STEP, field: "agreedTerms", message: AGREEMENT_REQUIRED }];
}

/** Errors that prevent leaving a step; steps 4 to 6 check the earlier answers again, 7 and 8 never fail. */
export function checkStep(step: Step, answers: Answers): readonly Fault[] {
  const required = () => [...checkPhone(answers), ...checkNames(answers), ...checkEmail(answers)];
  switch (step) {
    case 1:
      return checkPhone(answers);
    case 2:
      return checkNames(answers);
    case 3:
      return checkEmail(answers);
    case 4:
      return [...required(), ...checkPicks(answers)];
    case 5:
      return [...required(), ...checkLength(5, "instagram", answers)];
    case 6:
      return [...required(), ...checkLength(6, "otherInterests", answers)];
    case REVIEW_STEP:
      return checkAgreement(answers);
    default:
      return [];
  }
}

/** A title as the wizard shows it: only letters, digits, spaces and - ' $ ( ) +. */
export function stripTitle(title: string): string {
  // Normalized first, so that a letter with its accent is one character; removed characters leave double spaces.
  return title
    .normalize("NFC")
    .replace(/[^\p{L}\p{Nd} \-'$()+]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** An event as a choice of the wizard, as of `now`. */
export function choiceOf(event: EventView, now: Date): EventChoice {
  const { title, date, time, socialEventId, weekday, shortDate } = event;
  const seats = seatsOf(event);
  const isPast = isOver(event, now);
  const note = isPast ? "Over" : seats?.tone === "none" ? seats.words : null;
  return { title: stripTitle(title), date, time, socialEventId, weekday, shortDate, note, isPast };
}

function interestsOf({ interests, otherInterests }: Answers): string[] {
  return [...interests, otherInterests.trim()].filter((interest) => interest !== "");
}

/** The chosen interests, then the other ones, joined by commas. */
export function interestList(answers: Answers): string {
  return interestsOf(answers).join(",");
}

/** The interests as a phrase: `dance, yoga and chess`. */
export function interestWords(answers: Answers): string {
  const all = interestsOf(answers);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}

/** The chosen events among the offered ones, by day; an event that is no longer offered is no longer chosen. */
export function chosenEvents({ events }: Answers, offered: readonly EventChoice[]): readonly EventChoice[] {
  const chosen = offered.filter((event) => events.includes(event.socialEventId));
  // Past events are offered last.
  return chosen.toSorted((one, other) => Number(other.isPast) - Number(one.isPast));
}

// The service that reads these two expects a word rather than an empty string.
function orDefault(answer: string): string {
  const words = answer.trim();
  return words.length < 2 ? "default" : words;
}

type Payload = Omit<JoinSubmission, "submissionId" | "complete">;

function fullPayload(answers: Answers, offered: readonly EventChoice[]): Payload {
  const instagram = answers.instagram.trim();
  return {
    email: answers.email.trim(),
    formType: "formSocialGroupChat",
    firstName: answers.firstName.trim(),
    lastName: answers.lastName.trim(),
    phone: answers.phone,
    photo: "default",
    referredBy: orDefault(answers.referredBy),
    zsex: answers.sex,
    socials: instagram === "" ? "" : `instagram: ${instagram}`,
    reInterestedInEvents: interestList(answers),
    selectedEvents: chosenEvents(answers, offered).map(({ title, date, time, socialEventId }) => ({
      title,
      date,
      time,
      socialEventId,
    })),
    shirtsize: answers.shirtSize,
    message: orDefault(answers.message),
  };
}

// The step that asks for each field. Before that step, the value is only a default.
const ASKED_AT = {
  phone: 1,
  firstName: 2,
  lastName: 2,
  email: 3,
  zsex: 4,
  shirtsize: 4,
  socials: 5,
  reInterestedInEvents: 6,
  selectedEvents: 7,
  referredBy: 8,
  message: 8,
} as const satisfies Partial<Record<keyof Payload, Step>>;

/** The draft: the answers up to `step`. */
export function draftPayload(
  submissionId: string,
  step: Step,
  answers: Answers,
  offered: readonly EventChoice[],
): JoinDraft {
  const askedAt: Partial<Record<string, Step>> = ASKED_AT;
  const soFar = Object.entries(fullPayload(answers, offered)).filter(([name]) => (askedAt[name] ?? FIRST_STEP) <= step);
  return { ...(Object.fromEntries(soFar) as Partial<Payload>), submissionId, complete: false };
}

export function submissionPayload(
  submissionId: string,
  answers: Answers,
  offered: readonly EventChoice[],
): JoinSubmission {
  const { agreedTerms } = answers;
  return { ...fullPayload(answers, offered), ...(agreedTerms && { agreedTerms }), submissionId, complete: true };
}

// The schema's field names, mapped to the steps that the applicant knows.
const STEP_OF_FIELD: Readonly<Record<string, Step>> = { ...ASKED_AT, instagram: 5, veryInterestedInEvents: 6 };

/** The step that asks for a field; undefined for one that the wizard fills in itself. */
export function stepOfField(name: string): Step | undefined {
  return STEP_OF_FIELD[name.split(".")[0] ?? ""];
}
