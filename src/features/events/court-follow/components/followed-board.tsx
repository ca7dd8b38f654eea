import { CourtCard, nameIn, PlayerName } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/court-follow/components/board.module.css";
import { GamesPlayed, gamesOver } from "#src/features/events/court-follow/components/games-played.tsx";
import { Timer } from "#src/features/events/court-follow/components/timer.tsx";
import { FORMAT_FACTS } from "#src/features/events/court-plan/rules/formats.ts";
import { isNextCertain, surelyNext, waitingNow } from "#src/features/events/court-plan/rules/next-round.ts";
import { isCutShort, playedGames } from "#src/features/events/court-plan/rules/turns.ts";
import { type Place, placeOf } from "#src/features/events/court-plan/rules/place.ts";
import type { Followed } from "#src/features/events/courts/schema.ts";
import { counted } from "#src/shared/counted.ts";

/** `isLive`: the page receives changes. Otherwise the board says so and hides the time left. */
export type Shown = Followed & { board: NonNullable<Followed["board"]>; isLive: boolean };

/** "You are next on court 3." */
function wordsOf(place: Place, isPast: boolean): string {
  if (place.kind === "playing") return `You are on court ${place.court} now`;
  if (place.kind === "next")
    return place.court === null
      ? "You play in the next game. Your court shows here soon"
      : `You are next on court ${place.court}`;
  if (place.kind === "waiting")
    return isPast
      ? "The event’s time is up: other courts are playing their last games"
      : "Your next court shows here soon: other courts are still playing";
  if (place.kind === "away") return "You are not in the rotation now";
  if (place.inRounds === null) return "You rest for now";
  const rest = place.inRounds === 1 ? "next round" : `for the next ${place.inRounds} rounds`;
  return `You rest ${rest}, then play`;
}

/** Whether the event is past and every game is over. */
export const hasEnded = ({ isPast, board: { games } }: Shown): boolean =>
  isPast && games.every(({ endedAt }) => endedAt !== null);

/** Parts to show: the courts while the next games are uncertain, the next games while nobody plays, or both. */
export function shownParts(followed: Shown): "now" | "next" | "both" | "ended" {
  const { board } = followed;
  if (hasEnded(followed)) return "ended";
  if (board.plan.length === 0 || !isNextCertain(board)) return "now";
  return board.games.some(({ endedAt }) => endedAt === null) ? "both" : "next";
}

/** The outcome of a person's last game, if its court closed. */
function closedUnder({ games, courts }: Shown["board"], me: string): string {
  const last = games.findLast(({ sides }) => sides.flat().includes(me));
  const isClosed = courts.some(({ number, isOpen }) => number === last?.court && !isOpen);
  if (!last || last.endedAt === null || last.score !== null || !isClosed) return "";
  return `Court ${last.court} is closed and your game there has ended${isCutShort(last) ? ". It does not count" : ""}. `;
}

/** Where the reader plays, at the top of the page. */
export function MyPlace({ followed, me }: { followed: Shown; me: string }) {
  const { board, names } = followed;
  const place = placeOf(board, me);
  const closed = closedUnder(board, me);
  if (hasEnded(followed)) return null;
  return (
    <p className={styles.myPlace} data-kind={followed.isLive ? place.kind : "away"} role="status">
      <span className={styles.myName}>
        {nameIn(names, me)}
        {!followed.isLive && ", this may have changed:"}
      </span>{" "}
      {closed}
      {wordsOf(place, followed.isPast)}
    </p>
  );
}

type BenchProps = { label: string; ids: readonly string[]; player: (id: string) => React.ReactNode };

function Bench({ label, ids, player }: BenchProps) {
  if (ids.length === 0) return null;
  return (
    <p className={styles.bench}>
      <strong>{label}:</strong>{" "}
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          {player(id)}
        </span>
      ))}
    </p>
  );
}

