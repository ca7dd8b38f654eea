import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { BigBoard } from "#src/features/events/court-follow/components/big-board.tsx";
import { byName, nameIn } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/court-follow/components/board.module.css";
import { FollowedBoard, MyPlace, type Shown } from "#src/features/events/court-follow/components/followed-board.tsx";
import {
  readMe,
  readSeen,
  type Seen,
  writeMe,
  writeSeen,
} from "#src/features/events/court-follow/components/seen-board.ts";
import { learnServerTime } from "#src/features/events/court-follow/components/server-clock.ts";
import { useLiveCourts } from "#src/features/events/court-follow/components/use-live-courts.ts";
import type { FollowedByLink } from "#src/features/events/courts/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { useKeptPage } from "#src/ui/use-kept-page.ts";
import { useOnline } from "#src/ui/use-online.ts";

const UNREADABLE = "The board could not be read. Please try again.";

/** `isAway`: the last read failed. */
type State = {
  readonly seen: Seen | null;
  readonly isAway: boolean;
  readonly failure: string;
  readonly isEnded: boolean;
};

type Answer = { readonly status: number; readonly seen: Seen | null; readonly message: string };

/** The server's response for a link; status 0 if it is unreachable. */
async function readFollowed(token: string): Promise<Answer> {
  const sentAt = Date.now();
  try {
    const response = await fetch(`/api/courts/${encodeURIComponent(token)}`);
    const answer = (await response.json()) as FollowedByLink & { message?: string };
    if (response.ok) learnServerTime(answer.serverTime, sentAt);
    const seen = response.ok ? { followed: answer, at: new Date().toISOString() } : null;
    return { status: response.status, seen, message: answer.message ?? UNREADABLE };
  } catch {
    return { status: 0, seen: null, message: UNREADABLE };
  }
}

function withAnswer(token: string, { seen: before }: State, { status, seen, message }: Answer): State {
  // An ended link shows nothing. After a failed read the last response stays, even one from before a reload.
  if (status === 404) return { seen: null, isAway: false, failure: message, isEnded: true };
  if (!seen) return { seen: before ?? readSeen(token), isAway: true, failure: message, isEnded: false };
  return { seen, isAway: false, failure: "", isEnded: false };
}

/** The board by its link; reloads when it changes. */
function useFollowed(token: string) {
  const [state, setState] = useState<State>({ seen: null, isAway: false, failure: "", isEnded: false });
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    // A slow response must not replace a newer one.
    let isOld = false;
    void readFollowed(token).then((answer) => {
      if (!isOld) setState((before) => withAnswer(token, before, answer));
    });
    return () => {
      isOld = true;
    };
  }, [token, attempt]);
  useLiveCourts(new URLSearchParams({ "court-link": token }).toString(), reload);
  const { seen, isEnded } = state;
  useEffect(() => {
    if (seen !== null || isEnded) writeSeen(token, seen);
  }, [token, seen, isEnded]);
  useKeptPage(seen !== null);
  return { ...state, reload };
}

/** Lets the reader pick which player they are. */
function WhoAmI({ followed, me, onMe }: { followed: Shown; me: string | null; onMe: (id: string | null) => void }) {
  return (
    <div className={styles.whoAmI}>
      <SelectField label="I am" value={me ?? ""} onValue={(id) => onMe(id === "" ? null : id)}>
        <option value="">Choose your name…</option>
        <Options
          of={byName(followed.board.players, followed.names).map(({ id }) => [id, nameIn(followed.names, id)])}
        />
      </SelectField>
    </div>
  );
}

function OnPhone({ followed, asOf }: { followed: FollowedByLink; asOf: string }) {
  const { board, eventId, ...rest } = followed;
  const [chosen, setChosen] = useState(() => readMe(eventId));
  const choose = (id: string | null) => {
    setChosen(id);
    writeMe(eventId, id);
  };
  const me = chosen !== null && rest.names[chosen] !== undefined ? chosen : null;
  const shown = board && { ...rest, board, isLive: asOf === "" };
  return (
    <>
      <h1 className={styles.title}>{followed.title}</h1>
      {asOf !== "" && (
        <p className={styles.asOf} role="status">
          {asOf}
        </p>
      )}
      {!shown && <p className={styles.quiet}>The first round is not planned yet. This page updates by itself.</p>}
      {shown && me !== null && <MyPlace followed={shown} me={me} />}
      {shown && <WhoAmI followed={shown} me={me} onMe={choose} />}
      {shown && <FollowedBoard followed={shown} me={me} />}
    </>
  );
}

/** The board for players who scanned the code, and for a tablet at the net. */
export function CourtsByLink({ token }: { token: string }) {
  const [query] = useSearchParams();
  const { seen, isAway, failure, isEnded, reload } = useFollowed(token);
  const isOnline = useOnline();
  const { timeWords } = useMoments();
  if (!seen)
    return failure === "" ? (
      <>
        <h1 className={styles.title}>Court board</h1>
        <div className={styles.courts} aria-hidden>
          <span className={styles.bone} />
          <span className={styles.bone} />
        </div>
      </>
    ) : (
      <EmptyState picture={isEnded ? "empty-events" : "offline"} level={1} title="Court board" text={failure}>
        {isEnded ? <ButtonLink to="/events">See events</ButtonLink> : <Button onClick={reload}>Try again</Button>}
      </EmptyState>
    );
  const { followed, at } = seen;
  const asOf = isOnline && !isAway ? "" : `As of ${timeWords(at)}, offline`;
  const { board, ...rest } = followed;
  if (board && query.get("view") === "big")
    return (
      <BigBoard
        followed={{ ...rest, board, isLive: asOf === "" }}
        link={rest.link}
        asOf={asOf}
        way={`/courts/${token}`}
      />
    );
  return <OnPhone followed={followed} asOf={asOf} />;
}
