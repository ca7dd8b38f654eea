import { SETTING_LABELS } from "#src/features/events/edit/rules/settings.ts";
import { SETTING_WORDS } from "#src/features/settings/messages.ts";
import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";
import { kindWords } from "#src/features/console/components/kind-words.ts";

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  user_created: "Added a person",
  user_edited: "Edited a person",
  user_deleted: "Deleted a person",
  users_merged: "Merged people",
  person_blocked: "Blocked a person",
  person_unblocked: "Unblocked a person",
  request_approved: "Approved a request",
  request_declined: "Declined a request",
  mail_retried: "Sent a mail again",
  event_published: "Published an event",
  event_refused: "Refused an event",
  event_change_published: "Published a host's change",
  event_change_refused: "Refused a host's change",
  event_changed: "Changed an event",
  guests_written: "Wrote to guests of an event",
  cost_split: "Split the cost of an event",
  cost_removed: "Removed the cost of an event",
  share_marked: "Marked a share of an event’s cost",
  shares_reminded: "Reminded people of their share",
  event_posted: "Posted an event to the calendar",
  event_changes_sent: "Sent an event's changes to the calendar",
  event_withdrawn: "Took an event out of the calendar",
  host_id_issued: "Issued a Host ID",
  host_id_revoked: "Revoked a Host ID",
  payment_recorded: "Recorded a payment",
  payment_corrected: "Corrected a payment",
  payment_assigned: "Assigned a payment",
  payments_exported: "Exported payments",
  photo_hidden: "Hid a photo",
  photo_kept: "Kept a photo",
  photo_deleted: "Deleted a photo",
  users_imported: "Imported people",
  users_exported: "Exported people",
  message_done: "Marked a message done",
  message_reopened: "Reopened a message",
  message_hidden: "Hid a chat message",
  message_shown: "Showed a hidden chat message again",
  person_muted: "Muted a person in chats",
  person_unmuted: "Unmuted a person in chats",
  chat_member_removed: "Removed a person from a chat",
  chat_member_readmitted: "Let a person back into a chat",
  report_taken: "Took on a report",
  report_reopened: "Reopened a report",
  report_closed: "Closed a report",
  report_noted: "Added a note to a report",
  proposal_taken: "Took over a join form",
  proposal_dismissed: "Dismissed a join form",
  accounts_untied: "Untied accounts from a person who had several",
  person_overwritten: "Found join forms with different addresses",
  role_granted: "Gave a role",
  role_revoked: "Took a role away",
  announcement_made: "Sent or scheduled an announcement",
  announcement_stopped: "Stopped or canceled an announcement",
  automation_changed: "Turned an automation on or off",
  settings_changed: "Changed settings",
  note_added: "Added a note about a person",
  note_deleted: "Deleted a note about a person",
  people_tagged: "Tagged people",
  people_untagged: "Removed a tag from people",
  undone: "Undid something",
};

/** The action filter's options. */
export const ACTION_CHOICES = Object.entries(ACTIONS);

export function actionWords(action: AuditAction): string {
  return ACTIONS[action];
}

/** Labels of fields that belong to neither a person nor an event. */
const OWN_LABELS: Readonly<Record<string, string>> = {
  amountCents: "Amount",
  create: "New people",
  created: "Who is new",
  daysBack: "Added in the last",
  decidesAt: "Decided by",
  endDate: "Added until",
  fill: "Known people who got missing details",
  filled: "Who got what",
  hasGroupMeId: "Has a GroupMe ID",
  held: "Waits for review",
  propose: "Known people with another email",
  proposed: "Other emails",
  proposedEmails: "Other emails to decide about",
  refuse: "Refused rows",
  requestedAt: "Asked",
  startDate: "Added from",
  unchanged: "Known people with nothing new",
};
const LABELS: Readonly<Record<string, string>> = {
  ...SETTING_LABELS,
  ...FIELD_LABELS,
  ...SETTING_WORDS,
  ...OWN_LABELS,
};

export function fieldWords(field: string): string {
  return LABELS[field] ?? kindWords(field);
}

/** The effect of undoing an entry. */
export const UNDO_WORDS: Readonly<Partial<Record<AuditAction, string>>> = {
  user_deleted:
    "The person comes back with their RSVPs, votes, chats and requests. A space that someone else took since stays taken.",
  users_merged: "The people are separate again, each with what was theirs. Changes since the merge stay.",
  proposal_taken: "The person is as before, the form’s own person is back, and the form waits for a decision again.",
  settings_changed: "This puts these settings back as they were. Anything changed again since then stays.",
  proposal_dismissed: "The form waits for a decision again.",
  photo_hidden: "The photo is shown again.",
  note_deleted: "The note is back.",
  people_tagged: "The tag is removed from the people who got it then.",
  people_untagged: "The people who had the tag get it back.",
  event_change_published: "The event goes back to what it was, guests are told, and the change waits again.",
  event_change_refused: "The change waits again.",
  users_imported:
    "The new people are removed unless they have RSVPs or accounts by now, and filled fields are empty again.",
};
