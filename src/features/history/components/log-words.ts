import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";
import { kindWords } from "#src/features/console/components/kind-words.ts";

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  user_created: "Made a record",
  user_edited: "Edited a record",
  user_deleted: "Deleted a record",
  users_merged: "Merged records",
  request_approved: "Approved a request",
  request_declined: "Declined a request",
  mail_retried: "Sent a mail again",
  event_published: "Published an event",
  event_refused: "Refused an event",
  event_change_published: "Published a host's change",
  event_change_refused: "Refused a host's change",
  event_changed: "Changed an event",
  event_posted: "Posted an event to the calendar",
  event_changes_sent: "Sent an event's changes to the calendar",
  event_withdrawn: "Took an event out of the calendar",
  host_id_issued: "Issued a Host ID",
  host_id_revoked: "Revoked a Host ID",
  payment_recorded: "Recorded a payment",
  payment_corrected: "Corrected a payment",
  payment_assigned: "Said whose a payment is",
  photo_hidden: "Hid a photo",
  photo_kept: "Kept a photo",
  photo_deleted: "Deleted a photo",
  users_imported: "Imported people",
  users_exported: "Exported people",
  message_done: "Was done with a message",
  message_reopened: "Opened a message again",
  proposal_taken: "Took over a join form",
  proposal_dismissed: "Dismissed a join form",
  accounts_untied: "Untied accounts from a person who had several",
  person_overwritten: "Found join forms with different addresses",
  undone: "Undid something",
};

/** The actions by which the log can be asked, with their words. */
export const ACTION_CHOICES = Object.entries(ACTIONS);

/** What was done, in words. */
export function actionWords(action: AuditAction): string {
  return ACTIONS[action];
}

/** What a field is called. */
export function fieldWords(field: string): string {
  return field in FIELD_LABELS ? FIELD_LABELS[field as keyof typeof FIELD_LABELS] : kindWords(field);
}

/** What an undo of an entry does. */
export const UNDO_WORDS: Readonly<Partial<Record<AuditAction, string>>> = {
  user_deleted:
    "The record comes back with its answers, votes, chats and requests. A place that somebody else took since stays theirs.",
  users_merged: "The records come apart again, each with what was its own. What was changed since the merge stays.",
  proposal_taken: "The person is as before, the form's own person is back, and the form waits for a decision again.",
  proposal_dismissed: "The form waits for a decision again.",
  photo_hidden: "The photo is shown again.",
  event_change_published: "The event says again what it said before, guests hear of it, and the change waits again.",
  event_change_refused: "The change waits again.",
  users_imported: "The new records go, unless something is theirs by now, and what was filled in is empty again.",
};
