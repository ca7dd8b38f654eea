import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import logs from "#src/features/console/components/log.module.css";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { AuditEntryCard } from "#src/features/history/components/audit-entry.tsx";
import type { AuditEntry, AuditPage } from "#src/features/history/schema.ts";
import { MessageEntry } from "#src/features/inbox/components/messages.tsx";
import type { Message, MessagePage } from "#src/features/inbox/schema/messages.ts";
import { MailEntry } from "#src/features/mail-log/components/outbox.tsx";
import type { OutboxMail, OutboxPage } from "#src/features/mail-log/schema.ts";
import { eventWords } from "#src/features/person/messages.ts";
import styles from "#src/features/person/components/person.module.css";
import type { PersonEvent, PersonEvents } from "#src/features/person/schema.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";

type Of = { userId: string };

const EVENTS: PagedSource<PersonEvents, PersonEvent> = {
  cursor: "after",
  read: ({ events, next }) => ({ items: events, next }),
};
const MESSAGES: PagedSource<MessagePage, Message> = {
  cursor: "after",
  read: ({ messages, next }) => ({ items: messages, next }),
};
const MAILS: PagedSource<OutboxPage, OutboxMail> = {
  cursor: "after",
  read: ({ mails, next }) => ({ items: mails, next }),
};
const HISTORY: PagedSource<AuditPage, AuditEntry> = {
  cursor: "after",
  read: ({ entries, next }) => ({ items: entries, next }),
};

const none = (words: string) => <p className="quiet">{words}</p>;

/** A person's RSVPs and attendance. */
export function PersonEventList({ userId }: Of) {
  const path = `/api/admin/people/${encodeURIComponent(userId)}/events`;
  const list = usePagedList<PersonEvents, PersonEvent>(path, EVENTS);
  return (
    <ListFrame list={list} what={["event", "events"]} empty={none("No RSVPs or check-ins yet.")}>
      {(events) => (
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event.eventId}>
              <Link to={`/events/${encodeURIComponent(event.eventId)}`}>{event.title}</Link>
              <span className="quiet">
                {weekdayName(event.day)}, {longDate(event.day)}
              </span>
              <span>{eventWords(event)}</span>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

/** Messages sent with the site's forms under the person's email. */
export function PersonMessages({ userId }: Of) {
  const list = usePagedList<MessagePage, Message>(`/api/admin/messages?${new URLSearchParams({ userId })}`, MESSAGES);
  return (
    <ListFrame list={list} what={["message", "messages"]} empty={none("No messages.")}>
      {(messages) => (
        <ol className={logs.entries}>
          {messages.map((message) => (
            <MessageEntry
              key={message.id}
              message={message}
              onMarked={(entry) => list.replace(({ id }) => id === entry.id, entry)}
            />
          ))}
        </ol>
      )}
    </ListFrame>
  );
}

/** The site's mails to the person in the last 90 days. */
export function PersonMails({ userId }: Of) {
  const list = usePagedList<OutboxPage, OutboxMail>(`/api/admin/outbox?${new URLSearchParams({ userId })}`, MAILS);
  return (
    <ListFrame list={list} what={["mail", "mails"]} empty={none("No mails in the last 90 days.")}>
      {(mails) => (
        <ol className={logs.entries}>
          {mails.map((mail) => (
            <MailEntry key={mail.id} mail={mail} onRetried={list.reload} />
          ))}
        </ol>
      )}
    </ListFrame>
  );
}

type PersonHistoryProps = Of & { onUndone: () => void };

/** Organizers' changes to the person. */
export function PersonHistory({ userId, onUndone }: PersonHistoryProps) {
  const path = `/api/admin/audit?${new URLSearchParams({ subject: userId })}`;
  const list = usePagedList<AuditPage, AuditEntry>(path, HISTORY);
  const { reload } = list;
  // Changes made on the page appear in its history at once.
  useEffect(() => onConsoleChanged(reload), [reload]);
  const navigate = useNavigate();
  const showActor = (actor: string) => void navigate(`?${new URLSearchParams({ tab: "apps", app: "audit", actor })}`);
  return (
    <ListFrame list={list} what={["entry", "entries"]} empty={none("Organizers have changed nothing yet.")}>
      {(entries) => (
        <ol className={logs.entries}>
          {entries.map((entry) => (
            <AuditEntryCard key={entry.id} entry={entry} onActor={showActor} onUndone={onUndone} />
          ))}
        </ol>
      )}
    </ListFrame>
  );
}
