import { useCallback, useEffect, useRef, useState } from "react";
import { keepPlaceLink, takeAsked } from "#src/features/events/visitors/components/asked-places.ts";
import { LINK_OVER } from "#src/features/events/visitors/messages.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";

/** Shown if the page is opened without a link. */
const NO_LINK: MemberFailure = { ok: false, status: 404, code: "not_found", message: LINK_OVER };

type Answer = "going" | "not_going";

/** The place behind the mailed link in the URL: loaded, then taken at once in the browser that requested it. */
export function usePlace() {
  const [place, setPlace] = useState<PlaceView | null>(null);
  const [failure, setFailure] = useState<MemberFailure | null>(null);
  const [isBusy, setIsBusy] = useState(true);
  const [wasWaiting, setWasWaiting] = useState(false);
  const token = useRef("");

  const call = useCallback(
    async (method: "POST" | "PUT", answer?: Answer, guests?: number): Promise<PlaceView | null> => {
      setIsBusy(true);
      setFailure(null);
      const body = { token: token.current, answer, guests };
      const result = await memberFetch<PlaceView>("/api/place", { method, body });
      setIsBusy(false);
      if (result.ok) {
        setPlace(result.value);
        if (result.value.state !== "unproven") keepPlaceLink(result.value.event.socialEventId, token.current);
      } else setFailure(result);
      return result.ok ? result.value : null;
    },
    [],
  );

  const read = useCallback(async () => {
    if (token.current === "") return setFailure(NO_LINK);
    const found = await call("POST");
    if (found?.state === "unproven" && found.closed === null && takeAsked(found.event.socialEventId))
      await call("PUT", "going");
  }, [call]);

  useEffect(() => {
    const open = () => {
      token.current = location.hash.slice(1);
      void read();
    };
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [read]);

  return {
    place,
    failure,
    isBusy,
    retry: () => void read(),
    /** They had no space before: only a turn. */
    hasLeftList: wasWaiting && place?.state === "not_going",
    answer: (answer: Answer, guests?: number) => {
      setWasWaiting(place?.state === "waiting");
      void call("PUT", answer, guests);
    },
  };
}
