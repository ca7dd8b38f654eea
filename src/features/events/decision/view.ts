import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { DecisionView } from "#src/features/events/decision/schema/decision.ts";
import { clockTime } from "#src/shared/dates.ts";
import { offsetIso, wallTime, zoneAbbreviation } from "#src/shared/zones.server.ts";

type DecisionRow = Pick<
  SocialEventRow,
  "decision" | "holdReason" | "decidesAt" | "decisionDefault" | "minimumGoing" | "timeZone"
>;

/** Whether an event runs, for everyone who may see it; undefined if it was never on hold. */
export function viewDecision(row: DecisionRow): DecisionView | undefined {
  const { decision, holdReason, decidesAt, decisionDefault, minimumGoing, timeZone } = row;
  if (decision === null || holdReason === null || decidesAt === null || decisionDefault === null) return undefined;
  const { day, time } = wallTime(decidesAt, timeZone);
  return {
    state: decision,
    reason: holdReason,
    decidesAt: offsetIso(decidesAt, timeZone),
    day,
    time: clockTime(time),
    zoneName: zoneAbbreviation(decidesAt, timeZone),
    default: decisionDefault,
    minimum: minimumGoing,
  };
}
