import { useRef, useState } from "react";
import { nameIn, type Names } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/courts/components/courts.module.css";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { counted } from "#src/shared/counted.ts";
import look from "#src/features/events/court-follow/components/board.module.css";
import { GamesPlayed, gamesOver } from "#src/features/events/court-follow/components/games-played.tsx";
import { ScoreForm } from "#src/features/events/courts/components/score-form.tsx";
import type { HostTools } from "#src/features/events/court-sync/components/use-host-board.ts";
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

/** Excludes a game from levels and the ladder, or includes it again; its score stays. */
function StrikeGame({ game, tools }: { game: BoardGame; tools: HostTools }) {
  const isStruck = game.isStruck ?? false;
  const strike = () => {
    tools.act({ type: "strike", game: game.id, isStruck: !isStruck });
    const what = isStruck ? "counts again" : "no longer counts for levels and the ladder";
    tools.say(`Round ${game.round}, court ${game.court} ${what}.`);
  };
  return (
    <TextButton onClick={strike}>
      {isStruck ? "Count again" : "Strike game"}
      <span className="visually-hidden">
        {" "}
        of round {game.round}, court {game.court}
      </span>
    </TextButton>
  );
}

type Doubts = NonNullable<CourtsView["host"]>["doubts"];

/** Players' objections to a score, visible only to hosts and organizers. */
function DoubtsAbout({ doubts, names }: { doubts: Doubts; names: Names }) {
  return doubts.map(({ player, words }) => (
    <span key={player} className={styles.doubt}>
      {nameIn(names, player)} says this score is wrong: “{words}”
    </span>
  ));
}

/** Finished games, whose scores the host can enter or correct. */
export function Results({ tools, doubts }: { tools: HostTools; doubts: Doubts }) {
  const { board, names } = tools.shown;
  const over = gamesOver(board.games);
  const edit = (game: BoardGame) => (
    <>
      <EditScore game={game} names={names} tools={tools} />
      {(game.score !== null || game.isStruck) && <StrikeGame game={game} tools={tools} />}
      <DoubtsAbout doubts={doubts.filter((doubt) => doubt.game === game.id)} names={names} />
    </>
  );
  if (over.length === 0) return null;
  return (
    <details className={look.more}>
      <summary>
        Games played ({over.length})
        {doubts.length > 0 && `: ${counted(doubts.length, "score is", "scores are")} said to be wrong`}
      </summary>
      <GamesPlayed games={over} names={names} label="Games played" action={edit} />
    </details>
  );
}
