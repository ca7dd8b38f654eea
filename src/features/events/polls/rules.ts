import { endOfRow } from "#src/features/events/chat-calendar/rules.ts";
import { CHOOSE_ONE, NOT_AN_OPTION, POLL_CLOSED } from "#src/features/events/polls/messages.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { EventStatus } from "#src/shared/states.ts";

/** Limit of options per poll. */
export const MOST_OPTIONS = 20;
export const LONGEST_QUESTION = 200;
export const LONGEST_CHOICE = 100;

type Course = { readonly status: EventStatus; readonly startsAt: Date; readonly lengthMinutes: number | null };

type Poll = { readonly isClosed: boolean; readonly multiple: boolean; readonly optionIds: readonly string[] };

/** Whether the event's state closes the poll, even if the host left it open. */
export function isPollOver(event: Course, now: Date): boolean {
  return event.status === "cancelled" || endOfRow(event) <= now;
}

/** Validates a ballot: only known options, and exactly one unless the poll allows several. Removes duplicates. */
export function checkBallot(poll: Poll, optionIds: readonly string[]): Result<string[]> {
  if (poll.isClosed) return fail("conflict", POLL_CLOSED);
  const chosen = [...new Set(optionIds)];
  const refuse = (fault: string) => fail("invalid", fault, { fields: { optionIds: fault } });
  if (!chosen.every((id) => poll.optionIds.includes(id))) return refuse(NOT_AN_OPTION);
  return poll.multiple || chosen.length === 1 ? ok(chosen) : refuse(CHOOSE_ONE);
}

/** A poll in the form. A choice without an id is new. */
export type PollDraft = {
  readonly question: string;
  readonly choices: readonly { readonly id: string | null; readonly label: string }[];
  readonly multiple: boolean;
  readonly membersOnly: boolean;
};

export const BLANK_POLL: PollDraft = {
  question: "",
  choices: [
    { id: null, label: "" },
    { id: null, label: "" },
  ],
  multiple: false,
  membersOnly: true,
};

/** The request body of a draft, without empty options. */
export function pollOf({ question, choices, multiple, membersOnly }: PollDraft) {
  return { question, multiple, membersOnly, options: choices.filter(({ label }) => label.trim() !== "") };
}

/** Parses a stored draft; null if missing or invalid. Its choices are new, because only a new event stores one. */
export function pollDraftFrom(kept: unknown): PollDraft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { question, choices, multiple, membersOnly } = kept as Readonly<Record<string, unknown>>;
  if (typeof question !== "string" || !Array.isArray(choices)) return null;
  const labels = (choices as unknown[]).map((choice) =>
    typeof choice === "object" && choice !== null && "label" in choice ? String(choice.label) : "",
  );
  return {
    question,
    choices: labels.map((label) => ({ id: null, label })),
    multiple: multiple === true,
    membersOnly: membersOnly !== false,
  };
}
