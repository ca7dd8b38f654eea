import { memo } from "react";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import styles from "#src/features/events/door/components/door.module.css";
import { withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import type { DoorRow } from "#src/features/events/door/rules.ts";
import { type Mark, MOST_GUESTS_AT_DOOR } from "#src/features/events/door/schema.ts";

const ANSWER_WORDS = { going: "", maybe: "Maybe", waiting: "Waiting list" } as const;

/** The facts shown beside a person's name. */
function aboutWords({ answer, presence, isSelf, isHost, about, brings = 0 }: DoorRow): string {
  if (presence === "excused") return "Excused";
  const how = answer === null ? (about.walkIn ? "Walk-in" : "No RSVP") : ANSWER_WORDS[answer];
  return [
    isHost && "Host",
    how,
    presence !== "here" && withGuests(brings),
    presence === "here" && isSelf && "Scanned the code",
  ]
    .filter(Boolean)
    .join(" · ");
}

type RowProps = { row: DoorRow; onMark: (mark: Omit<Mark, "id">) => void };

/** One row. A press marks the person as here, with the RSVP's guests; another press undoes that. */
export const DoorRowItem = memo(function DoorRowItem({ row, onMark }: RowProps) {
  const { name, presence, guests, about, brings = 0 } = row;
  const isHere = presence === "here";
  const words = aboutWords(row);
  return (
    <li className={styles.row} data-here={isHere || undefined}>
      <button
        type="button"
        className={styles.person}
        aria-pressed={isHere}
        onClick={() => onMark({ ...about, presence: isHere ? "away" : "here", guests: isHere ? 0 : brings })}
      >
        <span className={styles.tick} aria-hidden>
          {isHere && <IconCheck size={26} stroke={3} />}
        </span>
        <span className={styles.name}>
          {name}
          {words !== "" && <span className={styles.about}>{words}</span>}
        </span>
      </button>
      {isHere && (
        <span className={styles.guests}>
          {guests > 0 && (
            <button
              type="button"
              className={styles.step}
              aria-label={`One guest fewer with ${name}`}
              onClick={() => onMark({ ...about, presence, guests: guests - 1 })}
            >
              −
            </button>
          )}
          {guests > 0 && (
            <span className={styles.count} aria-hidden>
              {guests}
            </span>
          )}
          <button
            type="button"
            className={styles.step}
            aria-label={`One more guest with ${name}${guests > 0 ? `, now ${guests}` : ""}`}
            disabled={guests >= MOST_GUESTS_AT_DOOR}
            onClick={() => onMark({ ...about, presence, guests: guests + 1 })}
          >
            {guests === 0 ? "+1" : "+"}
          </button>
        </span>
      )}
    </li>
  );
});
