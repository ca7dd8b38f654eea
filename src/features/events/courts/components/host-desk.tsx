import { useMemo, useState } from "react";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import { CourtsInPlay } from "#src/features/events/courts/components/courts-in-play.tsx";
import type { Names } from "#src/features/events/court-follow/components/court-card.tsx";
import { teamsOf } from "#src/features/events/court-follow/components/games-played.tsx";
import { serverMoment } from "#src/features/events/court-follow/components/server-clock.ts";
import { FollowPanel } from "#src/features/events/court-follow/components/follow-panel.tsx";
import { NextRound } from "#src/features/events/courts/components/next-round.tsx";
import { Arrived, PlayersPanel } from "#src/features/events/courts/components/players-panel.tsx";
import { Results } from "#src/features/events/courts/components/results.tsx";
import { SettingsPanel } from "#src/features/events/courts/components/settings-panel.tsx";
import { Overruled, Sync } from "#src/features/events/court-sync/components/sync-state.tsx";
import type { HostTools } from "#src/features/events/court-sync/components/use-host-board.ts";
import { type Board, dealt, gamesInPlay, roundToStart } from "#src/features/events/court-plan/rules/board.ts";
import { nextRound } from "#src/features/events/court-plan/rules/next-round.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

/** The rounds after the next one, which may still change. */
function LaterRounds({ board, names }: { board: Board; names: Names }) {
  const later = board.plan.slice(1);
  if (later.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>The rounds after that</summary>
      <ol className={styles.later}>
        {later.map(({ games }, index) => (
          <li key={index}>
            <h3 className={styles.laterRound}>Round {nextRound(board) + 1 + index}</h3>
            {games.map(({ court, sides }) => (
              <p key={court}>
                <strong>Court {court}</strong> {teamsOf(names, sides)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

function StartRound({ board, tools: { act, say } }: { board: Board; tools: HostTools }) {
  const round = nextRound(board);
  const taken = new Set(gamesInPlay(board).map(({ court }) => court));
  const hasFreeCourt = board.courts.some(({ number, isOpen }) => isOpen && !taken.has(number));
  const canStart = roundToStart(board) !== undefined;
  const start = () => {
    thenFocus(
      () => {
        act({ type: "start", at: serverMoment(), round });
        say(`Round ${round} has started.`);
      },
      () => document.querySelector<HTMLElement>("#in-play"),
    );
    // The button is far below the courts that it filled.
    document.querySelector("#in-play")?.scrollIntoView();
  };
  const mix = () => {
    act({ type: "shuffle", was: board.seed });
    say("The next round is mixed again.");
  };
  return (
    <>
      <div className={styles.nextActions}>
        {/* Without a free court and enough people, it would start nothing. */}
        {canStart && (
          <Button id="start-round" size="lg" wide onClick={start}>
            Start round {round}
          </Button>
        )}
        <TextButton onClick={mix}>Mix again</TextButton>
      </div>
      {taken.size > 0 && (
        <p className={look.quiet}>
          {canStart
            ? "Courts still playing keep going; the others start."
            : `${hasFreeCourt ? "Too few people wait for a free court." : "Every court is playing."} Press “Game over” when a game is over.`}
        </p>
      )}
    </>
  );
}

type HostDeskProps = {
  eventId: string;
  tools: Omit<HostTools, "say">;
  host: CourtsView["host"];
  /** The event's end time has passed. */
  isPast: boolean;
};

type TopProps = Pick<HostDeskProps, "host" | "isPast"> & { tools: HostTools; said: string };

/** The top of the page: sync state, arrivals, and links to the sections below. */
function Top({ tools, host, isPast, said }: TopProps) {
  const { version, board } = tools.shown;
  return (
    <>
      <Sync sync={tools.sync} isNew={version === 0} host={host} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isPast && (
        <Notice title="This event has ended">
          <p>You can still finish games and enter scores. Once no game is in play, the players see that it is over.</p>
        </Notice>
      )}
      <Overruled tools={tools} />
      <Arrived tools={tools} people={host?.people ?? []} />
      <nav className={styles.jump} aria-label="On this page">
        {board.games.length > 0 && <a href="#next-round">Next round</a>}
        <a href="#players">Players</a>
        <a href="#settings">Format and courts</a>
        <a href="#follow">For the players</a>
      </nav>
    </>
  );
}

/** The host's view of the court board. */
export function HostDesk({ eventId, tools: given, host, isPast }: HostDeskProps) {
  const [said, say] = useState("");
  const tools = { ...given, say };
  const { act } = tools;
  const { board, names } = tools.shown;
  // Shows exactly what "Start round" would start.
  const ready = useMemo(() => dealt(board), [board]);
  const round = nextRound(board) - 1;
  const canStart = (ready.plan[0]?.games.length ?? 0) > 0;
  return (
    <div className={look.board}>
      <Top tools={tools} host={host} isPast={isPast} said={said} />
      {round > 0 && (
        <section aria-labelledby="in-play">
          <h2 id="in-play" tabIndex={-1} className={look.heading}>
            Round {round}
          </h2>
          <CourtsInPlay board={board} names={names} act={act} say={say} />
          <Results tools={tools} doubts={host?.doubts ?? []} />
        </section>
      )}
      <section aria-labelledby="next-round">
        <h2 id="next-round" tabIndex={-1} className={look.heading}>
          {round === 0 ? "First round" : "Next round"}
        </h2>
        <NextRound board={ready} names={names} act={act} say={say} />
        {canStart && <StartRound board={ready} tools={tools} />}
        <LaterRounds board={ready} names={names} />
      </section>
      <section aria-labelledby="players">
        <h2 id="players" tabIndex={-1} className={look.heading}>
          Players{" "}
          <span className={look.format}>{board.players.filter(({ presence }) => presence === "here").length}</span>
        </h2>
        <PlayersPanel tools={tools} />
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings" className={look.heading}>
          Format and courts
        </h2>
        <SettingsPanel tools={tools} />
      </section>
      <section aria-labelledby="follow">
        <h2 id="follow" className={look.heading}>
          For the players
        </h2>
        {host ? (
          <FollowPanel eventId={eventId} given={host.link} say={say} />
        ) : (
          <p className={look.quiet}>The link shows when this phone is online.</p>
        )}
      </section>
    </div>
  );
}
