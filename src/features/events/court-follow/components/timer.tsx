import { useEffect, useState } from "react";
import { serverNow } from "#src/features/events/court-follow/components/server-clock.ts";
import styles from "#src/features/events/court-follow/components/board.module.css";

const SECOND_MS = 1000;

/** The server's time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Time left in a game, then overtime; without a set length, the time played. */
export function Timer({ startedAt, minutes }: { startedAt: string; minutes: number }) {
  const now = useNow();
  const played = Math.max(0, Math.floor((now - Date.parse(startedAt)) / SECOND_MS));
  const left = minutes * 60 - played;
  const isOver = minutes > 0 && left < 0;
  const words = minutes === 0 ? clock(played) : isOver ? `+${clock(-left)}` : clock(left);
  return (
    <span className={styles.timer} data-over={isOver || undefined} role="timer">
      {words}
      <span className="visually-hidden">{isOver ? " over time" : minutes === 0 ? " played" : " left"}</span>
    </span>
  );
}
