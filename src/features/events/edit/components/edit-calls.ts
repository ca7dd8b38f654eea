import type { Change } from "#src/features/events/edit/rules/edit.ts";
import type { ChangedEvent, EditableEvent, EventSettings } from "#src/features/events/edit/schema.ts";
import { memberFetch, type MemberAnswer } from "#src/features/identity/member-fetch.ts";
import type { ChangeScope } from "#src/shared/states.ts";

const pathOf = (eventId: string) => `/api/social-events/${encodeURIComponent(eventId)}`;

export function readEditable(eventId: string, signal?: AbortSignal): Promise<MemberAnswer<EditableEvent>> {
  return memberFetch(`${pathOf(eventId)}/settings`, signal ? { signal } : {});
}

/** Withdraws a pending or refused change. */
export function withdrawChange(eventId: string): Promise<MemberAnswer<{ message: string }>> {
  return memberFetch(`${pathOf(eventId)}/change`, { method: "DELETE" });
}

/** Sends a change with the values it started from, so that concurrent changes are not overwritten. */
export function sendChange(
  eventId: string,
  { change, base, scope }: { change: Change; base: EventSettings; scope: ChangeScope },
): Promise<MemberAnswer<ChangedEvent>> {
  const expected = Object.fromEntries(Object.keys(change).map((name) => [name, base[name as keyof EventSettings]]));
  return memberFetch(pathOf(eventId), { method: "PATCH", body: { ...change, expected, scope } });
}
