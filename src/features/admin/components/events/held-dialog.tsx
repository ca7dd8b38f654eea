import { useId, useState } from "react";
import { Link } from "react-router";
import { consoleFetch } from "#src/features/admin/components/console-fetch.ts";
import styles from "#src/features/admin/components/events/social-events-tab.module.css";
import { REASON_REQUIRED } from "#src/features/admin/messages/events.ts";
import type { Decided, HeldEvent } from "#src/features/admin/schema/held-events.ts";
import { costWords } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextArea } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";

function factsOf(event: EventView): [label: string, value: string][] {
  const { weekday, date, time, zoneName, length, location, privateLocation = "" } = event;
  const { spacesLeft, host, chat, generalpublic, cost } = event;
  const places = spacesLeft === "" ? "not said" : spacesLeft === 1000 ? "no limit" : String(spacesLeft);
  return [
    ["When", `${weekday}, ${date}, ${time} ${zoneName}${length === "" ? "" : ` · ${length}`}`],
    ["Where", event.membersOnly ? `${location} (members only)` : location],
    ["Exactly", privateLocation],
    ["Host", host],
    ["Cost", costWords(cost)],
    ["Places", places],
    ["Chat", chat],
    ["For", generalpublic ? "everybody" : "close friends"],
  ];
}

/** The event as it would be read. */
function Preview({ event }: { event: EventView }) {
  return (
    <div className={styles.preview}>
      {event.imgKey !== "" && <Picture name={event.imgKey} alt="" sizes="460px" className={styles.picture} />}
      <dl className={styles.facts}>
        {factsOf(event)
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className={styles.description}>{event.description}</p>
      <Link to={`/events/${event.socialEventId}`}>See its page</Link>
    </div>
  );
}

// A reason that was typed survives a slip and a reload; it goes with the session.
const draftKey = (eventId: string) => `member:refusal:${eventId}`;

/** Deciding about one event; what was typed stays until it was taken. */
function useDecision(eventId: string, onDone: (message: string) => void) {
  const [reason, setReason] = useState(() => sessionStorage.getItem(draftKey(eventId)) ?? "");
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  function write(typed: string): void {
    setReason(typed);
    sessionStorage.setItem(draftKey(eventId), typed);
  }
  async function send(what: "publish" | "refuse", body?: unknown): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    const path = `/api/admin/events/${encodeURIComponent(eventId)}/${what}`;
    const answer = await consoleFetch<Decided>(path, { method: "POST", ...(body !== undefined && { body }) });
    setIsSending(false);
    if (!answer.ok) return setProblem(answer.message);
    sessionStorage.removeItem(draftKey(eventId));
    onDone(answer.value.message);
  }
  const publish = () => void send("publish");
  function refuse(fieldId: string): void {
    const isMissing = reason.trim() === "";
    setFault(isMissing ? REASON_REQUIRED : undefined);
    if (isMissing) document.getElementById(fieldId)?.focus();
    else void send("refuse", { reason });
  }
  return { reason, write, fault, problem, isSending, publish, refuse };
}

type RefusalProps = { decision: ReturnType<typeof useDecision>; onBack: () => void };

function Refusal({ decision: { reason, write, fault, isSending, refuse }, onBack }: RefusalProps) {
  const id = useId();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        refuse(id);
      }}
    >
      <TextArea
        id={id}
        label="Why not?"
        hint="The host reads this in a mail and in the app."
        maxLength={1000}
        ref={takeFocus}
        value={reason}
        error={fault}
        onValue={write}
      />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? "Sending…" : "Refuse and tell the host"}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}

type HeldDialogProps = {
  held: HeldEvent;
  /** With what was done, or null when nothing was. */
  onClose: (message: string | null) => void;
};

/** One event that waits: what it is, and the two answers. */
export function HeldDialog({ held: { event }, onClose }: HeldDialogProps) {
  const decision = useDecision(event.socialEventId, onClose);
  const { reason, problem, isSending, publish } = decision;
  const [isRefusing, setIsRefusing] = useState(reason !== "");
  return (
    <Dialog title={event.title} mayClose={() => !isSending} onClose={() => onClose(null)}>
      <div className={styles.form}>
        <Preview event={event} />
        {problem !== null && (
          <Notice kind="error">
            <p>{problem}</p>
          </Notice>
        )}
        {isRefusing ? (
          <Refusal decision={decision} onBack={() => setIsRefusing(false)} />
        ) : (
          <div className={styles.actions}>
            <Button aria-disabled={isSending} onClick={publish}>
              {isSending ? "Publishing…" : "Publish"}
            </Button>
            <Button variant="quiet" onClick={() => setIsRefusing(true)}>
              Refuse…
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
