import { lazy, useEffect, useRef, useState } from "react";
import styles from "#src/features/events/components/event-article.module.css";
import type { EventPhase } from "#src/features/events/components/event-action.tsx";
import { DecisionButtons } from "#src/features/events/decision/components/decision-buttons.tsx";
import { useForecast } from "#src/features/events/forecast/components/use-forecast.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { PollEditor } from "#src/features/events/polls/components/poll-editor.tsx";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { LateDialog } from "#src/ui/late-dialog.tsx";

const CoHostsDialog = lazy(async () => {
  const { CoHostsDialog: component } = await import("#src/features/events/co-hosts/components/co-hosts-dialog.tsx");
  return { default: component };
});

type HostToolsProps = { event: EventView; phase: EventPhase; now: Date; tools: RsvpTools };

function CoHostsButton({ event, tools }: Pick<HostToolsProps, "event" | "tools">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Co-hosts
      </Button>
      {isOpen && (
        <LateDialog onClose={() => setIsOpen(false)}>
          <CoHostsDialog
            eventId={event.socialEventId}
            title={event.title}
            onChange={tools.refresh}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </>
  );
}

/** A new poll appears far below its button, so the focus moves there. */
function useNewPoll(poll: PollView | null, savePoll: RsvpTools["savePoll"]) {
  const [isAsking, setIsAsking] = useState(false);
  const isNew = useRef(false);
  useEffect(() => {
    if (poll === null || isAsking || !isNew.current) return;
    isNew.current = false;
    document.getElementById("poll")?.focus();
  }, [poll, isAsking]);
  const addPoll: RsvpTools["savePoll"] = async (...change) => {
    const refused = await savePoll(...change);
    isNew.current = refused === null;
    return refused;
  };
  return { isAsking, setIsAsking, addPoll };
}

function Links({ event, phase, tools }: Omit<HostToolsProps, "now">) {
  const { rsvpState, savePoll } = tools;
  const canManage = rsvpState?.canManage === true;
  const { isAsking, setIsAsking, addPoll } = useNewPoll(rsvpState?.poll ?? null, savePoll);
  const canWrite = canManage && !event.held;
  const path = `/events/${event.socialEventId}`;
  return (
    <div className={styles.copying}>
      {canManage && (
        <ButtonLink to={`${path}/edit`} variant="quiet">
          Edit event
        </ButtonLink>
      )}
      {event.status !== "cancelled" && (canManage || rsvpState?.hasBoard === true) && (
        <ButtonLink to={`${path}/courts`} variant="quiet">
          Court board
        </ButtonLink>
      )}
      {canWrite && <CoHostsButton event={event} tools={tools} />}
      {rsvpState?.canKeepDoor === true && event.status === "scheduled" && !event.held && (
        <ButtonLink to={`${path}/door`} variant="quiet">
          Door list
        </ButtonLink>
      )}
      {canWrite && (
        <ButtonLink to={`${path}/write`} variant="quiet">
          Write to guests
        </ButtonLink>
      )}
      {canWrite && (
        <ButtonLink to={`${path}/costs`} variant="quiet">
          Split the cost
        </ButtonLink>
      )}
      {canManage && rsvpState.poll === null && phase !== "past" && phase !== "cancelled" && (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          Add a poll
        </Button>
      )}
      {isAsking && <PollEditor poll={null} savePoll={addPoll} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

/** Tools for hosts, organizers and their helpers, including the decision whether the event runs until it begins. */
export function HostTools({ event, phase, now, tools }: HostToolsProps) {
  const isOpen = event.status !== "postponed" && !event.held && new Date(event.startsAt) > now;
  const canDecide = tools.rsvpState?.canManage === true && isOpen;
  const { sentence, isLoading } = useForecast(canDecide && event.status !== "cancelled" ? event.socialEventId : null);
  return (
    <div className={styles.tools}>
      <p data-loading={isLoading || undefined} hidden={sentence === null}>
        {sentence}
      </p>
      {canDecide && <DecisionButtons event={event} now={now} onDone={tools.refresh} />}
      <Links event={event} phase={phase} tools={tools} />
    </div>
  );
}
