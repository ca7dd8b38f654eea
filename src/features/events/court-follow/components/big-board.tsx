import { useEffect } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/court-follow/components/big-board.module.css";
import { nameIn } from "#src/features/events/court-follow/components/court-card.tsx";
import {
  NextUp,
  OnCourts,
  type Shown,
  shownParts,
} from "#src/features/events/court-follow/components/followed-board.tsx";
import { FORMAT_FACTS } from "#src/features/events/court-plan/rules/formats.ts";
import type { FollowLink } from "#src/features/events/courts/schema.ts";
import { QrCode } from "#src/ui/qr-code.tsx";

/** Names are sized by the longest, clamped to this range of letters; a longer name shrinks alone. */
const FEWEST_LETTERS = 6;
const MOST_LETTERS = 7;

/** Keeps the screen on while the page is visible, if the browser supports it. */
function useScreenOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const asked = await navigator.wakeLock?.request("screen").catch(() => null);
      lock = asked ?? null;
      if (isOver) void lock?.release();
    };
    const askAgain = () => void ask();
    askAgain();
    document.addEventListener("visibilitychange", askAgain);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", askAgain);
      void lock?.release();
    };
  }, []);
}

type BigBoardProps = {
  followed: Shown;
  link: FollowLink["link"];
  /** When the board was last read; empty while it is live. */
  asOf: string;
  /** Link to the same board on a phone. */
  way: string;
};

/** Full-screen board for a tablet at the net, with names as large as possible. */
export function BigBoard({ followed, link, asOf, way }: BigBoardProps) {
  useScreenOn();
  const { board, names } = followed;
  const longest = Math.max(FEWEST_LETTERS, ...board.players.map(({ id }) => nameIn(names, id).length));
  const letters = Math.min(longest, MOST_LETTERS);
  const fit = { "--letters": letters, "--lines": FORMAT_FACTS[board.format].teamSize } as React.CSSProperties;
  return (
    <div
      className={styles.screen}
      style={fit}
      data-many={board.courts.length > 4 || undefined}
      data-show={shownParts(followed)}
    >
      <header className={styles.head}>
        <h1 className={styles.title}>{followed.title}</h1>
        {asOf !== "" && (
          <p className={styles.asOf} role="status">
            {asOf}
          </p>
        )}
        {link && (
          <div className={styles.follow}>
            <p>Scan to follow</p>
            <QrCode {...link.qr} label="QR code: follow the courts" />
          </div>
        )}
        <Link to={way}>Close big view</Link>
      </header>
      <OnCourts followed={followed} />
      <NextUp followed={followed} />
    </div>
  );
}
