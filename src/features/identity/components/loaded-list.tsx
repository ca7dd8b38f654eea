import styles from "#src/features/identity/components/loaded-list.module.css";
import type { Loaded } from "#src/features/identity/components/use-loaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

type LoadedListProps<T> = { loaded: Loaded<T>; children: (value: T) => React.ReactNode };

/** Shows a section's loaded value, or its skeleton or failure until then. */
export function LoadedList<T>({ loaded, children }: LoadedListProps<T>) {
  if (loaded.failure)
    return (
      <Notice kind="error">
        <p>{loaded.failure.message}</p>
        <p>
          <Button variant="quiet" onClick={loaded.retry}>
            Try again
          </Button>
        </p>
      </Notice>
    );
  if (loaded.value !== null) return children(loaded.value);
  return (
    <div aria-hidden>
      {[1, 2].map((row) => (
        <div key={row} className={styles.blankRow} />
      ))}
    </div>
  );
}
