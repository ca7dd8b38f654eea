import { useRef, useState } from "react";
import { CourtCard, nameIn, type Names } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { unfairLead } from "#src/features/events/court-plan/rules/lead.ts";
import { nextRound, seatOf } from "#src/features/events/court-plan/rules/next-round.ts";
import { playedGames } from "#src/features/events/court-plan/rules/turns.ts";
import { whyThisGame } from "#src/features/events/court-plan/rules/why.ts";
import { thenFocus } from "#src/ui/then-focus.ts";

/** Movement in pixels before a press is a drag. */
const DRAG_FROM = 8;

type Drag = { readonly id: string; readonly x: number; readonly y: number; isMoving: boolean };

type NextRoundProps = {
  board: Board;
  names: Names;
  act: (action: Action) => void;
  /** Announces what happened. */
  say: (words: string) => void;
};

/** Swaps two names by drag, or by selecting one after the other (touch, Enter, Space). */
function useSwap({ board, act, say, names }: NextRoundProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const drag = useRef<Drag | null>(null);
  const swap = (first: string, second: string) => {
    const [round] = board.plan;
    if (first === second || !round) return setChosen(null);
    thenFocus(
      () => {
        setChosen(null);
        act({ type: "swap", first, second, round: nextRound(board), seat: seatOf(round, first) });
        say(`${nameIn(names, first)} and ${nameIn(names, second)} changed places.`);
      },
      // After the swap it is where the second one was.
      () => document.querySelector<HTMLElement>(`[data-player="${first}"]`),
    );
  };
  const under = (event: React.PointerEvent) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-player]")?.getAttribute("data-player") ??
    null;
  return {
    chosen,
    over,
    handlers: (id: string) => ({
      onClick: () => {
        if (drag.current?.isMoving) return;
        if (chosen === null) setChosen(id);
        else swap(chosen, id);
      },
      onKeyDown: (event: React.KeyboardEvent) => event.key === "Escape" && setChosen(null),
      onPointerDown: (event: React.PointerEvent) => {
        // Keeps receiving moves when the pointer leaves the name.
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { id, x: event.clientX, y: event.clientY, isMoving: false };
      },
      onPointerMove: (event: React.PointerEvent) => {
        const from = drag.current;
        if (!from || event.buttons === 0) return;
        if (!from.isMoving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM) return;
        from.isMoving = true;
        setChosen(from.id);
        setOver(under(event));
      },
      onPointerUp: (event: React.PointerEvent) => {
        const from = drag.current;
        setOver(null);
        if (!from?.isMoving) return;
        swap(from.id, under(event) ?? from.id);
        // Ignores the click that follows a drag.
        setTimeout(() => (drag.current = null));
      },
    }),
  };
}

/** Warns if a swap makes the number of games unfair. */
function Unfair({ board, names }: Pick<NextRoundProps, "board" | "names">) {
  const lead = unfairLead(board);
  if (!lead) return null;
  return (
    <p className={styles.howTo} role="status">
      After this round {nameIn(names, lead.ahead)} will be {lead.games} games ahead of {nameIn(names, lead.behind)}.
      Swap back to keep it even.
    </p>
  );
}

/** The next round, in which the host may swap players. */
export function NextRound({ board, names, act, say }: NextRoundProps) {
  const { chosen, over, handlers } = useSwap({ board, act, say, names });
  const [next] = board.plan;
  if (!next)
    return (
      <p className={look.quiet}>
        Not enough people for a game yet. Add players: they come from the door list, where you mark who is here.
      </p>
    );
  const levels = new Map(board.players.map(({ id, level }) => [id, level]));
  const player = (id: string) => (
    <button
      type="button"
      className={styles.chip}
      data-player={id}
      data-over={over === id || undefined}
      aria-pressed={chosen === id}
      {...handlers(id)}
    >
      {nameIn(names, id)}
    </button>
  );
  const why = (sides: (typeof next.games)[number]["sides"]) =>
    whyThisGame({
      sides,
      before: playedGames(board),
      levelOf: (id) => levels.get(id) ?? 3,
      nameOf: (id) => nameIn(names, id),
    });
  return (
    <>
      <p className={styles.howTo}>
        {chosen === null
          ? "To swap two players, drag one onto the other, or choose both."
          : `Choose who changes places with ${nameIn(names, chosen)}.`}
      </p>
      <Unfair board={board} names={names} />
      <div className={look.courts}>
        {next.games.map(({ court, sides }) => (
          <CourtCard key={court} number={court} sides={sides} state="next" player={player}>
            <p className={styles.why}>{why(sides)}</p>
          </CourtCard>
        ))}
      </div>
      {next.bench.length > 0 && (
        <div className={styles.benchRow}>
          <h3 className={styles.benchTitle}>Resting</h3>
          <ul className={styles.benchList} aria-label="Resting next round">
            {next.bench.map((id) => (
              <li key={id}>{player(id)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
