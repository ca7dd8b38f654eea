import { useState } from "react";
import { CourtCard, nameIn, type Names, PlayerName } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import { Timer } from "#src/features/events/court-follow/components/timer.tsx";
import type { Action, Board, BoardGame, Score } from "#src/features/events/court-plan/rules/board.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

const HIGHEST_SCORE = 99;

const points = (typed: string): number | null => {
  const value = Number(typed);
  return typed.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= HIGHEST_SCORE ? value : null;
};

/** Both scores, or neither. */
function scoreOf(typed: readonly [string, string]): Score | null {
  const [first, second] = [points(typed[0]), points(typed[1])];
  return first === null || second === null ? null : [first, second];
}

/** Ends a game, with or without a score. */
function FinishForm({
  game,
  names,
  onFinish,
}: {
  game: BoardGame;
  names: Names;
  onFinish: (score: Score | null) => void;
}) {
  const [typed, setTyped] = useState<[string, string]>(["", ""]);
  const isHalf = typed.some((each) => each.trim() !== "") && scoreOf(typed) === null;
  const team = (index: 0 | 1) => game.sides[index].map((id) => nameIn(names, id)).join(" and ");
  const field = (index: 0 | 1) => (
    <input
      className={styles.score}
      inputMode="numeric"
      maxLength={2}
      aria-label={`Points of ${team(index)}`}
      value={typed[index]}
      onChange={({ target: { value } }) => setTyped(index === 0 ? [value, typed[1]] : [typed[0], value])}
    />
  );
  return (
    <form
      className={styles.finish}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHalf) onFinish(scoreOf(typed));
      }}
    >
      <span className={styles.scores}>
        {field(0)} <span aria-hidden>:</span> {field(1)}
      </span>
      <Button type="submit" variant="quiet">
        Game over
      </Button>
      {isHalf && (
        <p role="alert" className={styles.fault}>
          Enter both scores from 0 to 99, or leave both empty.
        </p>
      )}
    </form>
  );
}

const now = () => new Date().toISOString();

type Props = { board: Board; names: Names; act: (action: Action) => void };

/** The courts as the host runs them. */
export function CourtsInPlay({ board, names, act }: Props) {
  const player = (id: string) => <PlayerName name={nameIn(names, id)} />;
  const inPlay = new Map(board.games.filter(({ endedAt }) => endedAt === null).map((game) => [game.court, game]));
  return (
    <div className={look.courts}>
      {board.courts.map(({ number, isOpen }) => {
        const game = inPlay.get(number);
        const close = () => act({ type: "court", court: number, isOpen: !isOpen, at: now() });
        return (
          <CourtCard
            key={number}
            number={number}
            sides={game?.sides ?? null}
            empty={isOpen ? "Free" : "Closed"}
            state={game ? "play" : isOpen ? "free" : "closed"}
            aside={game && <Timer startedAt={game.startedAt} minutes={board.minutes} />}
            player={player}
          >
            {game && (
              <FinishForm
                key={game.id}
                game={game}
                names={names}
                onFinish={(score) => act({ type: "finish", game: game.id, at: now(), score })}
              />
            )}
            <p className={styles.courtActions}>
              {game && !game.isLong && (
                <TextButton onClick={() => act({ type: "long", game: game.id })}>
                  Plays on next round<span className="visually-hidden"> on court {number}</span>
                </TextButton>
              )}
              {game?.isLong && <span>Plays on while the next round starts.</span>}
              <TextButton onClick={close}>
                {isOpen ? "Close" : "Open"} court<span className="visually-hidden"> {number}</span>
              </TextButton>
            </p>
          </CourtCard>
        );
      })}
    </div>
  );
}
