import { useState } from "react";
import { nameIn, type Names } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/courts/components/courts.module.css";
import { savedFirst, TIED } from "#src/features/events/courts/messages.ts";
import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import {
  HIGHEST_SCORE,
  isSameScore,
  isTie,
  type Score,
  scoreWords,
} from "#src/features/events/court-plan/rules/score.ts";
import { Button } from "#src/ui/button-link.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { TextButton } from "#src/ui/text-button.tsx";

const ENTER_BOTH = `Enter both scores from 0 to ${HIGHEST_SCORE}, or leave both empty.`;

const points = (typed: string): number | null => {
  const value = Number(typed);
  return typed.trim() !== "" && Number.isInteger(value) && value >= 0 && value <= HIGHEST_SCORE ? value : null;
};

/** Both scores, or neither. */
function scoreOf(typed: readonly [string, string]): Score | null {
  const [first, second] = [points(typed[0]), points(typed[1])];
  return first === null || second === null ? null : [first, second];
}

type ScoreFormProps = {
  game: BoardGame;
  names: Names;
  submit: string;
  /** Null when both fields are empty. */
  onScore: (score: Score | null) => void;
  /** Set for a form opened by a button, which takes the focus. */
  onCancel?: () => void;
};

/** A form for a game's score, which may stay empty. */
export function ScoreForm({ game, names, submit, onScore, onCancel }: ScoreFormProps) {
  const [typed, setTyped] = useState<[string, string]>([
    game.score ? String(game.score[0]) : "",
    game.score ? String(game.score[1]) : "",
  ]);
  const [isChecked, setIsChecked] = useState(false);
  const [seen, setSeen] = useState({ score: game.score, words: "" });
  const score = scoreOf(typed);
  const isHalf = typed.some((each) => each.trim() !== "") && score === null;
  const fault = isHalf ? ENTER_BOTH : isTie(score) ? TIED : "";
  const words = fault === "" ? seen.words : fault;
  const send = () => {
    setIsChecked(true);
    if (fault !== "") return;
    // If another phone's score arrives while typing, overwrite it only after the host has seen it.
    if (isSameScore(seen.score, game.score) || isSameScore(score, game.score)) onScore(score);
    else setSeen({ score: game.score, words: savedFirst(scoreWords(game.score)) });
  };
  const field = (index: 0 | 1) => (
    <input
      className={styles.score}
      inputMode="numeric"
      maxLength={3}
      ref={index === 0 && onCancel ? takeFocus : null}
      aria-label={`Points of ${game.sides[index].map((id) => nameIn(names, id)).join(" and ")}`}
      value={typed[index]}
      onChange={({ target: { value } }) => setTyped(index === 0 ? [value, typed[1]] : [typed[0], value])}
    />
  );
  return (
    <form
      className={styles.finish}
      data-game={game.id}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <span className={styles.scores}>
        {field(0)} <span aria-hidden>–</span> {field(1)}
      </span>
      <Button type="submit" variant="quiet">
        {submit}
      </Button>
      {onCancel && <TextButton onClick={onCancel}>Cancel</TextButton>}
      {isChecked && words !== "" && (
        <p role="alert" className={styles.fault}>
          {words}
        </p>
      )}
    </form>
  );
}
