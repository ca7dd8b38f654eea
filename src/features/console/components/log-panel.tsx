import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import logs from "#src/features/console/components/log.module.css";
import styles from "#src/features/console/components/panel.module.css";
import type { PagedList } from "#src/features/console/components/use-paged-list.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";

type LogPanelProps<A, T> = {
  id: string;
  title: string;
  /** Beside the title. */
  button: { readonly label: string; readonly onClick: () => void } | null;
  filters: React.ReactNode;
  list: PagedList<A, T>;
  /** The noun of the items, singular and plural: `entry`, `entries`. */
  what: readonly [one: string, several: string];
  empty: React.ReactNode;
  children: (item: T) => React.ReactNode;
};

/** A log of the console: its title, its filters, its entries. */
export function LogPanel<A, T>({ id, title, button, filters, list, what, empty, children }: LogPanelProps<A, T>) {
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1} data-focus-home className={styles.title}>
          {title}
        </h2>
        {button && (
          <Button variant="quiet" onClick={button.onClick}>
            {button.label}
          </Button>
        )}
      </div>
      {filters}
      <ListFrame list={list} what={what} empty={empty}>
        {(items) => <ol className={logs.entries}>{items.map(children)}</ol>}
      </ListFrame>
    </section>
  );
}

/** The filters of a list, which apply as they change. */
export function Filters({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <form role="search" aria-label={label} className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}

type LogTopProps = { what: React.ReactNode; about: string; at: string };

/** The first line of an entry: action, subject and time. */
export function LogTop({ what, about, at }: LogTopProps) {
  const { momentWords } = useMoments();
  return (
    <div className={logs.top}>
      <h3 className={logs.what}>
        {what}
        {about !== "" && <span className={logs.about}> {about}</span>}
      </h3>
      <time dateTime={at} className="quiet">
        {momentWords(at)}
      </time>
    </div>
  );
}
