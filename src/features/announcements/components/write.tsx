import { lazy, Suspense, useState } from "react";
import styles from "#src/features/announcements/components/announcements.module.css";
import { RichView } from "#src/features/announcements/components/rich-view.tsx";
import { peopleWords, SEGMENT_LABELS } from "#src/features/announcements/messages.ts";
import { type Draft, type KeptDraft, useDraft } from "#src/features/announcements/components/use-draft.ts";
import type { Audience } from "#src/features/announcements/schema.ts";
import type { Upcoming } from "#src/features/dashboard/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { takeFocus } from "#src/ui/take-focus.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import type { Segment } from "#src/shared/segments.ts";

// The editor is large, and only announcements need it.
const RichEditor = lazy(async () => {
  const { RichEditor: Editor } = await import("#src/features/announcements/components/rich-editor.tsx");
  return { default: Editor };
});

/** The number of recipients, for the hint and the button. */
const recipientWords = ({ people, isMore }: Audience) => `${peopleWords(people)}${isMore ? " or more" : ""}`;

function audienceWords(audience: Audience | null): string {
  if (!audience) return "Counting…";
  const left = [
    [audience.unsubscribed, "who unsubscribed"],
    [audience.unreachable, "who have no email or aren’t approved yet"],
  ] as const;
  const without = left.flatMap(([count, why]) => (count > 0 ? [`${count.toLocaleString("en-US")} ${why}`] : []));
  return `${recipientWords(audience)}${without.length > 0 ? `, without ${without.join(" and ")}` : ""}.`;
}

type PartProps = { draft: Draft; change: (more: Partial<Draft>) => void; faults: Readonly<Record<string, string>> };

function Recipients({ draft, change, audience, faults }: PartProps & { audience: Audience | null }) {
  const events = useLoaded<Upcoming>("/api/pending-join-requests?type=socialEvents&days=30");
  const upcoming = events.value?.upcomingEvents ?? [];
  const { interests = [] } = useSiteFacts() ?? {};
  return (
    <div className={styles.pair}>
      <SelectField
        label="To"
        hint={
          <span role="status">{draft.kind === "going" && draft.eventId === "" ? "" : audienceWords(audience)}</span>
        }
        value={draft.kind}
        onValue={(kind) => change({ kind: kind as Segment["kind"], interest: draft.interest || (interests[0] ?? "") })}
      >
        <Options of={Object.entries(SEGMENT_LABELS)} />
      </SelectField>
      {draft.kind === "interested" && (
        <SelectField label="Interest" value={draft.interest} onValue={(interest) => change({ interest })}>
          {/* What was chosen before the list changed stays chosen. */}
          {[...new Set([...interests, draft.interest])].map((interest) => (
            <option key={interest}>{interest}</option>
          ))}
        </SelectField>
      )}
      {draft.kind === "going" && (
        <SelectField
          label="Event"
          value={draft.eventId}
          error={faults["eventId"]}
          onValue={(eventId) => change({ eventId })}
        >
          <option value="">Choose an event of the next 30 days</option>
          <Options of={upcoming.map((event) => [event.socialEventId, `${event.title}, ${event.date}`])} />
        </SelectField>
      )}
    </div>
  );
}

function When({ draft, change, faults }: PartProps) {
  return (
    <div className={styles.pair}>
      <SelectField
        label="When"
        value={draft.isLater ? "later" : "now"}
        onValue={(value) => change({ isLater: value === "later" })}
      >
        <option value="now">Now</option>
        <option value="later">At a time</option>
      </SelectField>
      {draft.isLater && (
        <>
          <TextField
            label="Day"
            type="date"
            value={draft.day}
            error={faults["sendOn"] ?? faults["sendOn.day"]}
            onValue={(day) => change({ day })}
          />
          <TextField
            label="Time"
            type="time"
            hint="In the group’s time zone."
            value={draft.time}
            error={faults["sendOn.time"]}
            onValue={(time) => change({ time })}
          />
        </>
      )}
    </div>
  );
}

function Preview({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  return (
    <Dialog title="Preview" onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.subject}>{draft.subject === "" ? "No subject yet" : draft.subject}</p>
        <div className={styles.letter}>
          <RichView doc={draft.body} />
        </div>
        <p className="quiet">Each mail ends with a link to unsubscribe.</p>
      </div>
    </Dialog>
  );
}

/** Confirmation before mails are sent at once. A scheduled announcement can still be stopped and needs none. */
function Question({ label, onSend, onClose }: { label: string; onSend: () => void; onClose: () => void }) {
  return (
    <div role="group" aria-label="Send it now?">
      <p>Mails cannot be called back. {label} now?</p>
      <div className="buttons">
        <Button onClick={onSend}>Yes, send it</Button>
        <Button variant="quiet" onClick={onClose} ref={(button) => button?.focus()}>
          Not yet
        </Button>
      </div>
    </div>
  );
}

/** The result of the last action. */
function Answer({ said, problem }: { said: string | null; problem: string | null }) {
  return (
    <>
      <div role="status">{said !== null && <Notice title={said} />}</div>
      <FailureNotice words={problem && `${problem} What you wrote is still here.`} />
    </>
  );
}

type WriteProps = { kept: KeptDraft; onSent: (words: string) => void; onClose: () => void };

/** The form for an announcement. The draft stays in this tab until it is sent. */
export function Write({ kept, onSent, onClose }: WriteProps) {
  const { draft, change, audience, refuseRecipients, faults, problem, said, busy, call } = useDraft(kept);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const bodyFault = Object.entries(faults).find(([field]) => field.startsWith("body"))?.[1];
  async function send(): Promise<void> {
    setIsAsking(false);
    const answer = await call("send");
    if (answer?.ok) onSent(answer.value.message);
  }
  function press(): void {
    if (refuseRecipients()) return;
    // Without a subject nothing is sent: the response says what is missing.
    if (draft.isLater || draft.subject.trim() === "") void send();
    else setIsAsking(true);
  }
  const label = draft.isLater ? "Schedule" : `Send to ${audience ? recipientWords(audience) : "…"}`;
  return (
    // No form: Enter in the subject must not write to everyone.
    <div ref={takeFocus} tabIndex={-1} role="group" aria-label="New announcement" className={styles.form}>
      <Recipients draft={draft} change={change} faults={faults} audience={audience} />
      <TextField
        label="Subject"
        autoComplete="off"
        maxLength={150}
        value={draft.subject}
        error={faults["subject"]}
        onValue={(subject) => change({ subject })}
      />
      <div className={styles.editor}>
        <p className={styles.label} aria-hidden>
          Message
        </p>
        <Suspense fallback={<div className={styles.writing} aria-busy />}>
          <RichEditor key={draft.id} value={draft.body} error={bodyFault} onValue={(body) => change({ body })} />
        </Suspense>
      </div>
      <When draft={draft} change={change} faults={faults} />
      <Answer said={said} problem={problem} />
      {isAsking && !draft.isLater && (
        <Question label={label} onSend={() => void send()} onClose={() => setIsAsking(false)} />
      )}
      <div className="buttons">
        <Button aria-disabled={busy !== null} onClick={press}>
          {busy === "send" ? "Sending…" : label}
        </Button>
        <Button variant="quiet" onClick={() => setIsPreviewing(true)}>
          Preview
        </Button>
        <Button variant="quiet" aria-disabled={busy !== null} onClick={() => void call("test")}>
          {busy === "test" ? "Sending test…" : "Send test to me"}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {isPreviewing && <Preview draft={draft} onClose={() => setIsPreviewing(false)} />}
    </div>
  );
}
