import { useEffect, useState } from "react";
import { withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import { forgetPlaceLink, keptPlaceLink } from "#src/features/events/visitors/components/asked-places.ts";
import styles from "#src/features/events/visitors/components/place.module.css";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

type Known = { readonly place: PlaceView; readonly token: string };

/** The place at an event that was taken in this browser without an account; null if there is none. */
export function useKnownPlace({ socialEventId, going, waitingCount }: EventView): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    const token = keptPlaceLink(socialEventId);
    if (token === null) return;
    const request = new AbortController();
    void memberFetch<PlaceView>("/api/place", { method: "POST", body: { token }, signal: request.signal }).then(
      (answer) => {
        if (request.signal.aborted) return;
        if (answer.ok) return setKnown({ place: answer.value, token });
        if (answer.code !== "not_found") return;
        forgetPlaceLink(socialEventId);
        setKnown(null);
      },
    );
    return () => request.abort();
    // Reload when the counts change, because the place may have changed too.
  }, [socialEventId, going, waitingCount]);
  const isIn = known?.place.state === "going" || known?.place.state === "waiting";
  return isIn && known.place.closed === null ? known : null;
}

function wordsOf({ state, hasOffer, waiting, guests }: PlaceView): string {
  if (state === "going") return guests === 0 ? "You’re going" : `You’re going ${withGuests(guests)}`;
  if (hasOffer || waiting === null) return "A space is free for you";
  return `You’re number ${waiting.place} of ${waiting.of} in line`;
}

/** Replaces Join for a visitor who has a place, with a link to change it. */
export function KnownPlace({ place, token }: Known) {
  return (
    <>
      <p className={styles.known} role="status">
        {wordsOf(place)}
      </p>
      <ButtonLink to={`/place#${token}`} size="lg" {...(!place.hasOffer && { variant: "quiet" as const })}>
        {place.hasOffer ? "Take the space" : "Change"}
      </ButtonLink>
    </>
  );
}
