import IconCalendarPlus from "@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs";
import { useEffect, useRef, useState } from "react";
import styles from "#src/features/events/calendar/components/add-to-calendar.module.css";
import { calendarFilePath, googleCalendarUrl, outlookCalendarUrl } from "#src/features/events/calendar/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { saveFile } from "#src/ui/save-file.ts";

/** `https://host/events.ics` → its `webcal:` URL, which calendar programs subscribe to. */
function subscribeUrl(siteUrl: string): string {
  return `${siteUrl.replace(/^https?:/, "webcal:")}/events.ics`;
}

/** Closes the menu on Escape and on a press outside. */
function useClosing(menu: React.RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const isElsewhere = event.type === "pointerdown" && !menu.current?.contains(event.target as Node);
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape" && menu.current?.open === true;
      if (!isElsewhere && !isEscape) return;
      menu.current?.removeAttribute("open");
      if (isEscape) menu.current?.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [menu]);
}

/** Downloads the file with the viewer's permissions: a plain link would not send the sign-in. */
function useOwnFile(eventId: string) {
  const isSignedIn = useSignedIn();
  const [problem, setProblem] = useState<string | null>(null);
  async function save(): Promise<void> {
    const answer = await memberFetch<Blob>(calendarFilePath(eventId), { as: "blob" });
    setProblem(answer.ok ? null : answer.message);
    if (answer.ok) saveFile(`${eventId}.ics`, answer.value);
  }
  const onClick = (press: React.MouseEvent) => {
    if (!isSignedIn) return;
    press.preventDefault();
    void save();
  };
  return { onClick, problem };
}

/** Links that add the event to a personal calendar. For visitors they work without scripts. */
export function AddToCalendar({ event }: { event: EventView }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const siteUrl = useSiteFacts()?.publicUrl ?? "";
  const pageUrl = `${siteUrl}/events/${event.socialEventId}`;
  const { onClick, problem } = useOwnFile(event.socialEventId);
  useClosing(menu);
  return (
    <details
      ref={menu}
      className={styles.menu}
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: "nearest" })}
    >
      <summary className={styles.button}>
        <IconCalendarPlus size={18} stroke={1.75} aria-hidden />
        Add to calendar
      </summary>
      <ul className={styles.list}>
        <li>
          <a href={calendarFilePath(event.socialEventId)} download onClick={onClick}>
            Apple and others (.ics)
          </a>
          {problem !== null && <p role="alert">{problem}</p>}
        </li>
        <li>
          <a href={googleCalendarUrl(event, pageUrl)} target="_blank" rel="noopener">
            Google Calendar
          </a>
        </li>
        <li>
          <a href={outlookCalendarUrl(event, pageUrl)} target="_blank" rel="noopener">
            Outlook
          </a>
        </li>
        <li>
          <a href={subscribeUrl(siteUrl)}>Subscribe to all events</a>
        </li>
      </ul>
    </details>
  );
}
