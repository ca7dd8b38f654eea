import { CalendarSection } from "#src/features/admin/components/events/calendar-section.tsx";
import { ChangeQueue } from "#src/features/admin/components/events/change-queue.tsx";
import { HeldQueue } from "#src/features/admin/components/events/held-queue.tsx";
import { HostIds } from "#src/features/admin/components/events/host-ids.tsx";
import styles from "#src/features/admin/components/events/social-events-tab.module.css";
import { useCalendar } from "#src/features/admin/components/events/use-calendar.ts";

/** The tab 'Social Events': what waits to be published, what goes to the chats' calendars, and who may publish alone. */
export function SocialEventsTab() {
  const calendar = useCalendar();
  return (
    <div className={styles.tab}>
      <HeldQueue onPublished={calendar.refresh} />
      <ChangeQueue onPublished={calendar.refresh} />
      <CalendarSection calendar={calendar} />
      <HostIds />
    </div>
  );
}
