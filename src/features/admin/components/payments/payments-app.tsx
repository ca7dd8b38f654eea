import { useState } from "react";
import { BookedEntry } from "#src/features/admin/components/payments/booked-entry.tsx";
import styles from "#src/features/admin/components/payments/payments-app.module.css";
import type { Booked, BookedPage } from "#src/features/admin/schema/memberships.ts";
import { useLoaded } from "#src/features/dashboard/components/use-loaded.ts";
import { consoleFetch } from "#src/features/admin/components/console-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";

const BOOKS = "/api/admin/memberships/payments";

/** The pages of a list, as far as somebody went on. */
function useBooks(query: string) {
  const first = useLoaded<BookedPage>(query === "" ? BOOKS : `${BOOKS}?${query}`, consoleFetch);
  const [isUnderWay, setIsUnderWay] = useState(false);
  async function more(): Promise<void> {
    const page = first.value;
    if (isUnderWay || !page || page.next === null) return;
    setIsUnderWay(true);
    const after = new URLSearchParams(query);
    after.set("after", page.next);
    const answer = await consoleFetch<BookedPage>(`${BOOKS}?${after}`);
    setIsUnderWay(false);
    if (answer.ok) first.set({ ...answer.value, payments: [...page.payments, ...answer.value.payments] });
  }
  return { ...first, isUnderWay, more };
}

type ListProps = {
  books: ReturnType<typeof useBooks>;
  /** Said when there is nothing. */
  none: string;
  onChanged: (said: string) => void;
};

function List({ books, none, onChanged }: ListProps) {
  if (books.failure)
    return (
      <div className={styles.part}>
        <p role="alert">{books.failure.message}</p>
        <div>
          <Button variant="quiet" onClick={books.retry}>
            Try again
          </Button>
        </div>
      </div>
    );
  if (!books.value) return <p className={styles.quiet}>One moment…</p>;
  const { payments, next } = books.value;
  if (payments.length === 0) return <p className={styles.quiet}>{none}</p>;
  return (
    <>
      <ul className={styles.list}>
        {payments.map((booked: Booked) => (
          <BookedEntry key={booked.id} booked={booked} onChanged={onChanged} />
        ))}
      </ul>
      {next !== null && (
        <div>
          <Button variant="quiet" aria-disabled={books.isUnderWay} onClick={() => void books.more()}>
            {books.isUnderWay ? "Loading…" : "Earlier payments"}
          </Button>
        </div>
      )}
    </>
  );
}

/** The books: payments that wait for a person, and all of them. */
export function PaymentsApp() {
  const waiting = useBooks("unmatched=1");
  const all = useBooks("");
  const [said, setSaid] = useState("");
  const changed = (words: string) => {
    setSaid(words);
    waiting.retry();
    all.retry();
  };
  const count = waiting.value?.unmatched ?? 0;
  return (
    <div className={styles.app}>
      <p role="status" className={styles.quiet}>
        {said}
      </p>
      <section className={styles.part} aria-labelledby="payments-waiting">
        <h2 id="payments-waiting" className={styles.title}>
          Whose are these?{count > 0 && ` (${count === 100 ? "100 or more" : count})`}
        </h2>
        <List books={waiting} none="Every payment has its person." onChanged={changed} />
      </section>
      <section className={styles.part} aria-labelledby="payments-all">
        <h2 id="payments-all" className={styles.title}>
          All payments
        </h2>
        <List books={all} none="Nobody has paid yet." onChanged={changed} />
      </section>
    </div>
  );
}
