import styles from "#src/features/console/components/panel.module.css";
import type { PagedList } from "#src/features/console/components/use-paged-list.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { counted } from "#src/shared/counted.ts";
import { Notice } from "#src/ui/notice.tsx";

type ListFrameProps<A, T> = {
  list: PagedList<A, T>;
  /** The noun of the items, singular and plural: `person`, `people`. */
  what: readonly [one: string, several: string];
  /** The title when loading failed; derived from `what` by default. */
  failed?: string;
  /** Shown when the list is empty. */
  empty: React.ReactNode;
  children: (items: readonly T[]) => React.ReactNode;
};

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {[1, 2, 3, 4, 5].map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}

/** The reason a list was refused: its invalid filters if any, else the general message. */
const whyOf = ({ message, fields = {} }: MemberFailure) => Object.values(fields).join(" ") || message;

/** Retrying is useless if a filter is invalid. */
const mayTryAgain = ({ fields = {} }: MemberFailure) => Object.keys(fields).length === 0;

/** The frame of every console list: loading, empty and failure states, and the button for more. */
export function ListFrame<A, T>({ list, what, failed, empty, children }: ListFrameProps<A, T>) {
  const { items, next, failure, isBusy, more, reload } = list;
  if (items === null && failure)
    return (
      <EmptyState picture="offline" title={failed ?? `The ${what[1]} could not be loaded`} text={whyOf(failure)}>
        {mayTryAgain(failure) && <Button onClick={reload}>Try again</Button>}
      </EmptyState>
    );
  if (items === null) return <Skeleton />;
  return (
    <div className={styles.list} aria-busy={isBusy} data-busy={isBusy || undefined}>
      {failure && (
        <Notice kind="error" title={whyOf(failure)}>
          <p>You are looking at the earlier list.</p>
          {mayTryAgain(failure) && (
            <p>
              <Button variant="quiet" onClick={reload}>
                Try again
              </Button>
            </p>
          )}
        </Notice>
      )}
      {items.length === 0 ? !isBusy && empty : children(items)}
      <div className={styles.more}>
        <p role="status" className={isBusy || items.length > 0 ? undefined : "visually-hidden"}>
          {isBusy ? "Loading…" : countWords(items.length, what, next !== null)}
        </p>
        {next !== null && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={more}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function countWords(count: number, [one, several]: ListFrameProps<never, never>["what"], hasMore: boolean): string {
  if (count === 0) return `No ${several}`;
  return hasMore ? `The first ${count} ${several}` : `${counted(count, one, several)} in all`;
}
