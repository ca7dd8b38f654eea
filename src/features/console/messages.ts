import type { Counts } from "#src/features/console/schema.ts";
/** Shown on the dashboard, where /admin redirects everyone else. */
export const NOT_AN_ORGANIZER =
  "The console is for organizers, and your account is not an organizer’s. To become one, ask an organizer.";
/** History state that /admin passes to the dashboard. */
export const CONSOLE_REFUSED = { isConsoleRefused: true };
export const SESSION_OVER = "Session expired or unauthorized, please login again";
export const LOGIN_PASSWORD_REQUIRED = "Password is required";
export const LOGIN_PASSWORD_SHORT = "The password has at least 6 characters";

/**
 * The organizers' queues, with the place where each is handled. Messages include data deletion requests sent by form.
 */
export const QUEUES: readonly { what: keyof Counts; label: string; to: string }[] = [
  { what: "pendingRequests", label: "Requests to join a chat", to: "?tab=pending" },
  { what: "proposals", label: "Join forms about known people", to: "?tab=pending" },
  { what: "heldEvents", label: "Events to publish", to: "?tab=events" },
  { what: "eventChanges", label: "Changes of events", to: "?tab=events" },
  { what: "openMessages", label: "Messages and deletion requests", to: "?tab=apps&app=messages" },
  { what: "openReports", label: "Reports", to: "?tab=apps&app=reports" },
  { what: "unmatchedPayments", label: "Payments without a person", to: "?tab=apps&app=payments" },
  { what: "photoRequests", label: "Photos to take down", to: "?tab=apps&app=photos" },
  { what: "failedMails", label: "Failed mails", to: "?tab=apps&app=outbox" },
];

export const CONSOLE_TITLE = "Admin console";
