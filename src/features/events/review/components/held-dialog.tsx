import { useState } from "react";
import { Link } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Refusal, useRefusal } from "#src/features/events/review/components/refusal.tsx";
import styles from "#src/features/events/review/components/review.module.css";
import type { Decided, HeldEvent } from "#src/features/events/review/schema/held-events.ts";
import { costWords } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { Picture } from "#src/ui/picture.tsx";

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
    ["Spaces", places],
    ["Chat", chat],
    ["For", generalpublic ? "everyone" : "close friends"],
  ];
}

/** The event as guests would see it. */
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

/** Decides about one event. A typed reason stays until it is accepted. */
function useDecision({ event, version }: HeldEvent, onDone: (message: string) => void) {
  const eventId = event.socialEventId;
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const refusal = useRefusal(eventId, (reason) => send("refuse", { version, reason }));
  async function send(what: "publish" | "refuse", body: unknown): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    const path = `/api/admin/events/${encodeURIComponent(eventId)}/${what}`;
    const answer = await consoleFetch<Decided>(path, { method: "POST", body });
    setIsSending(false);
    if (!answer.ok) return setProblem(answer.message);
    refusal.forget();
    onDone(answer.value.message);
  }
  return { refusal, problem, isSending, publish: (series: boolean) => void send("publish", { version, series }) };
}

type HeldDialogProps = {
  held: HeldEvent;
  /** Receives the result, or null when nothing was done. */
  onClose: (message: string | null) => void;
};

/** A held event and the two decisions. */
export function HeldDialog({ held, onClose }: HeldDialogProps) {
  const { event, seriesWaiting } = held;
  const { refusal, problem, isSending, publish } = useDecision(held, onClose);
  const [isRefusing, setIsRefusing] = useState(refusal.reason !== "");
  return (
    // Closing loses nothing, because the refusal's reason is stored.
    <Dialog title={event.title} hasAnswers={false} mayClose={() => !isSending} onClose={() => onClose(null)}>
      <div className={styles.form}>
        <Preview event={event} />
        <FailureNotice words={problem} />
        {isRefusing ? (
          <Refusal refusal={refusal} isSending={isSending} onBack={() => setIsRefusing(false)} />
        ) : (
          <div className={styles.actions}>
            {seriesWaiting > 1 && (
              <Button aria-disabled={isSending} onClick={() => publish(true)}>
                {isSending ? "Publishing…" : `Publish all ${seriesWaiting} of the series`}
              </Button>
            )}
            <Button
              variant={seriesWaiting > 1 ? "quiet" : "primary"}
              aria-disabled={isSending}
              onClick={() => publish(false)}
            >
              {seriesWaiting > 1 ? "Publish this one" : isSending ? "Publishing…" : "Publish"}
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
