/** Roles stored in `account_roles`; a database check holds the same list. `src/policy/roles.ts` uses these tables. */
export const GRANTED_ROLES = ["approver", "event_lead", "treasurer", "greeter"] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** Organizers are in the group Admins, or listed in ADMIN_EMAILS. */
export const ROLES = ["organizer", ...GRANTED_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** Display names of the roles. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  organizer: "Organizer",
  approver: "Approver",
  event_lead: "Event lead",
  treasurer: "Treasurer",
  greeter: "Greeter",
};

/** Permissions that the console's calls and panels require. */
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

/** Action → the roles that include it. Organizers have every action. */
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
