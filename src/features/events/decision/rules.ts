import type { DecisionView } from "#src/features/events/decision/schema/decision.ts";
import { addDays, type Day, shortDate, weekdayName } from "#src/shared/dates.ts";
import type { DECISION_DEFAULTS, EVENT_DECISIONS, HOLD_REASONS } from "#src/shared/states.ts";

type Decision = (typeof EVENT_DECISIONS)[number];
type Default = (typeof DECISION_DEFAULTS)[number];
type Reason = (typeof HOLD_REASONS)[number];

/** The outcome of a hold if nobody decided in time. */
export function outcomeOf(hold: { minimumGoing: number | null; goingCount: number; decisionDefault: Default | null }) {
  if (hold.minimumGoing !== null && hold.goingCount < hold.minimumGoing) return "called_off";
  return hold.decisionDefault ?? "runs";
}

const BECAUSE: Readonly<Record<Reason, string>> = {
  weather: "because of the weather",
  minimum: "because too few people signed up",
  other: "by the host",
};
const WAITING_FOR: Readonly<Record<Reason, string>> = {
  weather: "We are watching the weather.",
  minimum: "It needs enough people.",
  other: "The host is still checking.",
};

/** `Friday at 4:00 PM EST`, with the date if it is long before the event. */
function momentWords({ day, time, zoneName }: Pick<DecisionView, "day" | "time" | "zoneName">, eventDay: Day): string {
  const isNear = day === eventDay || addDays(day, 1) === eventDay;
  return `${weekdayName(day)}${isNear ? "" : `, ${shortDate(day)},`} at ${time} ${zoneName}`;
}

type Event = { readonly day: Day; readonly going: number; readonly decision?: DecisionView | undefined };

/** `Decides Friday at 4:00 PM EST, runs with at least 8`: for lists. Null unless on hold. */
export function clockWords({ day, decision }: Pick<Event, "day" | "decision">): string | null {
  if (decision?.state !== "hold") return null;
  const least = decision.minimum === null ? "" : `, runs with at least ${decision.minimum}`;
  return `Decides ${momentWords(decision, day)}${least}`;
}

function defaultSentence({ default: outcome, minimum }: DecisionView): string {
  if (outcome === "called_off") return "If nobody decides by then, it is canceled.";
  if (minimum === null) return "If nobody decides by then, it runs.";
  return `If nobody decides by then, it runs with ${minimum} or more people and is canceled with fewer.`;
}

/** A hold in sentences: the reason, the decision time, and the default. */
export function holdSentences({ day, going, decision }: Event): string[] {
  const clock = clockWords({ day, decision });
  if (decision === undefined || clock === null) return [];
  const { minimum } = decision;
  const count = going === 1 ? "1 person is going so far" : `${going} people are going so far`;
  const soFar = minimum === null ? [] : [going >= minimum ? `${count}: enough.` : `${count}.`];
  return [WAITING_FOR[decision.reason], `${clock}.`, ...soFar, defaultSentence(decision)];
}

/** Why a canceled event does not take place; null when no reason was given. */
export function callOffSentence({
  decision,
  cancelReason,
}: Pick<Event, "decision"> & { readonly cancelReason?: string | undefined }): string | null {
  const calledOff = decision?.state === "called_off" && `It was canceled ${BECAUSE[decision.reason]}.`;
  return [calledOff, cancelReason && `Why: “${cancelReason}”`].filter(Boolean).join(" ") || null;
}

const MINUTE_MS = 60_000;

/** Guests need this long to set out or stay at home. */
const NOTICE_MS = 30 * MINUTE_MS;

/** The latest decision time: 30 minutes before the start, or the start if that has passed, as with lightning. */
export function latestMoment(startsAt: Date, now: Date): Date {
  const inTime = new Date(startsAt.getTime() - NOTICE_MS);
  return inTime > now ? inTime : startsAt;
}

type OpenHold = { readonly decision: Decision | null; readonly decidesAt: Date | null; readonly startsAt: Date };

/** The hold of an event that was published or moved. A decision time that has already passed becomes the latest one. */
export function reopenedHold({ decision, decidesAt, startsAt }: OpenHold, now: Date) {
  if (decision !== "hold" || decidesAt === null || decidesAt > now) return { decision, decidesAt };
  // An event that has begun takes place.
  return startsAt > now
    ? { decision, decidesAt: latestMoment(startsAt, now) }
    : { decision: "runs" as const, decidesAt };
}

/** Decision times in the form, in minutes before the start. */
export const MINUTES_BEFORE = [24 * 60, 12 * 60, 6 * 60, 4 * 60, 3 * 60, 2 * 60, 60, 30] as const;

/** Default decision time in forms, in minutes before the start. People have not set out yet. */
export const USUAL_MINUTES_BEFORE = 120;

/** `2 hr before`: short enough for half a phone's width. */
export function beforeWords(minutes: number): string {
  return minutes < 60 ? `${minutes} min before` : `${minutes / 60} hr before`;
}

type Start = { readonly startsAt: string; readonly timeZone: string };

/** The decision times still ahead, earliest first, with labels like `Fri 4:00 PM` in the event's zone. */
export function momentsBefore({ startsAt, timeZone }: Start, now: Date) {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" });
  return MINUTES_BEFORE.map((minutes) => ({ minutes, at: new Date(Date.parse(startsAt) - minutes * MINUTE_MS) }))
    .filter(({ at }) => at > now)
    .map(({ minutes, at }) => ({ iso: at.toISOString(), minutes, words: format.format(at) }));
}
