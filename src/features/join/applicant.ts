import type { UserRow } from "#src/db/tables/users.ts";
import type { JoinSubmission } from "#src/features/join/schema.ts";
import { normalizeEmail } from "#src/shared/contact.ts";

/** What a completed submission says of a person, in the fields of the `users` table. */
export type Applicant = Pick<
  UserRow,
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "zsex"
  | "shirtsize"
  | "referredBy"
  | "reInterestedInEvents"
  | "selectedEvents"
  | "zmessage"
  | "socials"
>;

/** 'a, b,,c' → a, b and c, each once. */
function commaList(list: string | undefined): string[] {
  const entries = (list ?? "").split(",").map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ""))];
}

// Far more than anyone chooses, so that a record cannot be made to grow without end.
const MOST_ENTRIES = 200;

/** Both lists in one, each entry once, the newest kept when there are too many. */
function union(before: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...before, ...added])].slice(-MOST_ENTRIES);
}

// What the form sends where somebody said nothing: no answer, so it may not take the place of one.
const NO_ANSWER = "default";

export function applicantOf(submission: JoinSubmission): Applicant {
  return {
    firstName: submission.firstName,
    lastName: submission.lastName,
    email: normalizeEmail(submission.email),
    phone: submission.phone,
    zsex: submission.zsex,
    shirtsize: submission.shirtsize ?? "",
    referredBy: submission.referredBy ?? "",
    reInterestedInEvents: commaList(submission.reInterestedInEvents ?? submission.veryInterestedInEvents),
    selectedEvents: [...new Set((submission.selectedEvents ?? []).map((event) => event.socialEventId))],
    zmessage: submission.message ?? "",
    socials: submission.socials ?? (submission.instagram ? `instagram: ${submission.instagram}` : ""),
  };
}

function isUnsaid(answer: unknown): boolean {
  return answer === "" || answer === NO_ANSWER;
}

/**
 * What a known person's record becomes when they apply again. Anybody can type anybody's address into the form, so
 * for a person whom an admin has approved it only fills in what was empty; for one who is still an applicant the
 * newest answer counts. Lists only ever grow. The submission itself is kept whole either way.
 */
export function mergeApplicant(person: UserRow, applicant: Applicant): Partial<UserRow> {
  const lists = {
    reInterestedInEvents: union(person.reInterestedInEvents, applicant.reInterestedInEvents),
    selectedEvents: union(person.selectedEvents, applicant.selectedEvents),
  };
  const isSettled = person.status === "approved";
  const answers = Object.entries(applicant).filter(
    ([field, answer]) =>
      typeof answer === "string" &&
      answer !== "" &&
      (isUnsaid(person[field as keyof Applicant]) || (!isSettled && answer !== NO_ANSWER)),
  );
  return { ...Object.fromEntries(answers), ...lists };
}