/** Results: the reader's own, and the others on request. */
function Results({ followed: { board, names }, me }: { followed: Shown; me: string | null }) {
  const over = gamesOver(board.games);
  const mine = over.filter(({ sides }) => me !== null && sides.flat().includes(me));
  if (over.length === 0) return null;
  return (
    <section aria-labelledby="results">
      <h2 id="results" className={styles.heading}>
        {mine.length > 0 ? "Your games" : "Games played"}
      </h2>
      {mine.length > 0 && <GamesPlayed games={mine} names={names} label="Your games" />}
      <details className={styles.more}>
        <summary>All games played ({over.length})</summary>
        <GamesPlayed games={over} names={names} label="All games played" />
      </details>
    </section>
  );
}

type PartProps = { followed: Shown; me?: string | null };

const playerIn = ({ followed: { names }, me = null }: PartProps) =>
  function player(id: string) {
    return <PlayerName name={nameIn(names, id)} isMe={id === me} />;
  };

/** Every court, with its game. */
function NowPlaying(props: PartProps) {
  const { board, isLive } = props.followed;
  const inPlay = new Map(board.games.filter(({ endedAt }) => endedAt === null).map((game) => [game.court, game]));
  return (
    <section aria-labelledby="now-playing">
      <h2 id="now-playing" className={styles.heading}>
        Now playing <span className={styles.format}>{FORMAT_FACTS[board.format].name}</span>
      </h2>
      <div className={styles.courts}>
        {board.courts.map(({ number, isOpen }) => {
          const game = inPlay.get(number);
          return (
            <CourtCard
              key={number}
              number={number}
              sides={game?.sides ?? null}
              empty={isOpen ? "Free" : "Closed"}
              state={game ? "play" : isOpen ? "free" : "closed"}
              aside={game && isLive && <Timer startedAt={game.startedAt} minutes={board.minutes} />}
              player={playerIn(props)}
            />
          );
        })}
      </div>
    </section>
  );
}

function NextGames(props: PartProps) {
  const { board } = props.followed;
  const [next] = board.plan;
  const player = playerIn(props);
  if (!isNextCertain(board)) {
    const sure = surelyNext(board);
    return (
      <>
        <Bench label="In the next game" ids={sure} player={player} />
        <Bench label="Waiting" ids={waitingNow(board).filter((id) => !sure.includes(id))} player={player} />
        <p className={styles.quiet}>The next games show here once they are certain.</p>
      </>
    );
  }
  const games = new Map(next?.games.map(({ court, sides }) => [court, sides]));
  // If shown alone, it lists every court, so that none moves when a round begins.
  const courts = board.courts.filter(({ number }) => games.has(number) || shownParts(props.followed) === "next");
  return (
    <>
      <div className={styles.courts}>
        {courts.map(({ number, isOpen }) => (
          <CourtCard
            key={number}
            number={number}
            sides={games.get(number) ?? null}
            empty={isOpen ? "Free" : "Closed"}
            state={games.has(number) ? "next" : isOpen ? "free" : "closed"}
            player={player}
          />
        ))}
      </div>
      <Bench label="Resting next round" ids={next?.bench ?? []} player={player} />
    </>
  );
}

/** The next round, and who rests in it. */
export function NextUp(props: PartProps) {
  if (props.followed.board.plan.length === 0 || hasEnded(props.followed)) return null;
  return (
    <section aria-labelledby="next-up">
      <h2 id="next-up" className={styles.heading}>
        Next up
      </h2>
      <NextGames {...props} />
    </section>
  );
}

/** Replaces the courts after the last game. */
function Ended({ board }: Shown) {
  const { length } = playedGames(board);
  return (
    <section aria-labelledby="ended">
      <h2 id="ended" className={styles.heading}>
        This event has ended
      </h2>
      <p>{length > 0 && `${counted(length, "game was", "games were")} played. `}Thanks for coming.</p>
    </section>
  );
}

/** The games on the courts, or a note that the event is over. */
export function OnCourts(props: PartProps) {
  const parts = shownParts(props.followed);
  if (parts === "ended") return <Ended {...props.followed} />;
  return parts === "next" ? null : <NowPlaying {...props} />;
}

/** The board for followers: who plays, who is next, who rests; at the end, the results. */
export function FollowedBoard({ followed, me }: { followed: Shown; me: string | null }) {
  return (
    <div className={styles.board}>
      <OnCourts followed={followed} me={me} />
      <NextUp followed={followed} me={me} />
      <Results followed={followed} me={me} />
    </div>
  );
}
