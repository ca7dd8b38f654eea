// Closed lists of values that are stored, sent and shown. Database checks hold the same lists
// (`src/db/closed-lists.ts`), so adding a value needs a migration.

export const USER_SEXES = ["male", "female", ""] as const;
/** A person's roles, lowest first. */
export const USER_ROLES = ["user", "member", "admin"] as const;
/** An organizer approves applicants. */
export const USER_STATUSES = ["applied", "approved"] as const;

export const EVENT_STATUSES = ["scheduled", "cancelled", "postponed"] as const;
/** An event's decision: on hold until a moment, or decided. */
export const EVENT_DECISIONS = ["hold", "runs", "called_off"] as const;
export const HOLD_REASONS = ["weather", "minimum", "other"] as const;
/** The outcome at the moment of decision if nobody decided earlier. */
export const DECISION_DEFAULTS = ["runs", "called_off"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
/** Which events of a weekly series a change applies to. */
export const CHANGE_SCOPES = ["this", "following"] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];
export const RSVP_ANSWERS = ["going", "maybe", "not_going"] as const;
/** At an event: here, away (not marked, or undone), or excused. */
export const PRESENCES = ["here", "away", "excused"] as const;
export type Presence = (typeof PRESENCES)[number];
/**
 * Guests of an event that a host can write to. Each person is in one group: the waiting list takes precedence over
 * maybe.
 */
export const GUEST_GROUPS = ["going", "maybe", "waiting"] as const;
export type GuestGroup = (typeof GUEST_GROUPS)[number];
/** An event's cost: a total to split, or a price per person. */
export const COST_KINDS = ["total", "each"] as const;
export type CostKind = (typeof COST_KINDS)[number];
/** Who shares an event's cost: people checked in at the door, or people who were going. */
export const SPLIT_OVER = ["came", "going"] as const;
export const SHARE_STATUSES = ["open", "paid", "waived"] as const;
export type ShareStatus = (typeof SHARE_STATUSES)[number];
export const SEAT_OFFER_KINDS = ["offer", "first_come"] as const;
export const SEAT_OFFER_OUTCOMES = ["open", "accepted", "expired", "taken", "left"] as const;
/** Reactions to a chat message, in display order. */
export const REACTIONS = ["👍", "❤️", "😂", "🎉", "😮", "😢"] as const;
export type Reaction = (typeof REACTIONS)[number];
export const UPLOAD_KINDS = ["picture", "video"] as const;
/** The outcome of a report to the organizers. */
export const REPORT_OUTCOMES = ["no_action", "talked", "warned", "hidden", "blocked", "other"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
export const PHOTO_REQUEST_STATUSES = ["open", "kept", "deleted"] as const;

/** `started`: its mails are queued or sent. */
export const ANNOUNCEMENT_STATUSES = ["scheduled", "started", "stopped"] as const;

/** Notification topics that people can turn off. */
export const PUSH_KINDS = [
  "promotion",
  "offer",
  "decision",
  "change",
  "cancellation",
  "message",
  "guests",
  "court",
  "mention",
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const MAIL_STATUSES = ["waiting", "sent", "skipped", "failed"] as const;

export const PAYMENT_KINDS = ["payment", "refund", "correction"] as const;
export const PAYMENT_METHODS = ["card", "bitcoin_cash", "cash", "venmo", "cash_app", "other"] as const;
/** States of a Bitcoin Cash payment; only `pending` can change. */
export const CHECKOUT_STATUSES = ["pending", "paid", "expired"] as const;

/** In-app notices, sent in addition to mails. */
export const NOTICE_KINDS = [
  "promoted",
  "seat_offered",
  "seat_free",
  "event_changed",
  "event_cancelled",
  "event_published",
  "event_refused",
  "change_published",
  "change_refused",
  "host_message",
] as const;
