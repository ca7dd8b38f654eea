import type { PagedList } from "#src/features/console/components/use-paged-list.ts";
import styles from "#src/features/events/review/components/review.module.css";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Notice } from "#src/ui/notice.tsx";

type QueueProps<A, T> = {
  id: string;
  title: string;
  list: PagedList<A, T>;
  /** The start of the failure message; the reason follows. */
  failed: string;
  /** Shown when the queue is empty. */
  empty: string;
  /** The result of the last decision. */
  decided: React.ReactNode;
  children: (items: readonly T[]) => React.ReactNode;
};

/** A review queue, longest waiting first, with its total. */
export function Queue<A extends { readonly total: number }, T>(props: QueueProps<A, T>) {
  const { id, title, list, failed, empty, decided, children } = props;
  const { items, answer, next, failure, isBusy, more, reload } = list;
  return (
    <section className={styles.section} aria-labelledby={id} data-loading={(items === null && !failure) || undefined}>
      <h2 id={id}>
        {title} {answer !== null && <span className={styles.count}>{answer.total}</span>}
      </h2>
      {decided}
      {failure && (
        <Notice kind="error">
          <p>
            {items === null && `${failed} `}
            {failure.message}
          </p>
          {items === null && (
            <div>
              <Button variant="quiet" onClick={reload}>
                Try again
              </Button>
            </div>
          )}
        </Notice>
      )}
      {!failure && items === null && <div className={styles.line} aria-hidden />}
      {answer?.total === 0 && <p className="quiet">{empty}</p>}
      {items !== null && answer !== null && answer.total > 0 && <ul className={styles.queue}>{children(items)}</ul>}
      {next !== null && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  );
}

type SentProps = {
  at: string;
  by: { readonly name: string; readonly email: string } | null;
  /** Shown when there is no person. */
  nobody?: string;
};

/** `Sent Thu, Nov 12, 2026 by Ana Ruiz (ana@example.com)`. */
export function Sent({ at, by, nobody = "" }: SentProps) {
  const { dayWords } = useMoments();
  const who = by && ` by ${by.name === "" ? by.email : `${by.name} (${by.email})`}`;
  return (
    <p className="quiet">
      Sent {dayWords(at)}
      {who ?? nobody}
    </p>
  );
}
