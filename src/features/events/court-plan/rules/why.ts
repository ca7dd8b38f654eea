import type { PastGame, Sides } from "#src/features/events/court-plan/rules/plan.ts";

const together = (game: { readonly sides: Sides }, a: string, b: string) =>
  game.sides.some((side) => side.includes(a) && side.includes(b));
const against = ({ sides: [first, second] }: { readonly sides: Sides }, a: string, b: string) =>
  (first.includes(a) && second.includes(b)) || (first.includes(b) && second.includes(a));

function pairs(team: readonly string[]): [string, string][] {
  return team.flatMap((a, index) => team.slice(index + 1).map((b): [string, string] => [a, b]));
}

type Why = {
  readonly sides: Sides;
  /** Every game before this one. */
  readonly before: readonly { readonly sides: PastGame["sides"] }[];
  readonly levelOf: (id: string) => number;
  readonly nameOf: (id: string) => string;
};

function partnersClause({ sides, before, nameOf }: Why): string {
  const again = sides
    .flatMap(pairs)
    .filter(([a, b]) => before.some((game) => together(game, a, b)))
    .map(([a, b]) => `${nameOf(a)} and ${nameOf(b)}`);
  if (again.length === 0) return "Nobody has had this partner yet";
  const [first = ""] = again;
  return again.length === 1 ? `${first} team up again` : `${first} and ${again.length - 1} more pairs team up again`;
}

function opponentsClause({ sides: [first, second], before }: Why): string {
  const all = first.flatMap((a) => second.map((b) => [a, b] as const));
  const known = all.filter(([a, b]) => before.some((game) => against(game, a, b))).length;
  if (known === 0) return "all opponents are new";
  return known === all.length ? "they have met before" : `${all.length - known} of ${all.length} match-ups are new`;
}

function levelsClause({ sides, levelOf }: Why): string {
  const [first = 0, second = 0] = sides.map((team) => team.reduce((sum, id) => sum + levelOf(id), 0) / team.length);
  const apart = Math.abs(first - second);
  const levels = `levels ${first.toFixed(1)} and ${second.toFixed(1)}`;
  return apart < 0.3 ? `even teams (${levels})` : levels;
}

/** One sentence on why these people play together. */
export function whyThisGame(why: Why): string {
  // In the first round the other reasons would apply to every game.
  if (why.before.length === 0) return `${levelsClause(why).replace(/^./u, (first) => first.toUpperCase())}.`;
  return `${partnersClause(why)}, ${opponentsClause(why)}, ${levelsClause(why)}.`;
}
