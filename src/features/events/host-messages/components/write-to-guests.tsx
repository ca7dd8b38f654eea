import { useState } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/host-messages/components/host-messages.module.css";
import { useMessageDraft } from "#src/features/events/host-messages/components/use-message-draft.ts";
import {
  audienceWords,
  countIn,
  GROUP_WORDS,
  groupsWords,
  peopleWords,
  writerWords,
} from "#src/features/events/host-messages/rules.ts";
import { MOST_LETTERS, type Writing } from "#src/features/events/host-messages/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { GUEST_GROUPS, type GuestGroup } from "#src/shared/states.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Notice } from "#src/ui/notice.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

type RecipientsProps = {
  counts: Writing["groups"];
  chosen: readonly GuestGroup[];
  onChoose: (groups: readonly GuestGroup[]) => void;
};

function Recipients({ counts, chosen, onChoose }: RecipientsProps) {
  return (
    <fieldset className={styles.groups}>
      <legend className={styles.label}>Who gets it</legend>
      <div className={styles.choices}>
        {GUEST_GROUPS.map((group) => (
          <label key={group} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(group)}
              disabled={counts[group].people === 0}
              onChange={({ target }) =>
                onChoose(GUEST_GROUPS.filter((each) => (each === group ? target.checked : chosen.includes(each))))
              }
            />
            {GROUP_WORDS[group]} ({counts[group].people})
          </label>
        ))}
      </div>
      <p className={styles.quiet} role="status">
        {audienceWords(counts, chosen)}
      </p>
    </fieldset>
  );
}

/** Asks for confirmation, because mails can't be recalled. */
function Question({ count, onSend, onClose }: { count: number; onSend: () => void; onClose: () => void }) {
  return (
    <div role="group" aria-label="Send it now?" className={styles.question}>
      <p>Send it to {peopleWords(count)} now? It can’t be taken back.</p>
      <div className="buttons">
        <Button onClick={onSend}>Yes, send it</Button>
        <Button variant="quiet" onClick={onClose} ref={(button) => button?.focus()}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

type Tools = ReturnType<typeof useMessageDraft>;

function Fields({ writing, tools: { draft, change, faults } }: { writing: Writing; tools: Tools }) {
  const count = draft.body.length.toLocaleString("en-US");
  return (
    <>
      <Recipients counts={writing.groups} chosen={draft.groups} onChoose={(groups) => change({ groups })} />
      <TextField
        label="Subject (optional)"
        autoComplete="off"
        maxLength={150}
        hint={`Left empty, it is “A message about ${writing.title}”.`}
        value={draft.subject}
        error={faults["subject"]}
        onValue={(subject) => change({ subject })}
      />
      <TextArea
        label="Message"
        rows={8}
        maxLength={MOST_LETTERS}
        hint={`Plain text, ${count} of ${MOST_LETTERS.toLocaleString("en-US")} characters. The event and who wrote it are added.`}
        value={draft.body}
        error={faults["body"]}
        onValue={(body) => change({ body })}
      />
    </>
  );
}

/** The Send button and its confirmation. */
function Sending({ count, tools: { draft, isSending, send } }: { count: number; tools: Tools }) {
  const [isAsking, setIsAsking] = useState(false);
  const isReady = count > 0 && draft.body.trim() !== "";
  if (isAsking && isReady)
    return (
      <Question
        count={count}
        onClose={() => setIsAsking(false)}
        onSend={() => {
          setIsAsking(false);
          void send();
        }}
      />
    );
  return (
    <div className="buttons">
      <Button
        size="lg"
        aria-disabled={!isReady || isSending || undefined}
        onClick={() => isReady && !isSending && setIsAsking(true)}
      >
        {isSending ? "Sending…" : `Send to ${peopleWords(count)}`}
      </Button>
    </div>
  );
}

type FormProps = { eventId: string; writing: Writing; set: (writing: Writing) => void };

function Form({ eventId, writing, set }: FormProps) {
  const tools = useMessageDraft(eventId, writing, set);
  const { draft, outcome } = tools;
  const isOpen = writing.closed === null;
  return (
    // No form: Enter in the subject must not write to everyone.
    <div role="group" aria-label="New message" className={styles.form}>
      {isOpen && <Fields writing={writing} tools={tools} />}
      <div role="status">{outcome?.kind === "sent" && <Notice title={outcome.words} />}</div>
      {outcome?.kind === "failed" && (
        <Notice kind="error" title="Not sent">
          <p>{outcome.words} What you wrote is still here.</p>
        </Notice>
      )}
      {isOpen && <Sending count={countIn(writing.groups, draft.groups)} tools={tools} />}
      {!isOpen && (
        <Notice kind="warning" title="Nothing can be sent right now">
          <p>{writing.closed}</p>
        </Notice>
      )}
    </div>
  );
}

function Sent({ sent }: Pick<Writing, "sent">) {
  const { momentWords } = useMoments();
  if (sent.length === 0) return null;
  return (
    <section className={styles.sent} aria-labelledby="sent">
      <h2 id="sent" className={styles.heading}>
        Sent so far
      </h2>
      <ol className={styles.list}>
        {sent.map(({ id, subject, body, groups, recipients, sentAt, ...writer }) => (
          <li key={id} className={styles.message}>
            <p className={styles.quiet}>
              <time dateTime={sentAt}>{momentWords(sentAt)}</time>, from {writerWords(writer)} to{" "}
              {peopleWords(recipients)}: {groupsWords(groups)}
            </p>
            {subject !== "" && <p className={styles.subject}>{subject}</p>}
            <p className={styles.words}>{body}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The host's page for writing to the guests of an event. */
export function WriteToGuests({ eventId }: { eventId: string }) {
  useMemberEntry();
  const path = `/api/social-events/${encodeURIComponent(eventId)}/messages/sent`;
  const { value, failure, retry, set } = useLoaded<Writing>(path);
  return (
    <>
      <PageHeader title="Write to guests" />
      {value !== null && (
        <div className={styles.page}>
          <p>
            About <Link to={`/events/${eventId}`}>{value.title}</Link>
          </p>
          <Form eventId={eventId} writing={value} set={set} />
          <Sent sent={value.sent} />
        </div>
      )}
      {value === null && failure !== null && (
        <EmptyState picture="offline" title="You can’t write to these guests" text={failure.message}>
          <Button onClick={retry}>Try again</Button>
          <ButtonLink to={`/events/${eventId}`} variant="quiet">
            See the event
          </ButtonLink>
        </EmptyState>
      )}
      {value === null && failure === null && (
        <div className={styles.page} aria-hidden>
          <span className={styles.bone} />
          <span className={styles.bone} />
        </div>
      )}
    </>
  );
}
