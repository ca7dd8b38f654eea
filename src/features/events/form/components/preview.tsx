import { useState } from "react";
import { DayList } from "#src/features/events/components/day-list.tsx";
import { Description } from "#src/features/events/components/event-details.tsx";
import { EventFacts } from "#src/features/events/components/event-facts.tsx";
import styles from "#src/features/events/form/components/preview.module.css";
import type { Draft } from "#src/features/events/form/rules/draft.ts";
import { previewOf } from "#src/features/events/form/rules/preview.ts";
import type { Day } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Picture } from "#src/ui/picture.tsx";

type PreviewProps = { draft: Draft; today: Day; timeZone: string };

/**
 * The event as its card and page will show it. Keyboard and screen reader users skip it, because it repeats the fields
 * and its links go nowhere yet. On phones a button opens it, to keep the form short.
 */
export function Preview({ draft, today, timeZone }: PreviewProps) {
  const event = previewOf(draft, today, timeZone);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <aside className={styles.preview} aria-label="Preview">
      <h2 className={styles.heading}>Preview</h2>
      <Button
        variant="quiet"
        className={styles.open}
        aria-expanded={isOpen}
        aria-controls="event-preview"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Hide preview" : "Show preview"}
      </Button>
      <div inert id="event-preview" className={styles.views} data-open={isOpen || undefined}>
        <div className={styles.list}>
          <DayList events={[event]} today={today} />
        </div>
        <div className={styles.page}>
          {event.imgKey !== "" && (
            <div>
              <Picture name={event.imgKey} alt="" sizes="(max-width: 61.99em) 92vw, 420px" className={styles.picture} />
            </div>
          )}
          <p className={styles.kind}>{event.generalpublic ? event.chat : `${event.chat} · Close friends`}</p>
          <p className={styles.title}>{event.title}</p>
          <EventFacts event={event} />
          <div className={styles.about}>
            <Description text={event.description} />
          </div>
        </div>
      </div>
    </aside>
  );
}
