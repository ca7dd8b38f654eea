import { useState } from "react";
import { kindWords } from "#src/features/console/components/kind-words.ts";
import logs from "#src/features/console/components/log.module.css";
import { useMoments } from "#src/ui/moments.ts";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { DoneAnswer, Message, MessagePage } from "#src/features/inbox/schema/messages.ts";
import { formatPhone, mailtoUrl } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { Filters, LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";

const SOURCE: PagedSource<MessagePage, Message> = {
  cursor: "after",
  read: ({ messages, next }) => ({ items: messages, next }),
};

function Sender({ message }: { message: Message }) {
  const { email, phone } = message;
  if (email === "") return null;
  return (
    <p className="quiet">
      <a href={mailtoUrl(email)}>{email}</a>
      {phone !== "" && ` · ${formatPhone(phone)}`}
    </p>
  );
}

type EntryProps = { message: Message; onMarked: (entry: Message) => void };

/** A message and its actions, until an organizer closes it. */
export function MessageEntry({ message, onMarked }: EntryProps) {
  const { momentWords } = useMoments();
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const isDone = message.doneAt !== null;
  async function mark(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const path = `/api/admin/messages/${message.id}/done`;
    const answer = await consoleFetch<DoneAnswer>(path, { method: "PUT", body: { done: !isDone } });
    setIsBusy(false);
    setError(answer.ok ? "" : answer.message);
    if (answer.ok) onMarked(answer.value.entry);
  }
  const who = message.name || message.email || "No name";
  return (
    <li className={logs.entry} data-done={isDone || undefined}>
      <LogTop what={who} about={`· ${kindWords(message.kind)}`} at={message.createdAt} />
      <Sender message={message} />
      {message.message !== "" && <p className={logs.said}>{message.message}</p>}
      {message.eventId !== null && <a href={`/events/${message.eventId}`}>The event</a>}
      {isDone && (
        <p className={logs.undone}>
          Done by {message.doneBy}, {momentWords(message.doneAt ?? "")}
        </p>
      )}
      <div role="alert">{error}</div>
      <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void mark()}>
        {isDone ? "Open again" : "Done"}
        <span className="visually-hidden"> {who}</span>
      </Button>
    </li>
  );
}

/** Messages sent with the site's forms: support, the holiday party, waiting lists. */
export function Messages() {
  const [{ kind, state }, setAddress] = useAddress(["kind", "state"]);
  const shown = state === "all" || state === "done" ? state : "open";
  const query = new URLSearchParams({ kind, state: shown === "all" ? "" : shown });
  const list = usePagedList<MessagePage, Message>(`/api/admin/messages?${query}`, SOURCE);
  const kinds = [...new Set([...(list.answer?.kinds ?? []), kind])].filter((one) => one !== "");
  return (
    <LogPanel
      id="messages"
      title="Messages"
      button={{ label: "Refresh", onClick: list.reload }}
      filters={
        <Filters label="Messages">
          <SelectField label="Came by" value={kind} onValue={(chosen) => setAddress({ kind: chosen })}>
            <option value="">Any form</option>
            <Options of={kinds.map((one) => [one, kindWords(one)])} />
          </SelectField>
          <SelectField label="Show" value={shown} onValue={(chosen) => setAddress({ state: chosen })}>
            <option value="open">Open</option>
            <option value="done">Done</option>
            <option value="all">All</option>
          </SelectField>
        </Filters>
      }
      list={list}
      what={["message", "messages"]}
      empty={
        <EmptyState picture="joined" title="No messages" text="Messages sent with the site's forms appear here." />
      }
    >
      {(message) => (
        <MessageEntry
          key={message.id}
          message={message}
          onMarked={(entry) => list.replace(({ id }) => id === entry.id, entry)}
        />
      )}
    </LogPanel>
  );
}
