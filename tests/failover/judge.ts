/** What is done to the leader, in this order: its PostgreSQL, everything on its node, frozen, and asked to give way. */
export const BLOWS = ["kill process", "kill node", "freeze node", "switchover"] as const;
export type Blow = (typeof BLOWS)[number];
/** What `--short` has time for. */
export const SHORT_BLOWS: readonly Blow[] = ["kill process", "kill node", "freeze node"];

export type Round = {
  readonly blow: Blow;
  /** The longest time in which an instance acknowledged no write. */
  readonly pauseMs: number;
  /** What is not as it must be, found in the database after it. */
  readonly faults: readonly string[];
};

/** How often people saw which status, or why they got no answer at all. */
export type Statuses = Readonly<Record<string, number>>;

/** People are told to try again later; anything else that failed is ours. */
const isExpected = (status: string) => Number(status) < 500 || status === "503";

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/** What speaks against these rounds: what was lost, what took longer than the budget, and errors that people saw. */
export function judge(rounds: readonly Round[], statuses: Statuses, budgetMs: number): string[] {
  const ofRounds = rounds.flatMap(({ blow, pauseMs, faults }, index) => [
    ...faults.map((fault) => `round ${index + 1}, ${blow}: ${fault}`),
    ...(pauseMs > budgetMs ? [`round ${index + 1}, ${blow}: nobody could write for ${pauseMs} ms`] : []),
  ]);
  const seen = Object.entries(statuses)
    .filter(([status]) => !isExpected(status))
    .map(([status, count]) => `people saw ${status} ${count} times`);
  return [...(rounds.length === 0 ? ["nothing was tried"] : []), ...ofRounds, ...seen];
}
