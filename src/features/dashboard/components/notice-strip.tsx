import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import styles from "#src/features/dashboard/components/notice-strip.module.css";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { NoticeView, Profile } from "#src/features/profile/schema.ts";
import { useMoments } from "#src/ui/moments.ts";

const WORDS: Readonly<Record<NoticeView["kind"], string>> = {
  promoted: "A space opened up, and it is yours.",
  seat_offered: "A space is kept for you for 30 minutes.",
  seat_free: "A space is free. The first to take it gets it.",
  event_changed: "Something about it has changed.",
  event_cancelled: "Canceled. Please don’t make the trip.",
  event_published: "An organizer published your event.",
  event_refused: "An organizer did not publish your event. Why is on its page.",
  change_published: "An organizer published your change.",
  change_refused: "An organizer did not publish your change. Why is where you edit it.",
  host_message: "Its host wrote to you. The message is on its page.",
};

function NoticeLine({ notice }: { notice: NoticeView }) {
  const { momentWords } = useMoments();
  const { eventId, eventTitle, kind, words, createdAt } = notice;
  return (
    <li className={styles.line} data-kind={kind}>
      {eventId !== null && (
        <Link to={`/events/${eventId}`} className={styles.event}>
          {eventTitle}
        </Link>
      )}
      <span>{words ?? WORDS[kind]}</span>
      <time dateTime={createdAt} className="quiet">
        {momentWords(createdAt)}
      </time>
    </li>
  );
}

const isChange = ({ kind }: NoticeView) => kind === "event_changed" || kind === "event_cancelled";

/** Unread notices, newest first, with only the latest change of each event. */
function currentOf(notices: readonly NoticeView[]): NoticeView[] {
  const changed = new Set<string | null>();
  return notices.filter((notice) => {
    if (notice.isRead) return false;
    // Without an event, the server sends the latest alone.
    if (!isChange(notice) || notice.eventId === null) return true;
    const isNewest = !changed.has(notice.eventId);
    changed.add(notice.eventId);
    return isNewest;
  });
}

/** Marks unread notices as read optimistically; reverts if the server refuses. */
function useReading(profile: Profile, onProfile: (profile: Profile) => void) {
  const newest = useRef(profile);
  useEffect(() => {
    newest.current = profile;
  });
  const [failure, setFailure] = useState("");
  function mark(ids: ReadonlySet<string>, isRead: boolean): void {
    const notices = newest.current.notices.map((notice) => (ids.has(notice.id) ? { ...notice, isRead } : notice));
    onProfile({ ...newest.current, notices });
  }
  async function markRead(): Promise<void> {
    const shown = new Set(profile.notices.filter(({ isRead }) => !isRead).map(({ id }) => id));
    setFailure("");
    mark(shown, true);
    const body = { noticesReadTo: profile.notices[0]?.id };
    const answer = await memberFetch("/api/profile", { method: "PATCH", body });
    if (answer.ok) return;
    mark(shown, false);
    setFailure(`${answer.status === 0 ? NOT_CONFIRMED : "Not marked as read"}. ${answer.message}`);
  }
  return { failure, markRead };
}

/** Unread notices; hidden once read. */
export function NoticeStrip({ profile, onProfile }: { profile: Profile; onProfile: (profile: Profile) => void }) {
  const { failure, markRead } = useReading(profile, onProfile);
  const unread = currentOf(profile.notices);
  if (unread.length === 0) return null;
  return (
    <section className={styles.strip} aria-label="News about your events">
      <ul className={styles.list}>
        {unread.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </ul>
      <button type="button" className={styles.read} onClick={() => void markRead()}>
        <IconX size={20} aria-hidden />
        <span className="visually-hidden">Mark as read</span>
      </button>
      {failure !== "" && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </section>
  );
}
