import type { SocialEventRow } from "#src/db/tables/events.ts";
import { payWords } from "#src/features/events/components/event-words.ts";
import { isPlaceForNewcomer, whyClosed } from "#src/features/events/rsvps/rules.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { viewEvent } from "#src/features/events/view.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { VISITOR } from "#src/policy/viewer.ts";

export type PlaceRow = {
  readonly event: SocialEventRow;
  readonly link: { readonly email: string; readonly userId: string | null };
  readonly answer: Answer | null;
  /** Null when the person does not wait. */
  readonly place: number | null;
  readonly hasOffer: boolean;
  readonly hasAccount: boolean;
};

/** What the holder of a mailed link may read: the event as a visitor reads it, and their own place. */
export function viewPlace({ event, link, answer, place, hasOffer, hasAccount }: PlaceRow, now: Date): PlaceView {
  const seen = viewEvent(event, VISITOR);
  const { socialEventId, title, weekday, date, time, zoneName, location } = seen;
  const stateOfPerson = place === null ? (answer ?? "none") : "waiting";
  return {
    event: { socialEventId, title, when: `${weekday}, ${date}, ${time} ${zoneName}`, location, cost: payWords(seen) },
    state: link.userId === null ? "unproven" : stateOfPerson,
    waiting: place === null ? null : { place, of: event.waitingCount },
    hasOffer: place !== null && hasOffer,
    isFull: !isPlaceForNewcomer(event),
    closed: whyClosed(event, now),
    hasAccount,
    email: link.email,
  };
}
