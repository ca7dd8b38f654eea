export const NO_POLL = "This event has no poll.";
export const POLL_CLOSED = "This poll is closed.";
export const NOT_AN_OPTION = "One of these is not an option of this poll.";
export const CHOOSE_ONE = "Choose one of the options.";
export const OPTIONS_NEEDED = "Send the ids of the options you choose.";
export const CLOSED_OR_NOT = "Say whether the poll is closed (true or false).";
export const POLL_EXISTS = "This event already has a poll.";
export const POLL_FOR_MEMBERS = "This poll is for members.";
export const POLL_NEEDS_REVIEW =
  "Guests would see this at once, and an organizer reviews your changes to published events first. Ask an organizer to add it.";
export const POLL_INCOMPLETE = "The poll was not saved. Look at what is marked.";
export const QUESTION_REQUIRED = "Ask a question.";
export const CHOICE_REQUIRED = "Write the choice, or remove it.";
export const TWO_CHOICES = "A poll needs at least two different choices.";
export const CHOICE_TWICE = "This choice is there twice.";
export const WORDS_VOTED_ON = "People have voted on these words, so they stay. Add a choice, or start a new poll.";
export const SEVERAL_CHOSEN =
  "Someone has already chosen more than one answer. Keep allowing several, or start a new poll.";

export function mostChoices(max: number): string {
  return `A poll has at most ${max} choices.`;
}
