import { useState } from "react";
import styles from "#src/features/events/ladder/components/ladder.module.css";
import type { Ladder } from "#src/features/events/ladder/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { counted } from "#src/shared/counted.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";

const TABLE_WORDS = { ladder: "Ladder, by level", round_robin: "Round robin, by points" } as const;

type Choice = { readonly activity: string; readonly season: string; readonly table: Ladder["table"] };
type ChoicesProps = { ladder: Ladder; choice: Choice; onChoose: (choice: Choice) => void };

function Choices({ ladder: { activities, activity, season, seasons }, choice, onChoose }: ChoicesProps) {
  const shown = activity === null || activities.includes(activity) ? activities : [activity, ...activities];
  return (
    <div className={styles.choices}>
      {shown.length > 0 && (
        <SelectField
          label="Activity"
          value={choice.activity || (activity ?? "")}
          onValue={(value) => onChoose({ ...choice, activity: value })}
        >
          {shown.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Season"
        value={choice.season || season.id}
        onValue={(value) => onChoose({ ...choice, season: value })}
      >
        <Options of={seasons.map(({ id, name }) => [id, name])} />
      </SelectField>
      <SelectField
        label="Table"
        value={choice.table}
        onValue={(value) => onChoose({ ...choice, table: value as Choice["table"] })}
      >
        <Options of={Object.entries(TABLE_WORDS)} />
      </SelectField>
    </div>
  );
}

/** `8 games: 5 won, 3 lost. Score +12`, with non-breaking spaces inside the parts. */
function recordOf({ games, won, drawn, lost, difference }: Ladder["rows"][number]): string {
  const outcomes = [
    [won, "won"],
    [drawn, "drawn"],
    [lost, "lost"],
  ] as const;
  const parts = outcomes.flatMap(([count, word]) => (count > 0 ? [`${count}\u00A0${word}`] : []));
  return `${counted(games, "game", "games")}: ${parts.join(", ")}. Score\u00A0${difference > 0 ? "+" : difference < 0 ? "−" : ""}${Math.abs(difference)}`;
}

function Places({ ladder: { rows, activity, season, table } }: { ladder: Ladder }) {
  return (
    <table className={styles.table} data-table={table}>
      <caption className="visually-hidden">
        {activity}, {season.name}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Place</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col" data-ranks="ladder">
            Level
          </th>
          <th scope="col" data-ranks="round_robin">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-you={row.isYou || undefined}>
            <td>{row.rank}</td>
            <th scope="row">
              {row.name}
              {row.isYou && " (you)"}
              <span className={styles.record}>
                {recordOf(row)}
                <span className={styles.other}>
                  . {table === "ladder" ? `Points\u00A0${row.points}` : `Level\u00A0${row.level.toFixed(2)}`}
                </span>
              </span>
            </th>
            <td data-ranks="ladder">{row.level.toFixed(2)}</td>
            <td data-ranks="round_robin">{row.points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The season's table of an activity, for members. */
export function LadderTable() {
  const [choice, setChoice] = useState<Choice>({ activity: "", season: "", table: "ladder" });
  const { value, failure, retry } = useLoaded<Ladder>(`/api/ladder?${new URLSearchParams(choice)}`);
  if (failure)
    return (
      <EmptyState picture="empty-events" title="No ladder to show" text={failure.message}>
        {failure.status === 403 ? (
          <ButtonLink to="/subscribe">Become a member</ButtonLink>
        ) : (
          <Button onClick={retry}>Try again</Button>
        )}
      </EmptyState>
    );
  if (!value) return <div className={styles.bone} aria-hidden />;
  return (
    <section aria-label="Ladder of the season">
      <Choices ladder={value} choice={choice} onChoose={setChoice} />
      {value.rows.length > 0 ? (
        <Places ladder={value} />
      ) : (
        <p>
          Nobody is on this table yet. Members and organizers are, once a host has entered their scores on the court
          board.
        </p>
      )}
      <p className={styles.note}>
        Members see this table. A win is 2 points. You choose whether you are on it under Account.
      </p>
    </section>
  );
}
