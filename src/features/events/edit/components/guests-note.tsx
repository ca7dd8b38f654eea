import type { ChangeScope } from "#src/shared/states.ts";
import styles from "#src/features/events/edit/components/edit-event.module.css";
import { type Change, withCourse } from "#src/features/events/edit/rules/edit.ts";
import { isTold, SETTING_LABELS, SETTING_NAMES, settingWords } from "#src/features/events/edit/rules/settings.ts";
import type { EditableEvent } from "#src/features/events/edit/schema.ts";

/** The recipients of the change, in words; null if there are none. */
export function audienceWords(event: EditableEvent, scope: ChangeScope): string | null {
  const guests = scope === "this" ? event.guests : event.guestsOfAll;
  if (event.held || guests === 0) return null;
  return guests === 1 ? "the one person who RSVPed or is waiting" : `the ${guests} people who RSVPed or are waiting`;
}

/** The changed settings that guests may read about. */
const shownNames = (change: Change) => SETTING_NAMES.filter((name) => name in change && name !== "privateLocation");

/** What happens without an email about the change itself. New spaces go to the waiting list, which hears of them. */
const quietWords = ({ settings }: EditableEvent, { spaces }: Change): string =>
  spaces !== undefined && (spaces ?? Infinity) > (settings.spaces ?? Infinity)
    ? "The next people on the waiting list, if any, get the new spaces and an email."
    : "No emails go out for this.";

/** One line above the Save button that says what guests will be told, for when the note is off screen. */
export function ToldLine({ event, change, scope }: { event: EditableEvent; change: Change; scope: ChangeScope }) {
  const names = shownNames(change);
  if (names.length === 0) return null;
  const audience = names.some(isTold) ? audienceWords(event, scope) : null;
  const words = event.mustWait
    ? "This will wait for an organizer."
    : audience === null
      ? quietWords(event, change)
      : `We’ll email ${audience}.`;
  return (
    <p className={styles.toldLine}>
      {words} <a href="#guests-note">See what changes</a>
    </p>
  );
}

type GuestsNoteProps = { event: EditableEvent; change: Change; scope: ChangeScope };

/** Shows the changed settings and who will be told. */
export function GuestsNote({ event, change: asked, scope }: GuestsNoteProps) {
  const change = withCourse(event.settings, asked);
  const names = shownNames(change);
  if (names.length === 0) return <p className={styles.quiet}>Nothing is changed yet.</p>;
  const audience = audienceWords(event, scope);
  const told = names.filter(isTold);
  return (
    <section className={styles.note} aria-labelledby="guests-note">
      <h2 id="guests-note" className={styles.noteTitle}>
        {event.mustWait ? "What you propose" : "What your guests will be told"}
      </h2>
      <ul className={styles.changes}>
        {names.map((name) => (
          <li key={name}>
            <strong>{SETTING_LABELS[name]}:</strong>{" "}
            {name === "description" ? (
              "new text"
            ) : (
              <>
                <s>{settingWords(name, event.settings[name])}</s> {settingWords(name, change[name] ?? null)}
              </>
            )}
            {isTold(name) && audience !== null && !event.mustWait && <em className={styles.told}> by email</em>}
          </li>
        ))}
      </ul>
      <p>{event.mustWait ? ASK_FIRST : sentence(told.length > 0, audience, quietWords(event, change))}</p>
    </section>
  );
}

const ASK_FIRST =
  "An organizer looks at it first: guests see it, and hear of it, once it is published. Spaces and the chat group change at once.";

function sentence(isTelling: boolean, audience: string | null, quietly: string): string {
  if (audience === null) return "Nobody has RSVPed yet, so no emails go out. The page changes at once.";
  return isTelling
    ? `When you save, we email ${audience} and tell them on the site. Their RSVPs stay as they are.`
    : `${quietly} The page changes at once.`;
}
