import { useState } from "react";
import type { Names } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import { GamesPlayed, gamesOver } from "#src/features/events/court-follow/components/games-played.tsx";
import { ScoreForm } from "#src/features/events/courts/components/score-form.tsx";
import type { HostTools } from "#src/features/events/courts/components/use-host-board.ts";
import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { TextButton } from "#src/ui/text-button.tsx";

/** The button that opens a score, and its form. */
function EditScore({ game, names, act }: { game: BoardGame; names: Names; act: HostTools["act"] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen)
    return (
      <ScoreForm
        game={game}
        names={names}
        submit="Save score"
        onScore={(score) => {
          act({ type: "score", game: game.id, was: game.score, score });
          setIsOpen(false);
        }}
        onCancel={() => setIsOpen(false)}
      />
    );
  return (
    <TextButton onClick={() => setIsOpen(true)}>
      {game.score === null ? "Enter score" : "Correct score"}
      <span className="visually-hidden">
        {" "}
        of round {game.round}, court {game.court}
      </span>
    </TextButton>
  );
}

/** Games that are over; the host enters a score later, or corrects it. */
export function Results({ tools: { shown, act } }: { tools: HostTools }) {
  const { board, names } = shown;
  const over = gamesOver(board.games);
  const edit = (game: BoardGame) => <EditScore game={game} names={names} act={act} />;
  if (over.length === 0) return null;
  return (
    <details className={look.more}>
      <summary>Games played ({over.length})</summary>
      <GamesPlayed games={over} names={names} label="Games played" action={edit} />
    </details>
  );
}
