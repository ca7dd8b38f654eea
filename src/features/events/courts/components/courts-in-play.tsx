import { CourtCard, nameIn, type Names, PlayerName } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import { Timer } from "#src/features/events/court-follow/components/timer.tsx";
import { ScoreForm } from "#src/features/events/courts/components/score-form.tsx";
import type { Action, Board } from "#src/features/events/court-plan/rules/board.ts";
import { TextButton } from "#src/ui/text-button.tsx";

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
              <ScoreForm
                key={game.id}
                game={game}
                names={names}
                submit="Game over"
                onScore={(score) => act({ type: "finish", game: game.id, at: now(), score })}
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
