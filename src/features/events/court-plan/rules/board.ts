import type { Action, Presence } from "#src/features/events/court-plan/rules/actions.ts";
import { FORMAT_FACTS, type Format, USUAL_LEVEL } from "#src/features/events/court-plan/rules/formats.ts";
import {
  creditNow,
  isEarlyStart,
  isPlayable,
  nextRound,
  type Rounds,
  seatOf,
  withBench,
} from "#src/features/events/court-plan/rules/next-round.ts";
import { type PlannedRound, type PlanPlayer, planRounds } from "#src/features/events/court-plan/rules/plan.ts";
import { isSameScore, type Score } from "#src/features/events/court-plan/rules/score.ts";
import { asPast, isFirstHalf, pastOf } from "#src/features/events/court-plan/rules/turns.ts";

/** Rounds planned ahead. */
const PLANNED_ROUNDS = 8;
const FEWEST_PLANNED = 3;

export type BoardPlayer = PlanPlayer & { readonly presence: Presence };
export type BoardGame = Rounds["games"][number] & {
  readonly id: string;
  /** Struck by the host: played, but not counted for levels or the ladder. Missing in older boards. */
  readonly isStruck?: boolean | undefined;
};

/** The state of a board, without names. */
export type Board = {
  readonly format: Format;
  readonly minutes: number;
  readonly seed: number;
  readonly courts: Rounds["courts"];
  readonly players: readonly BoardPlayer[];
  /** In play and over, oldest first. */
  readonly games: readonly BoardGame[];
  readonly plan: readonly PlannedRound[];
  /** The host changed the next round by hand: replanning keeps it while it is playable. */
  readonly isPinned: boolean;
};

export const EMPTY_BOARD: Board = {
  format: "doubles",
  minutes: 12,
  seed: 1,
  courts: [1, 2].map((number) => ({ number, isOpen: true })),
  players: [],
  games: [],
  plan: [],
  isPinned: false,
};

const isInPlay = ({ endedAt }: BoardGame): boolean => endedAt === null;

export const gamesInPlay = (board: Board): BoardGame[] => board.games.filter(isInPlay);

function search(board: Board, kept: readonly PlannedRound[], rounds: number): PlannedRound[] {
  const { teamSize, smallestTeam, isLadder } = FORMAT_FACTS[board.format];
  const long = kept.length === 0 ? gamesInPlay(board).filter((game) => game.isLong) : [];
  const first = nextRound(board);
  return planRounds({
    players: board.players.filter(({ presence }) => presence === "here"),
    courts: board.courts.filter(({ isOpen }) => isOpen).map(({ number }) => number),
    teamSize,
    smallestTeam,
    isLadder,
    past: [...pastOf(board), ...kept.flatMap((round, index) => asPast(round, first + index))],
    rounds,
    // A new seed for each stage, so that an unlucky order does not recur every round.
    seed: board.seed * 1009 + board.games.length,
    busy: { players: long.flatMap(({ sides }) => sides.flat()), courts: long.map(({ court }) => court) },
  });
}

const mostGames = (board: Board): number => search(board, [], 1)[0]?.games.length ?? 0;

/**
 * Replans all future rounds. Games in play stay, and so does a next round that the host changed, unless more courts have
 * become playable.
 */
function replan(board: Board): Board {
  const [next] = board.plan;
  const isKept =
    board.isPinned && next !== undefined && isPlayable(board, next) && next.games.length >= mostGames(board);
  const kept = isKept ? [withBench(board, next)] : [];
  const plan = [...kept, ...search(board, kept, PLANNED_ROUNDS - kept.length)];
  return { ...board, plan: plan.filter(({ games }) => games.length > 0), isPinned: isKept };
}

/** Appends rounds to the plan and keeps the existing ones. */
function extend(board: Board): Board {
  if (board.plan.length >= FEWEST_PLANNED || FORMAT_FACTS[board.format].isLadder) return board;
  const more = search(board, board.plan, PLANNED_ROUNDS - board.plan.length);
  return { ...board, plan: [...board.plan, ...more].filter(({ games }) => games.length > 0) };
}

function withPlayer(board: Board, id: string, change: (player: BoardPlayer) => Partial<BoardPlayer>): Board {
  return {
    ...board,
    players: board.players.map((player) => (player.id === id ? { ...player, ...change(player) } : player)),
  };
}

