import type { PagedList } from "#src/features/console/components/use-paged-list.ts";
import styles from "#src/features/events/review/components/review.module.css";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type QueueProps<A, T> = {
  id: string;
  title: string;
  list: PagedList<A, T>;
  /** Goes on with the reason. */
  failed: string;
  /** Shown when nothing waits. */
  empty: string;
  /** What came of the last decision. */
  decided: React.ReactNode;
  children: (items: readonly T[]) => React.ReactNode;
};

/** What waits for an organizer, longest waiting first, and how much there is of it. */
export function Queue<A extends { readonly total: number }, T>(props: QueueProps<A, T>) {
  const { id, title, list, failed, empty, decided, children } = props;
  const { items, answer, next, failure, isBusy, more, reload } = list;
  return (
    <section className={styles.section} aria-labelledby={id}>
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
      {answer?.total === 0 && <p className={styles.quiet}>{empty}</p>}
      {items !== null && answer !== null && answer.total > 0 && <ul className={styles.queue}>{children(items)}</ul>}
      {next !== null && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  );
}

/** `Sent Nov 12 by Ana Ruiz (ana@example.com)`. */
export function sentWords(
  sentAt: string,
  by: { readonly name: string; readonly email: string } | null,
  nobody = "",
): string {
  const since = new Date(sentAt).toLocaleDateString("en-US", { month: "short", day: "numeric" });
  if (by === null) return `Sent ${since}${nobody}`;
  return `Sent ${since} by ${by.name === "" ? by.email : `${by.name} (${by.email})`}`;
}
