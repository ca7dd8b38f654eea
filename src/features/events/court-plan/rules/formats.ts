export const FORMATS = ["doubles", "twos", "fours", "sixes", "king"] as const;
export type Format = (typeof FORMATS)[number];

type FormatFacts = {
  readonly name: string;
  readonly teamSize: number;
  /** The smallest team if there are too few people for a full court. */
  readonly smallestTeam: number;
  /** Winners move up a court, losers move down. Rounds then depend on results, so only the next round is planned. */
  readonly isLadder: boolean;
};

export const FORMAT_FACTS: Readonly<Record<Format, FormatFacts>> = {
  doubles: { name: "Pickleball doubles", teamSize: 2, smallestTeam: 2, isLadder: false },
  twos: { name: "Volleyball twos", teamSize: 2, smallestTeam: 2, isLadder: false },
  fours: { name: "Volleyball fours", teamSize: 4, smallestTeam: 3, isLadder: false },
  sixes: { name: "Volleyball sixes", teamSize: 6, smallestTeam: 4, isLadder: false },
  king: { name: "King of the court", teamSize: 2, smallestTeam: 2, isLadder: true },
};

/** The default format of a new board for this activity. */
export const usualFormat = (activity: string): Format => (/volleyball/i.test(activity) ? "fours" : "doubles");

export const MOST_COURTS = 16;
export const MOST_PLAYERS = 96;
export const LOWEST_LEVEL = 1;
export const HIGHEST_LEVEL = 5;
export const USUAL_LEVEL = 3;
