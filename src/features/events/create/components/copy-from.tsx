import { useEffect, useState } from "react";
import styles from "#src/features/events/form/components/form.module.css";
import type { CreateForm } from "#src/features/events/create/components/use-create-event.ts";
import { copied, type Draft } from "#src/features/events/form/rules/draft.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";

/** The events that the signed-in person can copy; empty until loaded. */
function useEventsToCopy(isSignedIn: boolean): readonly EventView[] {
  const [events, setEvents] = useState<readonly EventView[]>([]);
  useEffect(() => {
    if (!isSignedIn) return;
    const request = new AbortController();
    void memberFetch<{ socialEvents: EventView[] }>("/api/social-events", {
      method: "PUT",
      body: {},
      signal: request.signal,
    }).then((answer) => {
      // The form works without them, so a failure is not shown.
      if (answer.ok && !request.signal.aborted) setEvents(answer.value.socialEvents);
    });
    return () => request.abort();
  }, [isSignedIn]);
  return isSignedIn ? events : [];
}

/** Fills the form from an earlier event, except the date. Can be undone. */
export function CopyFrom({ form }: { form: CreateForm }) {
  const isSignedIn = useSignedIn();
  const events = useEventsToCopy(isSignedIn);
  const [copy, setCopy] = useState<{ id: string; before: Draft } | null>(null);
  // Rendered in reserved space, because it loads after the page.
  return (
    <div className={styles.copy} data-empty={events.length === 0 || undefined}>
      <SelectField
        id="create-copy"
        label="Copy from a previous event"
        disabled={events.length === 0}
        value={copy?.id ?? ""}
        onValue={(id) => {
          const event = events.find(({ socialEventId }) => socialEventId === id);
          if (!event) return;
          setCopy({ id, before: copy?.before ?? form.draft });
          form.replace(copied(form.draft, event));
        }}
      >
        <option value="">{isSignedIn ? "Pick one" : "Sign in first"}</option>
        <Options
          of={events.map(({ socialEventId, title, day }) => [
            socialEventId,
            `${title}, ${weekdayName(day)}, ${longDate(day)}`,
          ])}
        />
      </SelectField>
      <div role="status" className={styles.copied}>
        {copy && (
          <>
            <span>Filled in. Pick its date.</span>
            <Button
              variant="quiet"
              className={styles.inline}
              onClick={() => {
                form.replace(copy.before);
                setCopy(null);
              }}
            >
              Undo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
