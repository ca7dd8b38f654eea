import type { Season } from "#src/features/events/ladder/rules/season.ts";
import type { Ladder, OwnResults } from "#src/features/events/ladder/schema.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

export type LadderRow = {
  readonly rank: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
  readonly is_you: boolean;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly difference: number;
  readonly points: number;
  readonly level: number;
};

export type OwnRow = {
  readonly id: string;
  readonly ended_at: string;
  readonly event_id: string;
  readonly title: string;
  readonly day: string;
  readonly activity: string;
  readonly points: number;
  readonly against: number;
  readonly change: number;
  readonly level: number;
  readonly doubt: string | null;
  readonly others: readonly {
    readonly isPartner: boolean;
    readonly person: string | null;
    readonly walkIn: string | null;
    /** First name, or a walk-in's name, of the person who brought a guest. */
    readonly guestOf: string | null;
  }[];
};

/** Hundredths of a level. */
const rounded = (level: number): number => Math.round(level * 100) / 100;

const asSeason = ({ id, name }: Season) => ({ id, name });

type Asked = Pick<Ladder, "activities" | "activity" | "table"> & {
  readonly season: Season;
  readonly seasons: readonly Season[];
};

export function viewLadder({ season, seasons, ...asked }: Asked, rows: readonly LadderRow[]): Ladder {
  return {
    ...asked,
    season: asSeason(season),
    seasons: seasons.map(asSeason),
    rows: rows.map((row) => ({
      rank: row.rank,
      name: nameOf({ firstName: row.first_name, lastName: row.last_name, nickname: row.nickname }),
      isYou: row.is_you,
      games: row.games,
      won: row.won,
      drawn: row.drawn,
      lost: row.games - row.won - row.drawn,
      difference: row.difference,
      points: row.points,
      level: rounded(row.level),
    })),
  };
}

/** First names only, which all players know from the board. */
function firstName({ person, walkIn, guestOf }: OwnRow["others"][number]): string {
  const [name = ""] = (person ?? walkIn ?? guestOf ?? "").trim().split(" ");
  if (name === "") return FORMER_MEMBER;
  return person === null && walkIn === null ? `${name}’s guest` : name;
}

type Own = {
  readonly levels: OwnResults["levels"];
  readonly isListed: boolean;
  /** The cursor of the next page. */
  readonly next: string | null;
};

export function viewOwnResults(rows: readonly OwnRow[], { levels, isListed, next }: Own): OwnResults {
  return {
    isListed,
    levels: levels.map((each) => ({ ...each, level: rounded(each.level) })),
    results: rows.map(
      ({ id, event_id: eventId, title, day, activity, points, against, change, level, doubt, others }) => ({
        id,
        eventId,
        title,
        day,
        activity,
        partners: others.filter(({ isPartner }) => isPartner).map(firstName),
        opponents: others.filter(({ isPartner }) => !isPartner).map(firstName),
        points,
        against,
        // The difference of the rounded levels, so that the list adds up.
        change: rounded(rounded(level) - rounded(level - change)),
        // A win or a loss always moves a level, except beyond an event's limits.
        isCounted: change !== 0 || points === against,
        level: rounded(level),
        doubt,
      }),
    ),
    next,
  };
}
