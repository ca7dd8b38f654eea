import { CalendarSection } from "#src/features/events/chat-calendar/components/calendar-section.tsx";
import { ChangeQueue } from "#src/features/events/changes/components/change-queue.tsx";
import { HeldQueue } from "#src/features/events/review/components/held-queue.tsx";
import { HostIds } from "#src/features/events/review/components/host-ids.tsx";
import { BeachBoard } from "#src/features/events/decision/components/beach-board.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import { useCalendar } from "#src/features/events/chat-calendar/components/use-calendar.ts";

/** The 'Social Events' tab: events to publish, the chats' calendars, and who may publish without review. */
export function SocialEventsTab() {
  const calendar = useCalendar();
  return (
    <div className={styles.tab}>
      <BeachBoard />
      <HeldQueue onPublished={calendar.refresh} />
      <ChangeQueue onPublished={calendar.refresh} />
      <CalendarSection calendar={calendar} />
      <HostIds />
    </div>
  );
}
