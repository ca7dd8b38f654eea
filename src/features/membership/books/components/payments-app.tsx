import { useState } from "react";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { type PagedList, type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { BookedEntry } from "#src/features/membership/books/components/booked-entry.tsx";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import type { Booked, BookedPage } from "#src/features/membership/books/schema.ts";

const BOOKS = "/api/admin/memberships/payments";

const SOURCE: PagedSource<BookedPage, Booked> = {
  cursor: "after",
  read: ({ payments, next }) => ({ items: payments, next }),
};

type ListProps = {
  books: PagedList<BookedPage, Booked>;
  /** Said when there is nothing. */
  none: string;
  onChanged: (said: string) => void;
};

function List({ books, none, onChanged }: ListProps) {
  return (
    <ListFrame list={books} what={["payment", "payments"]} empty={<p className={styles.quiet}>{none}</p>}>
      {(payments) => (
        <ul className={styles.list}>
          {payments.map((booked) => (
            <BookedEntry key={booked.id} booked={booked} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

/** The books: payments that wait for a person, and all of them. */
export function PaymentsApp() {
  const waiting = usePagedList(`${BOOKS}?unmatched=1`, SOURCE);
  const all = usePagedList(BOOKS, SOURCE);
  const [said, setSaid] = useState("");
  const changed = (words: string) => {
    setSaid(words);
    waiting.reload();
    all.reload();
  };
  const count = waiting.answer?.unmatched ?? 0;
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
