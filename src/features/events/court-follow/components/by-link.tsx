import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { BigBoard } from "#src/features/events/court-follow/components/big-board.tsx";
import { byName, nameIn } from "#src/features/events/court-follow/components/court-card.tsx";
import styles from "#src/features/events/court-follow/components/board.module.css";
import { FollowedBoard, MyPlace } from "#src/features/events/court-follow/components/followed-board.tsx";
import { useLiveCourts } from "#src/features/events/court-follow/components/use-live-courts.ts";
import type { FollowedByLink } from "#src/features/events/courts/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { useOnline } from "#src/ui/use-online.ts";

const AWAY = "You are offline. This is the board as it was last seen.";
const UNREADABLE = "The board could not be read. Please try again.";

type State = { readonly followed: FollowedByLink | null; readonly failure: string; readonly isEnded: boolean };

type Answer = { readonly status: number; readonly followed: FollowedByLink | null; readonly message: string };

/** What the server says of a link; status 0 when it could not be reached. */
async function readFollowed(token: string): Promise<Answer> {
  try {
    const response = await fetch(`/api/courts/${encodeURIComponent(token)}`);
    const answer = (await response.json()) as FollowedByLink & { message?: string };
    const { status } = response;
    return { status, followed: response.ok ? answer : null, message: answer.message ?? UNREADABLE };
  } catch {
    return { status: 0, followed: null, message: UNREADABLE };
  }
}

function withAnswer({ followed: before }: State, { status, followed, message }: Answer): State {
  // The last answer stays when a read fails; an ended link shows nothing.
  if (!followed) return { followed: status === 404 ? null : before, failure: message, isEnded: status === 404 };
  // A slow answer must not replace a newer one.
  return { followed: before && before.version > followed.version ? before : followed, failure: "", isEnded: false };
}

/** The board by its link; reloads when it changes. */
function useFollowed(token: string) {
  const [state, setState] = useState<State>({ followed: null, failure: "", isEnded: false });
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    void readFollowed(token).then((answer) => setState((before) => withAnswer(before, answer)));
  }, [token, attempt]);
  useLiveCourts(new URLSearchParams({ "court-link": token }).toString(), reload);
  return { ...state, reload };
}

const keyOf = (token: string) => `courts-me:${token}`;

function readMe(token: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(token));
  } catch {
    // Closed, or not in a browser.
    return null;
  }
}

/** The player who reads on this phone, chosen by themselves. It shows only with the board, which no server renders. */
function useMe(token: string): readonly [string | null, (id: string | null) => void] {
  const [me, setMe] = useState(() => readMe(token));
  const choose = (id: string | null) => {
    setMe(id);
    try {
      if (id === null) sessionStorage.removeItem(keyOf(token));
      else sessionStorage.setItem(keyOf(token), id);
    } catch {
      // The choice then lasts as long as the page.
    }
  };
  return [me, choose];
}

/** The board for players who scanned the code, and for a tablet at the net. */
export function CourtsByLink({ token }: { token: string }) {
  const [query] = useSearchParams();
  const { followed, failure, isEnded, reload } = useFollowed(token);
  const [me, choose] = useMe(token);
  const isOnline = useOnline();
  const isBig = query.get("view") === "big";
  if (!followed)
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
        {!isEnded && <Button onClick={reload}>Try again</Button>}
      </EmptyState>
    );
  const { board, ...rest } = followed;
  if (board && isBig) return <BigBoard followed={{ ...rest, board }} link={rest.link} way={`/courts/${token}`} />;
  const known = me !== null && rest.names[me] !== undefined ? me : null;
  return (
    <>
      <h1 className={styles.title}>{followed.title}</h1>
      {!isOnline && <p className={styles.sync}>{AWAY}</p>}
      {!board && <p className={styles.quiet}>The first round is not planned yet. This page updates by itself.</p>}
      {board && (
        <>
          {known !== null && <MyPlace followed={{ ...rest, board }} me={known} />}
          <div className={styles.whoAmI}>
            <SelectField label="I am" value={known ?? ""} onValue={(id) => choose(id === "" ? null : id)}>
              <option value="">Choose your name…</option>
              {byName(board.players, rest.names).map(({ id }) => (
                <option key={id} value={id}>
                  {nameIn(rest.names, id)}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
      {board && <FollowedBoard followed={{ ...rest, board }} me={known} />}
    </>
  );
}
