import { useRef, useState } from "react";
import type { Names } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import { GamesPlayed, gamesOver } from "#src/features/events/court-follow/components/games-played.tsx";
import { ScoreForm } from "#src/features/events/courts/components/score-form.tsx";
import type { HostTools } from "#src/features/events/courts/components/use-host-board.ts";
import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

/** The button that opens a score, and its form. */
function EditScore({ game, names, tools }: { game: BoardGame; names: Names; tools: HostTools }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (change?: () => void) =>
    thenFocus(
      () => {
        change?.();
        setIsOpen(false);
      },
      () => button.current,
    );
  if (isOpen)
    return (
      <ScoreForm
        game={game}
        names={names}
        submit="Save score"
        onScore={(score) =>
          close(() => {
            tools.act({ type: "score", game: game.id, was: game.score, score });
            tools.say(`Round ${game.round}, court ${game.court}: ${scoreWords(score)}.`);
          })
        }
        onCancel={() => close()}
      />
    );
  return (
    <TextButton ref={button} onClick={() => setIsOpen(true)}>
      {game.score === null ? "Enter score" : "Correct score"}
      <span className="visually-hidden">
        {" "}
        of round {game.round}, court {game.court}
      </span>
    </TextButton>
  );
}

/** Games that are over; the host enters a score later, or corrects it. */
export function Results({ tools }: { tools: HostTools }) {
  const { board, names } = tools.shown;
  const over = gamesOver(board.games);
  const edit = (game: BoardGame) => <EditScore game={game} names={names} tools={tools} />;
  if (over.length === 0) return null;
  return (
    <details className={look.more}>
      <summary>Games played ({over.length})</summary>
      <GamesPlayed games={over} names={names} label="Games played" action={edit} />
    </details>
  );
}
