import type { mailPreferences } from "#src/db/tables/mail.ts";
import type { notices } from "#src/db/tables/notices.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { NoticeView, Profile } from "#src/features/profile/schema.ts";
import {
  changeWords,
  type NoticeEvent,
  type NoticeSeat,
  seatWords,
  unseenWords,
} from "#src/features/profile/view/notice-words.ts";
import { chatAccess, type FreeChatAccess } from "#src/policy/chats.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import { actionsOf, rolesOf } from "#src/policy/roles.ts";
import { groupsOf, roleOf, type SignedIn } from "#src/policy/viewer.ts";
import { answerWords } from "#src/shared/choices.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

export type NoticeRow = typeof notices.$inferSelect & { readonly eventTitle: string | null };
export type PreferencesRow = typeof mailPreferences.$inferSelect;

/** ISO 8601. */
export function iso(moment: Date): string {
  return moment.toISOString();
}

export const isoOrNull = (moment: Date | null) => (moment === null ? null : iso(moment));

export function viewNotice({ id, kind, eventId, eventTitle, createdAt, readAt }: NoticeRow): NoticeView {
  return { id, kind, eventId, eventTitle: eventTitle ?? "", createdAt: iso(createdAt), isRead: readAt !== null };
}

/** An address's mail preferences; without a row, everything. */
function viewNotifications(row: PreferencesRow | undefined): Profile["notifications"] {
  const { reminders = true, rsvps = true, eventChanges = true, hostMessages = true, newGuests = true } = row ?? {};
  const { unsubscribedAt = null } = row ?? {};
  return { reminders, rsvps, eventChanges, hostMessages, newGuests, unsubscribed: unsubscribedAt !== null };
}

type Person = UserRow & { readonly isFromJoinForm: boolean };

function viewPerson(row: Person | undefined, timeZone: string) {
  const { firstName = "", lastName = "", phone = "", zsex = "", shirtsize = "", age = null } = row ?? {};
  return {
    userId: row?.userId ?? null,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`.trim(),
    phone,
    sex: zsex,
    shirtSize: shirtsize,
    ...(row?.isFromJoinForm && { isFromJoinForm: true as const }),
    age,
    interestedEvents: row?.reInterestedInEvents ?? [],
    referredBy: answerWords(row?.referredBy ?? ""),
    socials: row?.socials ?? "",
    approved: row?.status === "approved",
    joinDate: row ? dayInZone(row.dateAdded, timeZone) : "",
  };
}

type ProfileNotice = NoticeRow & { readonly event: NoticeEvent; readonly seat: NoticeSeat };

const isChange = ({ kind }: NoticeRow) => kind === "event_changed" || kind === "event_cancelled";
const isAboutSeat = ({ kind }: NoticeRow) => kind === "promoted" || kind === "seat_offered" || kind === "seat_free";

/** A place notice's current text; empty if it is settled or superseded by a newer notice. */
function viewSeatNotice(notice: ProfileNotice, newer: readonly ProfileNotice[], now: Date): NoticeView[] {
  if (newer.some((other) => isAboutSeat(other) && other.eventId === notice.eventId)) return [];
  const words = seatWords(notice, now);
  return words === null ? [] : [{ ...viewNotice(notice), words }];
}

/** A notice about an event that its reader can no longer see: only a change, and only while they have a place there. */
function viewUnseenNotice(
  notice: ProfileNotice,
  event: NonNullable<NoticeEvent>,
  newer: readonly ProfileNotice[],
  now: Date,
): NoticeView[] {
  const isPlace = notice.seat.isGoing || notice.seat.isWaiting;
  if (!isChange(notice) || !isPlace || event.held || event.startsAt <= now) return [];
  if (newer.some((other) => isChange(other) && other.eventId === notice.eventId)) return [];
  return [{ ...viewNotice({ ...notice, eventId: null, eventTitle: null }), words: unseenWords(event) }];
}

/** A notice with its event's current state; `all` is ordered from newest to oldest. */
function viewCurrentNotice(
  notice: ProfileNotice,
  at: number,
  all: readonly ProfileNotice[],
  { now, account }: { readonly now: Date; readonly account: SignedIn },
): NoticeView | NoticeView[] {
  if (notice.event !== null && !canSeeEvent(account, notice.event))
    return viewUnseenNotice(notice, notice.event, all.slice(0, at), now);
  if (isAboutSeat(notice)) return viewSeatNotice(notice, all.slice(0, at), now);
  // Once an event has started, its change notices are obsolete.
  if (isChange(notice) && notice.event !== null && notice.event.startsAt <= now) return [];
  if (notice.kind !== "event_changed") return viewNotice(notice);
  const before = all.slice(at + 1).find((older) => older.eventId === notice.eventId && isChange(older));
  return { ...viewNotice(notice), words: changeWords(notice.event, before?.kind) };
}

type ProfileRows = {
  readonly person: Person | undefined;
  readonly preferences: PreferencesRow | undefined;
  readonly notices: readonly ProfileNotice[];
};
type Group = { readonly timeZone: string; readonly freeChatAccess: FreeChatAccess; readonly now: Date };

/** A person's own profile: answers, permissions, settings. */
export function viewProfile(account: SignedIn, rows: ProfileRows, { timeZone, freeChatAccess, now }: Group): Profile {
  const person = viewPerson(rows.person, timeZone);
  // Includes values just written, which may be newer than the caller's session.
  const access = chatAccess({ ...account, phone: person.phone, sex: person.sex }, freeChatAccess);
  return {
    sub: account.sub,
    email: account.email,
    groups: groupsOf(account),
    role: roleOf(account),
    ...(account.isLockedOrganizer && { isConsoleLocked: true as const }),
    ...(rolesOf(account).length > 0 && { mayDo: actionsOf(account) }),
    ...person,
    chatAccess: access === "sign_in" ? "profile" : access,
    notifications: viewNotifications(rows.preferences),
    notices: rows.notices.flatMap((notice, at, all) => viewCurrentNotice(notice, at, all, { now, account })),
  };
}
