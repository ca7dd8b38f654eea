import { Pick } from "#src/features/events/form/components/fields.tsx";
import styles from "#src/features/events/form/components/fields.module.css";
import type { DraftForm } from "#src/features/events/form/rules/draft.ts";
import { readDay } from "#src/features/events/form/rules/read-values.ts";
import { MOST_WEEKS, weeklyDays } from "#src/features/events/create/rules/series.ts";
import { clockTime, shortDate, weekdayName } from "#src/shared/dates.ts";

/** Lists the days of the series; renders nothing for a single event. */
export function SeriesDays({ form: { draft } }: { form: DraftForm }) {
  const first = readDay(draft.date);
  const weeks = Number(draft.weeks);
  if (weeks < 2) return null;
  if (first === null) return <p className={styles.hint}>Pick the first date, and you see the others here.</p>;
  const days = weeklyDays(first, weeks);
  const lastYear = days.at(-1)?.slice(0, 4) ?? "";
  return (
    <div className={styles.series} role="status">
      <p>
        {weeks} events, each with answers of its own: every {weekdayName(first)} at {clockTime(draft.time)}.
      </p>
      <ol className={styles.days} aria-label="Dates">
        {days.map((day) => (
          <li key={day}>
            {shortDate(day)}
            {lastYear !== first.slice(0, 4) && `, ${day.slice(0, 4)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The number of weekly repetitions. */
export function Repeats({ form }: { form: DraftForm }) {
  return (
    <Pick form={form} name="weeks" label="Repeats">
      <option value="1">Once</option>
      {Array.from({ length: MOST_WEEKS - 1 }, (_, index) => (
        <option key={index} value={String(index + 2)}>
          Weekly, {index + 2} times
        </option>
      ))}
    </Pick>
  );
}
