/** Messages about join forms that may be about a known person. */
export const PROPOSAL_NOT_FOUND = "This join form no longer exists. Please reload the list.";
export const PROPOSAL_DECIDED = "Someone already decided about this join form. Please reload the list.";
export const PROPOSAL_CHANGED =
  "One of the two changed since you looked, so nothing was taken over. Please reload the list and look again.";
export const PROPOSAL_NEEDS_FIELDS = "Choose at least one field to take over.";
export const PROPOSAL_DISMISSED = "The join form is dismissed. Both people stay as they are.";
export const PROPOSAL_TAKEN_BACK = "The person is as before, and the join form waits for a decision again.";
export const PROPOSAL_OPEN_AGAIN = "The join form waits for a decision again.";

type TakenOver = {
  readonly name: string;
  readonly fields: number;
  /** The form's person is in use, so it was not removed. */
  readonly stays: boolean;
  readonly isApproved: boolean;
};

/** The result of applying a form, and the remaining steps. */
export function takenOverWords({ name, fields, stays, isApproved }: TakenOver): string {
  const changed = `${fields === 1 ? "1 field" : `${fields} fields`} of ${name || "this person"} changed.`;
  const left = [
    stays && "The form's own person has an account or an RSVP, so they stay: merge the two if they are one.",
    !isApproved && "They are not approved yet: match their chat request, or set the status in their record.",
  ];
  return [changed, ...left.filter((words) => words !== false)].join(" ");
}

// Messages that the console shows.
export const PROPOSALS_TITLE = "Join forms that name someone you know";
export const NO_PROPOSALS = "No join form names someone you know.";
export const failedToLoadProposals = (message: string) => `Failed to load join forms: ${message}`;
export const failedToDecideProposal = (message: string) => `Failed to decide about the join form: ${message}`;
