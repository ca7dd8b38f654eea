import { nameIn, type Names } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/court-follow/components/board.module.css";
import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import { isCutShort } from "#src/features/events/court-plan/rules/turns.ts";
import type { Sides } from "#src/features/events/court-plan/rules/plan.ts";

type Played = Pick<BoardGame, "id" | "round" | "court" | "endedAt" | "score" | "isStruck" | "isCut"> & {
  readonly sides: Sides;
};

/** Games that are over, newest first. */
export const gamesOver = <T extends Played>(games: readonly T[]): T[] =>
  games.filter(({ endedAt }) => endedAt !== null).toReversed();

/** `Ana & Bo – Cy & Di`. */
export function teamsOf(names: Names, [one, other]: Sides): string {
  const team = (side: readonly string[]) => side.map((id) => nameIn(names, id)).join(" & ");
  return `${team(one)} – ${team(other)}`;
}

/** `11–7`, `No score`, or `Cut short, does not count`. */
export const resultOf = (game: Pick<BoardGame, "score" | "isCut">): string =>
  isCutShort(game) ? "Cut short, does not count" : scoreWords(game.score);

type GamesPlayedProps<T> = {
  games: readonly T[];
  names: Names;
  label: string;
  /** Renders the actions of a game. */
  action?: (game: T) => React.ReactNode;
};

export function GamesPlayed<T extends Played>({ games, names, label, action }: GamesPlayedProps<T>) {
  return (
    <ol className={styles.played} aria-label={label}>
      {games.map((game) => (
        <li key={game.id}>
          <p>
            <strong>
              Round {game.round}, court {game.court}
            </strong>{" "}
            {teamsOf(names, game.sides)}
          </p>
          <p className={styles.result}>
            {resultOf(game)}
            {game.isStruck && <span className={styles.struck}>Does not count</span>} {action?.(game)}
          </p>
        </li>
      ))}
    </ol>
  );
}
