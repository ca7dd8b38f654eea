// The roles of the organizers' desk, and what each may do. `src/policy/roles.ts` asks this table.

/** Roles stored in `account_roles`. A database check has the same words. */
export const GRANTED_ROLES = ["approver", "event_lead", "treasurer", "greeter"] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** An organizer is in the group Admins, or listed in ADMIN_EMAILS. */
export const ROLES = ["organizer", ...GRANTED_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** What a role is called. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  organizer: "Organizer",
  approver: "Approver",
  event_lead: "Event lead",
  treasurer: "Treasurer",
  greeter: "Greeter",
};

/** What the calls and panels of the console ask for. */
export const ACTIONS = [
  "decide_requests",
  "read_people",
  "change_people",
  "manage_records",
  "block_people",
  "answer_messages",
  "read_reports",
  "moderate_chats",
  "manage_events",
  "issue_host_ids",
  "manage_photos",
  "check_in",
  "read_money",
  "change_money",
  "read_insights",
  "write_announcements",
  "change_automation",
  "read_outbox",
  "read_logs",
  "change_settings",
  "grant_roles",
] as const;
export type Action = (typeof ACTIONS)[number];

/** Action → the roles that include it besides the organizer's, which includes all. */
export const ACTION_ROLES: Readonly<Record<Action, readonly Role[]>> = {
  decide_requests: ["approver"],
  read_people: ["approver", "treasurer"],
  change_people: ["approver"],
  manage_records: [],
  block_people: [],
  answer_messages: ["approver", "greeter"],
  read_reports: [],
  moderate_chats: [],
  manage_events: ["event_lead"],
  issue_host_ids: ["event_lead"],
  manage_photos: ["event_lead"],
  check_in: ["event_lead", "greeter"],
  read_money: ["treasurer"],
  change_money: ["treasurer"],
  read_insights: ["event_lead", "treasurer"],
  write_announcements: [],
  change_automation: [],
  read_outbox: [],
  read_logs: [],
  change_settings: [],
  grant_roles: [],
};
