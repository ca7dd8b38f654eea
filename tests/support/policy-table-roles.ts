import type { GrantedRole } from "#src/shared/roles.ts";

// Which of the organizers' calls a role other than the organizer's may make. A call that is not here is the organizers'.

const APPROVER = ["approver"] as const;
const LEAD = ["event_lead"] as const;
const TREASURER = ["treasurer"] as const;
const EVERY_ROLE = ["approver", "event_lead", "treasurer", "greeter"] as const;
const READS_PEOPLE = ["approver", "treasurer"] as const;
const INSIGHTS = ["event_lead", "treasurer"] as const;
const MESSAGES = ["approver", "greeter"] as const;

export const ROLE_CALLS: Readonly<Record<string, readonly GrantedRole[]>> = {
  "get /api/pending-join-requests": APPROVER,
  "post /api/pending-join-requests": APPROVER,
  "get /api/pending-join-requests/users": READS_PEOPLE,
  "post /api/pending-join-requests/users": APPROVER,
  "get /api/pending-join-requests/users/:id": READS_PEOPLE,
  "put /api/pending-join-requests/users/:id": APPROVER,
  "get /api/pending-join-requests/pending-requests": APPROVER,
  "post /api/pending-join-requests/pending-requests/:id/:action": APPROVER,
  "get /api/users": READS_PEOPLE,
  "get /api/admin/proposals": APPROVER,
  "post /api/admin/proposals/:id/take-over": APPROVER,
  "post /api/admin/proposals/:id/dismiss": APPROVER,
  "get /api/admin/messages": MESSAGES,
  "put /api/admin/messages/:id/done": MESSAGES,
  "get /api/admin": LEAD,
  "post /api/admin": LEAD,
  "get /api/admin/events": LEAD,
  "post /api/admin/events/:eventId/publish": LEAD,
  "post /api/admin/events/:eventId/refuse": LEAD,
  "get /api/admin/event-changes": LEAD,
  "post /api/admin/event-changes/:eventId/publish": LEAD,
  "post /api/admin/event-changes/:eventId/refuse": LEAD,
  "get /api/admin/beach-board": LEAD,
  "post /api/admin/beach-board/hold": LEAD,
  "get /api/admin/host-ids": LEAD,
  "post /api/admin/host-ids": LEAD,
  "post /api/admin/host-ids/:id/revoke": LEAD,
  "get /api/admin/photos": LEAD,
  "get /api/admin/photos/:id/picture": LEAD,
  "post /api/admin/photos/:id/:action": LEAD,
  "get /api/admin/memberships": TREASURER,
  "post /api/admin/memberships": TREASURER,
  "get /api/admin/memberships/payments": TREASURER,
  "post /api/admin/memberships/payments/export": TREASURER,
  "get /api/admin/memberships/totals": TREASURER,
  "get /api/admin/event-shares": TREASURER,
  "post /api/admin/memberships/payments/:id/correct": TREASURER,
  "post /api/admin/memberships/payments/:id/refund": TREASURER,
  "post /api/admin/memberships/payments/:id/assign": TREASURER,
  "get /api/admin/insights": INSIGHTS,
  "post /api/admin/insights/export": INSIGHTS,
  "get /api/admin/insights/people": INSIGHTS,
  "get /api/admin/insights/sign-ups": INSIGHTS,
  "get /api/admin/insights/events": INSIGHTS,
  "get /api/admin/insights/members": READS_PEOPLE,
  "post /api/admin/people/matches": APPROVER,
  "get /api/admin/people/:id": READS_PEOPLE,
  "get /api/admin/people/:id/events": READS_PEOPLE,
  "get /api/admin/people/:id/notes": READS_PEOPLE,
  "post /api/admin/people/:id/notes": APPROVER,
  "delete /api/admin/notes/:id": APPROVER,
  "get /api/admin/tags": READS_PEOPLE,
  "post /api/admin/tags": APPROVER,
  "get /api/admin/counts": EVERY_ROLE,
  "post /api/admin/audit/:id/undo": EVERY_ROLE,
};
