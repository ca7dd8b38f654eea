import { NO_ANSWER } from "#src/shared/choices.ts";
import type { UserFields } from "#src/features/people/schema/users.ts";
import { JOIN_FORM_FIELDS, type JoinFormField } from "#src/shared/proposals.ts";

type Answers = Pick<UserFields, JoinFormField>;

/** The value of a field after accepting a join form's answer: lists are merged, anything else is replaced. */
export function takenOver(known: Answers, said: Answers, field: JoinFormField): string | string[] {
  const [before, answer] = [known[field], said[field]];
  if (Array.isArray(before) && Array.isArray(answer)) return [...new Set([...before, ...answer])];
  return answer;
}

/** The fields in which a join form differs from the known person's record. */
export function saidFields(known: Answers, said: Answers): JoinFormField[] {
  return JOIN_FORM_FIELDS.filter((field) => {
    const answer = said[field];
    if (answer === "" || answer === NO_ANSWER) return false;
    return JSON.stringify(takenOver(known, said, field)) !== JSON.stringify(known[field]);
  });
}
