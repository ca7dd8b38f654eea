import type { AttendanceRow } from "#src/db/tables/attendance.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { endOf } from "#src/features/events/calendar/rules.ts";
import { whyDoorClosed } from "#src/features/events/door/rules.ts";
import type { DoorView } from "#src/features/events/door/schema.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { canManageEvent, type DoorKeeper } from "#src/policy/events.ts";

export type DoorPersonRow = Pick<UserRow, "userId" | "firstName" | "lastName" | "nickname"> & {
  readonly answer: DoorView["people"][number]["answer"];
  readonly presence: AttendanceRow["presence"] | null;
  readonly guests: number | null;
  readonly brings: number | null;
  readonly isSelf: boolean | null;
  readonly isGreeter: boolean;
  readonly isHost: boolean;
};

/** The event facts that the door's rules need. */
export function courseOf(event: SocialEventRow, keeper: Parameters<typeof viewEvent>[1]) {
  const { status, held, startsAt } = event;
  return { status, held, startsAt, endsAt: endOf(viewEvent(event, keeper)) };
}

/** The door list. Contains names only, no other data about people. */
export function viewDoor(
  { event, people, walkIns }: { event: SocialEventRow; people: DoorPersonRow[]; walkIns: AttendanceRow[] },
  keeper: DoorKeeper,
  now: Date,
): DoorView {
  const course = courseOf(event, keeper);
  const whyClosed = whyDoorClosed(course, now);
  return {
    title: event.title,
    startsAt: course.startsAt.toISOString(),
    endsAt: course.endsAt.toISOString(),
    isOpen: whyClosed === "",
    whyClosed,
    canNameGreeters: canManageEvent(keeper, event),
    people: people.map((person) => ({
      userId: person.userId,
      name: nameOf(person),
      answer: person.answer,
      presence: person.presence ?? "away",
      guests: person.guests ?? 0,
      ...(person.brings !== null && person.brings > 0 && { brings: person.brings }),
      isSelf: person.isSelf ?? false,
      isGreeter: person.isGreeter,
      ...(person.isHost && { isHost: true as const }),
    })),
    walkIns: walkIns.map(({ id, name, presence, guests }) => ({ id, name, presence, guests })),
  };
}
