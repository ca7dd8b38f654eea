import { MOST_ENTRIES, NO_ANSWER } from "#src/shared/choices.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { JoinSubmission } from "#src/features/join/schema.ts";
import { normalizeEmail } from "#src/shared/contact.ts";

/** A completed submission as columns of the `users` table. */
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

/** 'a, b,,c' → a, b and c, without duplicates. */
function commaList(list: string | undefined): string[] {
  const entries = (list ?? "").split(",").map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ""))];
}

/** The union of both lists, without duplicates; drops the oldest entries beyond the limit. */
function union(before: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...before, ...added])].slice(-MOST_ENTRIES);
}

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

/** The columns that change when an applicant applies again: newer answers replace older ones, and lists only grow. */
export function updateAnswers(person: UserRow, applicant: Applicant): Partial<UserRow> {
  const answers = Object.entries(applicant).filter(
    ([field, answer]) =>
      typeof answer === "string" && answer !== "" && (answer !== NO_ANSWER || person[field as keyof Applicant] === ""),
  );
  return {
    ...Object.fromEntries(answers),
    reInterestedInEvents: union(person.reInterestedInEvents, applicant.reInterestedInEvents),
    selectedEvents: union(person.selectedEvents, applicant.selectedEvents),
  };
}
