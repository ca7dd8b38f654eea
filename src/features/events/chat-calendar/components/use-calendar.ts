import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import {
  FAILED_TO_POST,
  NO_PERMISSION_TO_POST,
  SELECT_EVENTS_TO_POST,
} from "#src/features/events/chat-calendar/messages.ts";
import { whyNotPostable } from "#src/features/events/chat-calendar/rules.ts";
import type { AdminEvents, CalendarAnswer, CalendarCommand } from "#src/features/events/chat-calendar/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";

const DEFAULT_DAYS = 14;

/** The result of the last posting. */
export type Sent = { readonly answer: CalendarAnswer } | { readonly failure: string };

function failureWords({ status, message }: MemberFailure): string {
  return status === 403 ? NO_PERMISSION_TO_POST : `${FAILED_TO_POST} ${message}`;
}

/** Why an event of the list can't be posted, as a sentence; null when it can. */
export function whyNotListed(list: AdminEvents, event: EventView): string | null {
  return whyNotPostable({ ...event, isOver: list.over.includes(event.socialEventId) });
}

/** Whether an event can be chosen now. */
function isChoosable(list: AdminEvents, event: EventView): boolean {
  return whyNotListed(list, event) === null && list.calendar[event.socialEventId]?.isUnderWay !== true;
}

/** The list of events, the selection, and the posting of it. */
export function useCalendar() {
  const [days, setDays] = useState(DEFAULT_DAYS);
  const {
    value: list,
    failure,
    retry,
    refresh,
  } = useLoaded<AdminEvents>(`/api/admin?type=socialEvents&days=${days}`, consoleFetch);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const chosen = (list?.upcomingEvents ?? [])
    .filter((event) => list !== null && isChoosable(list, event) && selected.has(event.socialEventId))
    .map(({ socialEventId }) => socialEventId);

  function toggle(eventId: string): void {
    const next = new Set(selected);
    if (!next.delete(eventId)) next.add(eventId);
    setSelected(next);
  }
  async function send(command: CalendarCommand): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    setSent(null);
    const answer = await consoleFetch<CalendarAnswer>("/api/admin", { method: "POST", body: command });
    // Failed events stay selected for a retry.
    if (answer.ok) {
      const done = new Set(answer.value.results.filter(({ success }) => success).map(({ event }) => event));
      setSelected((before) => new Set([...before].filter((eventId) => !done.has(eventId))));
      await refresh();
    }
    setSent(answer.ok ? { answer: answer.value } : { failure: failureWords(answer) });
    setIsSending(false);
  }
  function post(): void {
    if (chosen.length === 0) setSent({ failure: SELECT_EVENTS_TO_POST });
    else void send({ type: "calendarEvents", eventIds: chosen });
  }
  const sendChanges = (eventId: string) => void send({ type: "calendarChanges", eventIds: [eventId] });
  return {
    days,
    setDays,
    list,
    failure,
    retry,
    refresh,
    chosen,
    toggle,
    isChoosable,
    isSending,
    sent,
    post,
    sendChanges,
  };
}

export type Calendar = ReturnType<typeof useCalendar>;