function arrive(board: Board, id: string, level: number): Board {
  if (board.players.some((player) => player.id === id)) return setPresence(board, id, "here");
  const player = { id, level, presence: "here", credit: creditNow(board, id), wants: [], avoids: [] } as const;
  return replan({ ...board, players: [...board.players, player] });
}

function setPresence(board: Board, id: string, presence: Presence): Board {
  const player = board.players.find((each) => each.id === id);
  if (!player || player.presence === presence) return board;
  const credit = presence === "here" ? Math.max(player.credit, creditNow(board, id)) : player.credit;
  return replan(withPlayer(board, id, () => ({ presence, credit })));
}

function setWish(board: Board, { id, other, wish }: Extract<Action, { type: "wish" }>): Board {
  const isKnown = [id, other].every((each) => board.players.some((player) => player.id === each));
  if (!isKnown || id === other) return board;
  const without = (ids: readonly string[], gone: string) => ids.filter((each) => each !== gone);
  // A wish is stored with both people, so that either can end it.
  const change = (mine: string) => (player: BoardPlayer) => ({
    wants: [...without(player.wants, mine), ...(wish === "with" ? [mine] : [])],
    avoids: [...without(player.avoids, mine), ...(wish === "apart" ? [mine] : [])],
  });
  return replan(withPlayer(withPlayer(board, id, change(other)), other, change(id)));
}

function configure(board: Board, { format, courts, minutes }: Extract<Action, { type: "configure" }>): Board {
  const next = {
    ...board,
    format,
    minutes,
    courts: Array.from(
      { length: courts },
      (_, index) => board.courts.find(({ number }) => number === index + 1) ?? { number: index + 1, isOpen: true },
    ),
  };
  const isSame = format === board.format && courts === board.courts.length;
  return isSame ? next : replan({ ...next, isPinned: false });
}

function endGames(board: Board, isEnding: (game: BoardGame) => boolean, at: string, score: Score | null): Board {
  // The phone that started the game may have had a fast clock.
  const end = (game: BoardGame) => ({ endedAt: at < game.startedAt ? game.startedAt : at, isLong: false, score });
  const games = board.games.map((game) => (isInPlay(game) && isEnding(game) ? { ...game, ...end(game) } : game));
  return { ...board, games };
}

/** Opens or closes a court. Closing ends its game without a score; in its first half it does not count as played. */
function setCourt(board: Board, { court, isOpen, at }: Extract<Action, { type: "court" }>): Board {
  const courts = board.courts.map((each) => (each.number === court ? { ...each, isOpen } : each));
  if (isOpen) return replan({ ...board, courts });
  const isEnding = (game: BoardGame) => isInPlay(game) && game.court === court;
  const games = board.games.map((game) =>
    isEnding(game) && isFirstHalf(game.startedAt, board.minutes, at) ? { ...game, isCut: true } : game,
  );
  return replan({ ...endGames({ ...board, games }, isEnding, at, null), courts });
}

const withLong = (board: Board, marked: readonly BoardGame[], isLong: boolean): Board => ({
  ...board,
  games: board.games.map((game) => (marked.includes(game) ? { ...game, isLong } : game)),
});

/** The board as its next round would start now. For an early start, games in play are left out of the plan. */
export function dealt(board: Board): Board {
  return isEarlyStart(board) ? replan(withLong(board, gamesInPlay(board), true)) : board;
}

/** The round that "Start round" starts on a {@link dealt} board; undefined if there is none. */
export function roundToStart(board: Board): PlannedRound | undefined {
  const ready = dealt(board);
  const [round] = ready.plan;
  const mustWait = gamesInPlay(ready).some(({ isLong }) => !isLong);
  return round && !mustWait && isPlayable(ready, round) ? round : undefined;
}

