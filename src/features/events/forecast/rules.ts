import type { Forecast, ShowRate } from "#src/features/events/forecast/schema.ts";

/** The weight of the group's rate, in events, against a person's own. */
export const PRIOR_EVENTS = 8;

/** Minimum number of past events for a forecast. */
const LEAST_EVENTS = 5;

/** Standard deviations around the mean that cover 80 % of a normal distribution. */
const Z_80 = 1.2816;

/** Limit on overdispersion: how much more events vary than independent people would. */
const MOST_DISPERSION = 12;

/** The history behind an event's forecast, from SQL. */
export type History = {
  readonly going: number;
  /** Of those going: the sum of their show rates, and of `rate * (1 - rate)`. */
  readonly expected: number;
  readonly variance: number;
  /** Number of past events, and their dispersion: the mean of `(came - expected)² / variance`. */
  readonly events: number;
  readonly dispersion: number;
  /** People per event who came without an RSVP. */
  readonly walkIns: number;
  readonly walkInVariance: number;
};

/** The 80 % range of the expected attendance. */
export function forecastOf(history: History): Forecast {
  const { going, events } = history;
  if (events < LEAST_EVENTS) return { range: null, going, basedOn: events };
  const dispersion = Math.min(Math.max(history.dispersion, 1), MOST_DISPERSION);
  const middle = history.expected + history.walkIns;
  const spread = Z_80 * Math.sqrt(dispersion * history.variance + history.walkInVariance);
  const low = Math.max(0, Math.round(middle - spread));
  return { range: { low, high: Math.max(low, Math.round(middle + spread)) }, going, basedOn: events };
}

/** `31–38 will probably come. 46 people said that they are going.` Null while there are too few events. */
export function forecastSentence({ range, going }: Forecast): string | null {
  if (range === null) return null;
  const { low, high } = range;
  const said = going === 1 ? "1 person said that they are going." : `${going} people said that they are going.`;
  return `${low === high ? `About ${low}` : `${low}–${high}`} will probably come. ${said}`;
}

/** A person's record as a neutral sentence; null while nothing counts. */
export function showRateSentence({ came, of }: ShowRate): string | null {
  if (of === 0) return null;
  const since = "you signed up for in the last six months";
  if (of === 1) return came === 1 ? `You came to the one event ${since}.` : `You missed the one event ${since}.`;
  return `You came to ${came === of ? "all" : `${came} of the`} ${of} events ${since}.`;
}
