import { isOver } from "#src/features/events/calendar/rules.ts";
import { cameWords } from "#src/features/events/components/event-words.ts";
import { clockWords } from "#src/features/events/decision/rules.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";

/** A host's task for an event, with the link to it. */
export type Todo = { readonly words: string; readonly label: string; readonly to: string };

/** The host's tasks for an event now, most urgent first. */
export function todosOf(event: EventView, page: Pick<HostedPage, "doorsOpen" | "changesWaiting">): Todo[] {
  const { socialEventId: id, held, refusal } = event;
  const path = `/events/${id}`;
  if (refusal !== undefined)
    return [{ words: `Not published. An organizer wrote: ${refusal}`, label: "Change it", to: `${path}/edit` }];
  if (held) return [{ words: "Waits for an organizer to publish it.", label: "See it", to: path }];
  const clock = event.status === "scheduled" ? clockWords(event) : null;
  return [
    ...(page.doorsOpen.includes(id)
      ? [{ words: "The door is open.", label: "Mark who came", to: `${path}/door` }]
      : []),
    ...(clock === null ? [] : [{ words: `On hold. ${clock}.`, label: "Decide now", to: path }]),
    ...(page.changesWaiting.includes(id)
      ? [{ words: "Your change waits for an organizer.", label: "See the change", to: `${path}/edit` }]
      : []),
  ];
}

/**
 * Guest counts: `6 going`, `2 maybe`, `3 waiting` or `3 in the draw`; zeros are omitted except the first. For a past
 * event `5 came`, or nothing.
 */
export function guestWords(event: EventView, guests: HostedPage["guests"][string] | undefined, now: Date): string[] {
  if (event.status !== "postponed" && isOver(event, now)) return [cameWords(event)].filter((words) => words !== null);
  const { maybe = 0, waiting = 0 } = guests ?? {};
  const where = event.draw?.state === "open" ? "in the draw" : "waiting";
  return [
    `${event.going} going`,
    ...(maybe > 0 ? [`${maybe} maybe`] : []),
    ...(waiting > 0 ? [`${waiting} ${where}`] : []),
  ];
}
