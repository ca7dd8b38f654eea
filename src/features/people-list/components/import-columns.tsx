import styles from "#src/features/people-list/components/import-columns.module.css";
import { COLUMN_LABELS } from "#src/features/people/messages/csv.ts";
import type { ReadColumn } from "#src/features/people/schema/csv.ts";
import { counted } from "#src/shared/counted.ts";
import { Options, SelectField } from "#src/ui/field.tsx";

type ImportColumnsProps = {
  columns: readonly ReadColumn[];
  isBusy: boolean;
  onMapped: (at: number, field: string) => void;
};

/** The column mapping; expanded while a column with data is unmapped. */
export function ImportColumns({ columns, isBusy, onMapped }: ImportColumnsProps) {
  const filled = columns.flatMap((column, at) => (column.sample === "" ? [] : [{ ...column, at }]));
  const empty = columns.length - filled.length;
  const unread = filled.filter(({ field }) => field === "");
  return (
    <details className={styles.columns} open={unread.length > 0 || undefined}>
      <summary>
        {filled.length - unread.length} of {filled.length} columns will be imported
        {unread.length > 0 && `. Not imported: ${unread.map(({ heading }) => heading || "no heading").join(", ")}`}
        {empty > 0 && `. ${counted(empty, "column is", "columns are")} empty.`}
      </summary>
      <ul className={styles.list}>
        {filled.map(({ heading, field, sample, at }) => (
          <li key={at}>
            <SelectField
              label={`The column “${heading || "no heading"}” is`}
              hint={`For example: ${sample}`}
              disabled={isBusy}
              value={field}
              onValue={(chosen) => onMapped(at, chosen)}
            >
              <option value="">Not imported</option>
              <Options of={Object.entries(COLUMN_LABELS)} />
            </SelectField>
          </li>
        ))}
      </ul>
    </details>
  );
}
