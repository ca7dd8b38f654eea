import { useState } from "react";
import panel from "#src/features/console/components/panel.module.css";
import styles from "#src/features/people-list/components/bulk-bar.module.css";
import { queryOf, type UserFilters } from "#src/features/people-list/components/filters.ts";
import type { UserActions } from "#src/features/people-list/components/use-user-actions.ts";
import { useExport } from "#src/features/console/components/use-export.ts";
import { Button } from "#src/ui/button-link.tsx";

const FILE_NAME = "people.csv";
/** The server's limit for one deletion. */
const MOST_DELETED = 100;
/** The server's limit for one tagging. */
const MOST_TAGGED = 500;
/** The most records that fit side by side. */
const MOST_MERGED = 5;

/** On phones the count beside the buttons shows how many people they affect. */
function Label({ verb }: { verb: string }) {
  return (
    <span>
      {verb}
      <span className={styles.word}> chosen</span>
    </span>
  );
}

/** Actions on the selected people, or on everyone matching the filters. */
export function BulkBar({ filters, actions }: { filters: UserFilters; actions: UserActions }) {
  const { chosen, show, clear } = actions;
  const [said, setSaid] = useState("");
  const { isBusy, download } = useExport("/api/admin/users/export", FILE_NAME, setSaid);
  const count = chosen.length;
  const isOff = isBusy || undefined;
  return (
    <div
      className={styles.bulk}
      data-chosen={count > 0 || undefined}
      role="group"
      aria-label="With those who are chosen"
    >
      {count > 0 ? (
        <>
          <p className={styles.count}>{count} chosen</p>
          <Button
            variant="quiet"
            aria-disabled={isOff}
            onClick={() => void download({ userIds: chosen.map(({ userId }) => userId) })}
          >
            <Label verb="Export" />
          </Button>
          {count <= MOST_TAGGED && (
            <Button variant="quiet" onClick={() => show({ kind: "tag", users: chosen })}>
              <Label verb="Tag" />
            </Button>
          )}
          {count > 1 && count <= MOST_MERGED && (
            <Button variant="quiet" onClick={() => show({ kind: "merge", records: chosen })}>
              <Label verb="Merge" />
            </Button>
          )}
          {count <= MOST_DELETED && (
            <Button variant="quiet" onClick={() => show({ kind: "delete", users: chosen })}>
              <Label verb="Delete" />
            </Button>
          )}
          <button type="button" className={panel.textButton} onClick={clear}>
            Clear selection
          </button>
        </>
      ) : (
        <Button variant="quiet" aria-disabled={isOff} onClick={() => void download({ filter: queryOf(filters) })}>
          Export all matches
        </Button>
      )}
      <p role="status" className="quiet">
        {said}
      </p>
    </div>
  );
}
