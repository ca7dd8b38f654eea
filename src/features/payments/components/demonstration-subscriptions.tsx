import { useEffect, useState } from "react";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import styles from "#src/features/payments/components/demonstration-checkout.module.css";
import { onDemonstration } from "#src/features/payments/components/demonstration-news.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";

type Subscription = {
  readonly id: string;
  readonly status: "active" | "past_due" | "canceled";
  readonly periodEnd: string;
};

const STATES = { active: "Paid until", past_due: "Payment failed. Paid until", canceled: "Canceled. It ran until" };
const DEEDS = [
  ["renew", "Pay the next month"],
  ["fail", "Fail the next payment"],
  ["stop", "Cancel at the end of the month"],
  ["end", "Cancel now"],
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

/** The caller's subscriptions at the demonstration, with what the card provider may report next. */
export function DemonstrationSubscriptions() {
  const { all, reload } = useSubscriptions();
  const { dayWords } = useMoments();
  const [said, setSaid] = useState("");
  const [isUnderWay, setIsUnderWay] = useState(false);

  async function play(id: string, deed: string, words: string): Promise<void> {
    if (isUnderWay) return;
    setIsUnderWay(true);
    const answer = await memberFetch(`/api/demonstration/subscriptions/${id}/${deed}`, { method: "POST" });
    setIsUnderWay(false);
    setSaid(answer.ok ? `Done: ${words}.` : answer.message);
    reload();
  }
  if (all.length === 0) return null;
  return (
    <section className={styles.subscriptions} aria-labelledby="played">
      <h2 id="played" className={styles.title}>
        Your subscription
      </h2>
      <p role="status" className="quiet">
        {said}
      </p>
      {all.map(({ id, status, periodEnd }) => (
        <div key={id} className={styles.subscription}>
          <p>
            {STATES[status]} {dayWords(periodEnd)}
          </p>
          {status !== "canceled" && (
            <div className="buttons">
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