/** Starts the next round on the free courts. Games in play continue without their players joining it. */
function start(board: Board, { at, round: number = nextRound(board) }: Extract<Action, { type: "start" }>): Board {
  const ready = dealt(board);
  const round = roundToStart(ready);
  if (!round || number !== nextRound(ready)) return board;
  const plan = ready.plan.slice(1);
  const hasLong = gamesInPlay(ready).length > 0;
  const started = round.games.map(({ court, sides }): BoardGame => ({
    id: `${number}-${court}`,
    round: number,
    court,
    sides,
    startedAt: at,
    endedAt: null,
    isLong: false,
    score: null,
  }));
  const next = { ...ready, games: [...ready.games, ...started], plan, isPinned: false };
  // The later rounds were planned as if players of long games were free again.
  return hasLong || plan.length === 0 ? replan(next) : extend(next);
}

function finish(board: Board, { game, at, score }: Extract<Action, { type: "finish" }>): Board {
  const found = board.games.find(({ id }) => id === game);
  // Another phone already ended the game: keep its score, or fill in a missing one.
  if (!found || !isInPlay(found)) return score ? setScore(board, { game, was: null, score }) : board;
  const ended = endGames(board, ({ id }) => id === game, at, score);
  return found.isLong || FORMAT_FACTS[board.format].isLadder ? replan(ended) : ended;
}

/** Corrects the score that the host saw. If two phones correct the same score, the first wins. */
function setScore(board: Board, { game, was, score }: Omit<Extract<Action, { type: "score" }>, "type">): Board {
  const found = board.games.find(({ id }) => id === game);
  if (!found || isInPlay(found) || !isSameScore(found.score, was) || isSameScore(was, score)) return board;
  const scored = { ...board, games: board.games.map((each) => (each === found ? { ...each, score } : each)) };
  return FORMAT_FACTS[board.format].isLadder || found.isCut ? replan(scored) : scored;
}

/** Strikes a finished game or reinstates it; the score stays. */
function setStruck(board: Board, id: string, isStruck: boolean): Board {
  const isFound = board.games.some(
    (game) => game.id === id && !isInPlay(game) && (game.isStruck ?? false) !== isStruck,
  );
  if (!isFound) return board;
  return { ...board, games: board.games.map((game) => (game.id === id ? { ...game, isStruck } : game)) };
}

function setLong(board: Board, id: string, isLong: boolean): Board {
  const found = board.games.find((game) => game.id === id && isInPlay(game) && game.isLong !== isLong);
  return found ? replan(withLong(board, [found], isLong)) : board;
}

/** Swaps two people of the next round; one of them may be on the bench. */
function swap(board: Board, action: Extract<Action, { type: "swap" }>): Board {
  const { first, second } = action;
  const ready = dealt(board);
  const [round, ...rest] = ready.plan;
  if (!round || first === second) return board;
  const { round: number = nextRound(ready), seat = seatOf(round, first) } = action;
  if (number !== nextRound(ready) || seat !== seatOf(round, first)) return board;
  const turn = (ids: readonly string[]) => ids.map((id) => (id === first ? second : id === second ? first : id));
  const all = [...round.games.flatMap(({ sides }) => sides.flat()), ...round.bench];
  if (!all.includes(first) || !all.includes(second)) return board;
  const games = round.games.map(({ court, sides: [a, b] }) => ({ court, sides: [turn(a), turn(b)] as const }));
  const next: PlannedRound = { games, bench: turn(round.bench) };
  return replan({ ...ready, plan: [next, ...rest], isPinned: true });
}

function shuffle(board: Board, { was = board.seed }: Extract<Action, { type: "shuffle" }>): Board {
  return was === board.seed ? replan({ ...board, seed: was + 1, isPinned: false }) : board;
}

/** Reducer: the board after an action. An action that does not apply (anymore) changes nothing. */
export function act(board: Board, action: Action): Board {
  switch (action.type) {
    case "configure":
      return configure(board, action);
    case "arrive":
      return arrive(board, action.id, action.level ?? USUAL_LEVEL);
    case "presence":
      return setPresence(board, action.id, action.presence);
    case "level":
      return replan(withPlayer(board, action.id, () => ({ level: action.level })));
    case "wish":
      return setWish(board, action);
    case "court":
      return setCourt(board, action);
    case "start":
      return start(board, action);
    case "finish":
      return finish(board, action);
    case "score":
      return setScore(board, action);
    case "strike":
      return setStruck(board, action.game, action.isStruck);
    case "long":
      return setLong(board, action.game, action.isLong ?? true);
    case "swap":
      return swap(board, action);
    case "shuffle":
      return shuffle(board, action);
  }
}
