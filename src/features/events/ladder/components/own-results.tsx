import { useState } from "react";
import { Link } from "react-router";
import { DoubtScore } from "#src/features/events/ladder/components/doubt-form.tsx";
import styles from "#src/features/events/ladder/components/ladder.module.css";
import { MOST_CHANGE, START_LEVEL } from "#src/features/events/ladder/rules/level.ts";
import {
  COUNTED_GAMES,
  MOST_CHANGE_AN_EVENT,
  SHORTEST_GAME_MINUTES,
} from "#src/features/events/ladder/rules/results.ts";
import { scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import type { OwnResults as Own } from "#src/features/events/ladder/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { counted } from "#src/shared/counted.ts";
import { shortDate } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Section } from "#src/ui/section.tsx";

const PATH = "/api/ladder/own";
const NOT_COUNTED = `Not counted: it began less than ${SHORTEST_GAME_MINUTES} minutes after your game before it, or you had reached the limit of the event.`;

const team = (names: readonly string[]) => names.join(" & ");

/** `+0.05`, `−0.03`, `0.00`. */
function signed(change: number): string {
  const size = Math.abs(change).toFixed(2);
  if (size === "0.00") return size;
  return change > 0 ? `+${size}` : `−${size}`;
}

function ResultRow({ result }: { result: Own["results"][number] }) {
  const { eventId, title, day, activity, partners, opponents, points, against, change, isCounted, level } = result;
  const outcome = points > against ? "Won" : points < against ? "Lost" : "Drew";
  return (
    <li className={styles.result}>
      <p>
        <strong>
          {outcome} {scoreWords([points, against])}
        </strong>{" "}
        {partners.length > 0 && `with ${team(partners)} `}against {team(opponents)}
      </p>
      <p className={styles.change}>
        {signed(change)} <span className={styles.note}>now {level.toFixed(2)}</span>
      </p>
      <p className={styles.note}>
        <Link to={`/events/${eventId}`}>{title}</Link>, {shortDate(day)} · {activity}
      </p>
      {!isCounted && <p className={styles.uncounted}>{NOT_COUNTED}</p>}
      <div className={styles.doubtful}>
        <DoubtScore result={result} />
      </div>
    </li>
  );
}

/** The viewer's levels, and the results behind them. */
export function OwnResults() {
  const { value } = useLoaded<Own>(PATH);
  const [more, setMore] = useState<{ results: Own["results"]; next: string | null } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState("");
  if (!value) return null;
  const next = more ? more.next : value.next;
  const showMore = async () => {
    if (next === null) return;
    setIsBusy(true);
    const answer = await memberFetch<Own>(`${PATH}?${new URLSearchParams({ after: next })}`);
    setIsBusy(false);
    setFailure(answer.ok ? "" : answer.message);
    if (answer.ok) setMore({ results: [...(more?.results ?? []), ...answer.value.results], next: answer.value.next });
  };
  return (
    <Section id="own-results" title="Your results">
      {value.levels.length === 0 ? (
        <p>You have no results yet. A game counts once the host has entered its score.</p>
      ) : (
        <ul className={styles.levels}>
          {value.levels.map(({ activity, level, games }) => (
            <li key={activity}>
              <strong>
                {activity}: level {level.toFixed(2)}
              </strong>{" "}
              after {counted(games, "game", "games")}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        Everyone starts at level {START_LEVEL}. A win moves your level up, a loss moves it down, by at most{" "}
        {MOST_CHANGE} a game: more when you beat a stronger team, less when you beat a weaker one. A game that begins
        less than {SHORTEST_GAME_MINUTES} minutes after your game before it does not count. At one event, at most{" "}
        {COUNTED_GAMES} of your games count, and your level moves by at most {MOST_CHANGE_AN_EVENT}. Each player has
        their own history, so the same game can move partners differently.
      </p>
      <ol className={styles.results} aria-label="Your results">
        {[...value.results, ...(more?.results ?? [])].map((result) => (
          <ResultRow key={result.id} result={result} />
        ))}
      </ol>
      {failure !== "" && <p role="alert">{failure}</p>}
      {next !== null && (
        <Button variant="quiet" disabled={isBusy} onClick={() => void showMore()}>
          {isBusy ? "Loading…" : "Show older results"}
        </Button>
      )}
    </Section>
  );
}
