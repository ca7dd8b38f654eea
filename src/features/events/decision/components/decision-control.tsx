import { lazy, Suspense } from "react";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { EventView } from "#src/features/events/schema.ts";

// For hosts and organizers only, so visitors' pages do not load it.
const DecisionButtons = lazy(async () => {
  const { DecisionButtons: component } = await import("#src/features/events/decision/components/decision-buttons.tsx");
  return { default: component };
});

/** Lets hosts and organizers decide whether the event runs. Renders nothing once it has begun. */
export function DecisionControl({ event, now, tools }: { event: EventView; now: Date; tools: RsvpTools }) {
  const isOpen = event.status !== "postponed" && !event.held && new Date(event.startsAt) > now;
  if (tools.rsvpState?.canManage !== true || !isOpen) return null;
  return (
    <Suspense>
      <DecisionButtons event={event} now={now} onDone={tools.refresh} />
    </Suspense>
  );
}
