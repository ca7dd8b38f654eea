import styles from "#src/features/people/components/merge/merge-dialog.module.css";
import type { MergeWork } from "#src/features/people/components/merge/merge-work.ts";
import { factsOfField, RECORD_FIELDS, valueOf, wordsOf } from "#src/features/people/components/record-fields.ts";
import type { MergePreview } from "#src/features/people/schema/merge.ts";
import type { User, UserField } from "#src/features/people/schema/users.ts";

type MergeFieldsProps = {
  /** The records to merge, base first. */
  part: readonly User[];
  preview: MergePreview;
  work: MergeWork;
  /** A label for each record: records of one person tend to have the same name. */
  called: (record: User) => string;
  onChoose: (field: UserField, userId: string) => void;
};

type RowProps = MergeFieldsProps & { field: UserField; isConflict: boolean };

/** The record whose value is used: the chosen one, else the first with the value in the preview. */
function sourceOf({ field, part, preview, work }: RowProps): string | undefined {
  const chosen = work.choices[field];
  if (chosen !== undefined) return chosen;
  const merged = valueOf(preview.merged, field);
  return part.find((record) => valueOf(record, field) === merged)?.userId;
}

/** One field of every record, side by side, to choose from. */
function Row(props: RowProps) {
  const { field, part, preview, isConflict, called, onChoose } = props;
  const source = sourceOf(props);
  return (
    <fieldset className={styles.row} data-conflict={isConflict || undefined}>
      <legend>{factsOfField(field).label}</legend>
      <div className={styles.values}>
        {part.map((record) => {
          const value = wordsOf(field, valueOf(record, field));
          return (
            <label key={record.userId} className={styles.value}>
              <input
                type="radio"
                name={`merge-${field}`}
                checked={record.userId === source}
                onChange={() => onChoose(field, record.userId)}
              />
              <span>
                <span className="quiet">{called(record)}: </span>
                {value === "" ? <em>empty</em> : value}
              </span>
            </label>
          );
        })}
        <p className={styles.becomes}>
          <span className="quiet">Becomes </span>
          {wordsOf(field, valueOf(preview.merged, field)) || <em>empty</em>}
        </p>
      </div>
    </fieldset>
  );
}

const isList = (field: UserField) => factsOfField(field).kind === "list";

/** Conflicting fields first, then fields that only some records have. Equal values and lists need no choice. */
export function MergeFields(props: MergeFieldsProps) {
  const { part, preview } = props;
  const conflicting = new Set(preview.conflicts.map(({ field }) => field));
  const differs = (field: UserField) => new Set(part.map((record) => valueOf(record, field))).size > 1;
  const conflicts = RECORD_FIELDS.filter((field) => conflicting.has(field));
  const filled = RECORD_FIELDS.filter((field) => !conflicting.has(field) && !isList(field) && differs(field));
  const settled = RECORD_FIELDS.filter((field) => isList(field) || !differs(field));
  return (
    <>
      <h3 className={styles.heading}>{conflicts.length === 0 ? "Nothing contradicts" : "They say different things"}</h3>
      {conflicts.map((field) => (
        <Row key={field} {...props} field={field} isConflict />
      ))}
      {filled.length > 0 && <h3 className={styles.heading}>Filled in from one of them</h3>}
      {filled.map((field) => (
        <Row key={field} {...props} field={field} isConflict={false} />
      ))}
      <h3 className={styles.heading}>The same in all, and lists made one</h3>
      <dl className={styles.settled}>
        {settled.map((field) => (
          <div key={field}>
            <dt>{factsOfField(field).label}</dt>
            <dd>{wordsOf(field, valueOf(preview.merged, field)) || <em>empty</em>}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
