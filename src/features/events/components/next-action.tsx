import { Link, useLocation } from "react-router";
import { EventAction, isAnswerable, type EventPhase } from "#src/features/events/components/event-action.tsx";
import styles from "#src/features/events/components/next-action.module.css";
import { RsvpBar } from "#src/features/events/rsvps/components/rsvp-bar.tsx";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { forVisitors, useSessionState } from "#src/features/identity/session.ts";

type NextActionProps = { event: EventView; phase: EventPhase; tools: RsvpTools };

/** Sign-in link that returns to this event. */
function AccountLink() {
  const { pathname } = useLocation();
  return (
    <p className={styles.account}>
      <Link to={`/login?${new URLSearchParams({ next: pathname })}`}>I have an account</Link>
    </p>
  );
}

/** The primary action: joining for visitors, the RSVP for signed-in people. */
export function NextAction({ event, phase, tools }: NextActionProps) {
  const session = useSessionState();
  const canAnswer = isAnswerable(phase);
  if (session === "signed-in" && canAnswer) return <RsvpBar tools={tools} event={event} />;
  return (
    <div
      className={canAnswer && session !== "none" ? styles.visitors : undefined}
      {...(canAnswer && forVisitors(session))}
    >
      <EventAction event={event} phase={phase} rsvpState={tools.rsvpState} />
      {canAnswer && <AccountLink />}
    </div>
  );
}
