import { CHOOSE_ONE, NOT_AN_OPTION, POLL_CLOSED } from "#src/features/events/polls/messages.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Poll = { readonly isClosed: boolean; readonly multiple: boolean; readonly optionIds: readonly string[] };

/** What a ballot chooses, each option once; several only where the poll allows it, none only where none is an answer. */
export function checkBallot(poll: Poll, optionIds: readonly string[]): Result<string[]> {
  if (poll.isClosed) return fail("conflict", POLL_CLOSED);
  const chosen = [...new Set(optionIds)];
  const refuse = (fault: string) => fail("invalid", fault, { fields: { optionIds: fault } });
  if (!chosen.every((id) => poll.optionIds.includes(id))) return refuse(NOT_AN_OPTION);
  return poll.multiple || chosen.length === 1 ? ok(chosen) : refuse(CHOOSE_ONE);
}
