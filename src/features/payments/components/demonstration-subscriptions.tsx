import { useEffect, useState } from "react";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import styles from "#src/features/payments/components/demonstration-checkout.module.css";
import { onDemonstration } from "#src/features/payments/components/demonstration-news.ts";
import { longDate } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";

type Subscription = {
  readonly id: string;
  readonly status: "active" | "past_due" | "canceled";
  readonly periodEnd: string;
};

const STATES = { active: "Paid until", past_due: "Unpaid since the month before", canceled: "Ended; it ran until" };
const DEEDS = [
  ["renew", "A month passes and is paid"],
  ["fail", "A month passes and the payment fails"],
  ["stop", "Stop at the end of the month"],
  ["end", "End it now"],
] as const;

function useSubscriptions() {
  const [all, setAll] = useState<readonly Subscription[]>([]);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => onDemonstration(() => setAttempt((count) => count + 1)), []);
  useEffect(() => {
    const request = new AbortController();
    void memberFetch<{ subscriptions: Subscription[] }>("/api/demonstration/subscriptions", {
      signal: request.signal,
    }).then((answer) => {
      if (!request.signal.aborted && answer.ok) setAll(answer.value.subscriptions);
    });
    return () => request.abort();
  }, [attempt]);
  return { all, reload: () => setAttempt((count) => count + 1) };
}

/** One's own subscriptions at the demonstration, and the months that can be played. */
export function DemonstrationSubscriptions() {
  const { all, reload } = useSubscriptions();
  const [said, setSaid] = useState("");
  const [isUnderWay, setIsUnderWay] = useState(false);

  async function play(id: string, deed: string, words: string): Promise<void> {
    if (isUnderWay) return;
    setIsUnderWay(true);
    const answer = await memberFetch(`/api/demonstration/subscriptions/${id}/${deed}`, { method: "POST" });
    setIsUnderWay(false);
    setSaid(answer.ok ? `Played: ${words}.` : answer.message);
    reload();
  }
  if (all.length === 0) return null;
  return (
    <section className={styles.subscriptions} aria-labelledby="played">
      <h2 id="played" className={styles.title}>
        Your subscriptions here
      </h2>
      <p role="status" className={styles.hint}>
        {said}
      </p>
      {all.map(({ id, status, periodEnd }) => (
        <div key={id} className={styles.subscription}>
          <p>
            {STATES[status]} {longDate(periodEnd.slice(0, 10))}
          </p>
          {status !== "canceled" && (
            <div className={styles.actions}>
              {DEEDS.map(([deed, words]) => (
                <Button
                  key={deed}
                  variant="quiet"
                  aria-disabled={isUnderWay}
                  onClick={() => void play(id, deed, words)}
                >
                  {words}
                </Button>
              ))}
            </div>
          )}
        </div>
      ))}
    </section>
  );
}
