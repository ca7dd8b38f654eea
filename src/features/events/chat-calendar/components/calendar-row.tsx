import { useId } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/chat-calendar/components/calendar-list.module.css";
import shared from "#src/features/events/review/components/review.module.css";
import { type Calendar, whyNotListed } from "#src/features/events/chat-calendar/components/use-calendar.ts";
import { isPosted } from "#src/features/events/chat-calendar/rules.ts";
import type { AdminEvents, CalendarPost } from "#src/features/events/chat-calendar/schema.ts";
import { STATUS_WORDS } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

type Mark = { readonly words: string; readonly tone: "good" | "plain" | "warn" };

/** The state of an event's calendar post, in two words. */
function markOf(list: AdminEvents, event: EventView, post: CalendarPost | undefined): Mark {
  if (post?.isUnderWay) return { words: "Being sent", tone: "plain" };
  if (post?.hasChanges)
    return { words: event.status === "cancelled" ? "Canceled since" : "Changed since", tone: "warn" };
  if (isPosted(event)) return { words: "Posted", tone: "good" };
  if (!event.generalpublic) return { words: "Private", tone: "plain" };
  if (event.status === "cancelled") return { words: STATUS_WORDS.cancelled, tone: "plain" };
  if (post?.status === "unsure") return { words: "Not sure", tone: "warn" };
  if (list.over.includes(event.socialEventId)) return { words: "Over", tone: "plain" };
  return post?.status === "failed" ? { words: "Failed", tone: "warn" } : { words: "Not posted", tone: "plain" };
}

/** Explains the state, if it needs a sentence. */
function noteOf(list: AdminEvents, event: EventView, post: CalendarPost | undefined): string | null {
  if (post?.lastError) return post.lastError;
  if (post?.status === "unsure" && !post.isUnderWay)
    return "The last attempt got no response. Post it again: we check the calendar first, so it won't appear twice.";
  return post?.hasChanges ? "The calendar still shows the old version." : whyNotListed(list, event);
}

type CalendarRowProps = { event: EventView; list: AdminEvents; calendar: Calendar };
type StateProps = CalendarRowProps & { id: string };

function State({ id, event, list, calendar }: StateProps) {
  const post = list.calendar[event.socialEventId];
  const { words, tone } = markOf(list, event, post);
  const note = noteOf(list, event, post);
  const canSend = post?.hasChanges && !post.isUnderWay;
  return (
    <div className={styles.state}>
      <p id={id}>
        <span className={shared.mark} data-tone={tone}>
          {words}
        </span>
        {note !== null && <span className={styles.note}>{note}</span>}
      </p>
      {canSend && (
        <Button
          variant="quiet"
          aria-disabled={calendar.isSending}
          aria-describedby={`${id}-title`}
          onClick={() => calendar.sendChanges(event.socialEventId)}
        >
          {event.status === "cancelled" ? "Send cancellation" : "Send changes"}
        </Button>
      )}
    </div>
  );
}

/** An event: a card on phones, a table row on wide screens. */
export function CalendarRow({ event, list, calendar }: CalendarRowProps) {
  const id = useId();
  const { socialEventId, title, weekday, shortDate, time, zoneName, location, chat, status } = event;
  const canChoose = calendar.isChoosable(list, event);
  return (
    <li className={styles.row} data-off={status === "cancelled" || undefined}>
      <span className={styles.check}>
        <input
          type="checkbox"
          id={`${id}-check`}
          aria-describedby={id}
          disabled={!canChoose}
          checked={canChoose && calendar.chosen.includes(socialEventId)}
          onChange={() => calendar.toggle(socialEventId)}
        />
      </span>
      <p className={styles.when}>
        <span>
          {weekday.slice(0, 3)}, {shortDate}
        </span>{" "}
        <span className="quiet">
          {time} {zoneName}
        </span>
      </p>
      <div className={styles.what}>
        <label id={`${id}-title`} htmlFor={`${id}-check`} className={`${shared.title} ${styles.name}`}>
          {title}
        </label>
        <p className="quiet">
          {location} · <Link to={`/events/${socialEventId}`}>See its page</Link>
        </p>
      </div>
      <p className={styles.chat}>{chat}</p>
      <State id={id} event={event} list={list} calendar={calendar} />
    </li>
  );
}
