import { useEffect, useState } from "react";
import { Notice } from "#src/ui/notice.tsx";
import styles from "#src/ui/sending-progress.module.css";

type SendingProgressProps = {
  /** What is being sent: 'your request'. */
  what: string;
  /** Milliseconds per percent. */
  tickMs: number;
  /** Milliseconds after which `slow` is shown; if omitted, never. */
  slowMs?: number;
  slow?: React.ReactNode;
};

/** Estimated progress of a submission; after a long wait, advice. */
export function SendingProgress({ what, tickMs, slowMs, slow }: SendingProgressProps) {
  const [percent, setPercent] = useState(0);
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    const ticks = setInterval(() => setPercent((now) => Math.min(100, now + 1)), tickMs);
    const late = slowMs === undefined ? undefined : setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearInterval(ticks);
      clearTimeout(late);
    };
  }, [tickMs, slowMs]);

  return (
    <div className={styles.sending}>
      <p className={styles.words}>
        <span role="status">Sending {what}…</span>
        <span aria-hidden>{percent}%</span>
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={`Sending ${what}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.bar} style={{ inlineSize: `${percent}%` }} />
      </div>
      <div role="status">{isSlow && <Notice kind="warning">{slow}</Notice>}</div>
    </div>
  );
}
