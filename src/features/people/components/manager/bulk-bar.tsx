import { useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { queryOf, type UserFilters } from "#src/features/people/components/manager/filters.ts";
import type { UserActions } from "#src/features/people/components/manager/use-user-actions.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { saveFile } from "#src/ui/save-file.ts";

const FILE_NAME = "people.csv";
/** As many as the server deletes in one transaction. */
const MOST_DELETED = 100;
/** As many records as fit side by side. */
const MOST_MERGED = 5;

/** Takes people away as a table; says how far it is. */
function useExport() {
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  async function take(body: unknown): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setSaid("Putting the table together…");
    const answer = await consoleFetch<Blob>("/api/admin/users/export", { method: "POST", body, as: "blob" });
    if (answer.ok) saveFile(FILE_NAME, answer.value);
    setSaid(answer.ok ? `Saved as ${FILE_NAME}.` : `Error: ${answer.message}`);
    setIsBusy(false);
  }
  return { said, isBusy, take };
}

/** What can be done with those who are chosen, or with all whom the filter shows. */
export function BulkBar({ filters, actions }: { filters: UserFilters; actions: UserActions }) {
  const { chosen, show, clear } = actions;
  const { said, isBusy, take } = useExport();
  const count = chosen.length;
  const isOff = isBusy || undefined;
  return (
    <div className={styles.bulk} role="group" aria-label="With those who are chosen">
      {count > 0 ? (
        <>
          <p className={styles.count}>{count} chosen</p>
          <Button
            variant="quiet"
            aria-disabled={isOff}
            onClick={() => void take({ userIds: chosen.map(({ userId }) => userId) })}
          >
            Export chosen
          </Button>
          {count > 1 && count <= MOST_MERGED && (
            <Button variant="quiet" onClick={() => show({ kind: "merge", records: chosen })}>
              Merge chosen
            </Button>
          )}
          {count <= MOST_DELETED && (
            <Button variant="quiet" onClick={() => show({ kind: "delete", users: chosen })}>
              Delete chosen
            </Button>
          )}
          <button type="button" className={styles.textButton} onClick={clear}>
            Choose nobody
          </button>
        </>
      ) : (
        <Button variant="quiet" aria-disabled={isOff} onClick={() => void take({ filter: queryOf(filters) })}>
          Export all that match
        </Button>
      )}
      <p role="status" className={styles.quiet}>
        {said}
      </p>
    </div>
  );
}
