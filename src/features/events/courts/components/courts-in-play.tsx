import { useState } from "react";
import { CourtCard, nameIn, type Names, PlayerName } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import { resultOf, teamsOf } from "#src/features/events/court-follow/components/games-played.tsx";
import { serverMoment } from "#src/features/events/court-follow/components/server-clock.ts";
import { Timer } from "#src/features/events/court-follow/components/timer.tsx";
import { ScoreForm } from "#src/features/events/courts/components/score-form.tsx";
import { type Board, type BoardGame, gamesInPlay } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { isFirstHalf } from "#src/features/events/court-plan/rules/turns.ts";
import { type Score, scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

type Props = { board: Board; names: Names; act: (action: Action) => void; say: (words: string) => void };

/** The first score field of a court. For touch its button, because focusing a field would open the keyboard. */
const scoreOf = (game: string, isByKeys: boolean) =>
  document.querySelector<HTMLElement>(`form[data-game="${game}"] ${isByKeys ? "input" : "button"}`);

/** Focus target after a game ends: the next court in play, from left to right and around; else the next round. */
function nextToDo(board: Board, court: number, isByKeys: boolean): HTMLElement | null {
  const others = gamesInPlay(board).filter((game) => game.court !== court);
  const inOrder = others.toSorted((one, other) => one.court - other.court);
  const next = inOrder.find((game) => game.court > court) ?? inOrder[0];
  const nextRound =
    document.querySelector<HTMLElement>("#start-round") ?? document.querySelector<HTMLElement>("#next-round");
  return next ? scoreOf(next.id, isByKeys) : nextRound;
}

/** The host's actions at a court, with announcements for screen readers. */
function useCourtActions({ board, act, say }: Omit<Props, "names">) {
  const change = (action: Action, words: string) => {
    act(action);
    say(words);
  };
  return {
    finish: ({ id, court }: BoardGame, score: Score | null) =>
      thenFocus(
        () =>
          change(
            { type: "finish", game: id, at: serverMoment(), score },
            `Game over on court ${court}. ${scoreWords(score)}.`,
          ),
        (isByKeys) => nextToDo(board, court, isByKeys),
      ),
    toggleLong: ({ id, court, isLong }: BoardGame) =>
      isLong
        ? change({ type: "long", game: id, isLong: false }, `The next round waits for court ${court}.`)
        : change({ type: "long", game: id }, `Court ${court} keeps playing through the next round.`),
    setOpen: (court: number, isOpen: boolean, at = serverMoment()) =>
      change({ type: "court", court, isOpen, at }, `Court ${court} is ${isOpen ? "open" : "closed"}.`),
  };
}

/** The last result on a free court. */
function LastGame({ games, court, names }: Pick<Board, "games"> & { court: number; names: Names }) {
  const last = games.findLast((game) => game.court === court);
  if (!last) return null;
  return (
    <p className={look.quiet}>
      Last game: {teamsOf(names, last.sides)}. {resultOf(last)}
    </p>
  );
}

/** Opens and closes courts. Closing a court with a game in play asks first. */
function useClosing(board: Board, setOpen: (court: number, isOpen: boolean, at?: string) => void) {
  // The game ends at the time of the request, so that what the dialog says stays true.
  const [asked, ask] = useState<{ court: number; at: string } | null>(null);
  const inPlayOn = (court: number) => gamesInPlay(board).find((game) => game.court === court);
  const game = asked === null ? undefined : inPlayOn(asked.court);
  return {
    game,
    isCounted: game !== undefined && asked !== null && !isFirstHalf(game.startedAt, board.minutes, asked.at),
    press: (court: number, isOpen: boolean) =>
      inPlayOn(court) ? ask({ court, at: serverMoment() }) : setOpen(court, !isOpen),
    cancel: () => ask(null),
    confirm: () => {
      ask(null);
      if (asked !== null) setOpen(asked.court, false, asked.at);
    },
  };
}

type CloseCourtProps = {
  game: BoardGame;
  names: Names;
  isCounted: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Confirms closing a court with a game in play. */
function CloseCourt({ game, names, isCounted, onCancel, onConfirm }: CloseCourtProps) {
  return (
    <Dialog title={`Close court ${game.court}?`} onClose={onCancel}>
      <div className={styles.asked}>
        <p>{teamsOf(names, game.sides)}</p>
        <p>
          Their game ends now, without a score,{" "}
          {isCounted ? "and counts as played." : "and does not count as played unless you enter one later."} Opening the
          court does not bring it back.
        </p>
        <div className={styles.askedActions}>
          <ConfirmButton onClick={onConfirm}>Close court {game.court}</ConfirmButton>
          <Button variant="quiet" onClick={onCancel}>
            Keep playing
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The courts, with the host's actions. */
export function CourtsInPlay({ names, ...props }: Props) {
  const { board } = props;
  const { finish, toggleLong, setOpen } = useCourtActions(props);
  const closing = useClosing(board, setOpen);
  const player = (id: string) => <PlayerName name={nameIn(names, id)} />;
  const inPlay = new Map(gamesInPlay(board).map((game) => [game.court, game]));
  return (
    <>
      <div className={look.courts}>
        {board.courts.map(({ number, isOpen }) => {
          const game = inPlay.get(number);
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
                  onScore={(score) => finish(game, score)}
                />
              )}
              {!game && <LastGame games={board.games} court={number} names={names} />}
              <p className={styles.courtActions}>
                {game?.isLong && <span>Keeps playing through the next round.</span>}
                {game && (
                  // One toggle button, so that it keeps the focus.
                  <TextButton onClick={() => toggleLong(game)}>
                    {game.isLong ? "Wait for it" : "Keep playing through next round"}
                    <span className="visually-hidden"> on court {number}</span>
                  </TextButton>
                )}
                <TextButton onClick={() => closing.press(number, isOpen)}>
                  {isOpen ? "Close" : "Open"} court<span className="visually-hidden"> {number}</span>
                </TextButton>
              </p>
            </CourtCard>
          );
        })}
      </div>
      {closing.game && (
        <CloseCourt
          game={closing.game}
          names={names}
          isCounted={closing.isCounted}
          onCancel={closing.cancel}
          onConfirm={closing.confirm}
        />
      )}
    </>
  );
}
