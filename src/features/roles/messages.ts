import { type Action, type Role, ROLE_WORDS } from "#src/shared/roles.ts";

export const EMAIL_REQUIRED = "Enter the email of their account.";
export const ROLE_REQUIRED = "Choose a role.";
export const NO_ACCOUNT = "There's no account with this email. Ask them to sign up first, then try again.";
export const NOT_CONFIRMED = "This email isn't confirmed yet. Ask them to confirm it first.";
export const NOT_HELD = "They don't have this role anymore.";
export const LAST_ORGANIZER = "You're the only organizer left. Make someone else an organizer first.";
export const SET_ON_SERVER = "This email is in ADMIN_EMAILS, a setting of the server. Remove it there.";
export const BLOCKED = "This person is blocked. Lift the block first.";
export const NOT_TO_YOURSELF = "This is your own account. Choose someone else.";

/** The purpose of each role. */
export const ROLE_USES: Readonly<Record<Role, string>> = {
  organizer: "Runs the group and can do everything.",
  approver: "Lets new people in and keeps their records right.",
  event_lead: "Reviews, edits, and publishes everyone's events.",
  treasurer: "Keeps the books.",
  greeter: "Welcomes people: checks them in and answers messages.",
};

/** An action, and why it is a separate permission. */
export const ACTION_WORDS: Readonly<Record<Action, readonly [what: string, why: string]>> = {
  decide_requests: ["Approve and decline requests to join", "Decides who gets into the chats."],
  read_people: ["See people's records", "Records hold phone numbers and notes."],
  change_people: ["Add people and edit their records", "A wrong edit loses someone's contact details."],
  block_people: ["Block people", "Keeps a person from RSVPs, chats and hosting."],
  manage_records: ["Import, export, merge, and delete people", "Moves or removes many people at once."],
  answer_messages: ["Read messages from the site's forms", "People write private things here."],
  read_reports: ["Read reports of people, messages, and photos", "A report may be about anyone, a helper too."],
  moderate_chats: [
    "Hide messages, mute people, and remove them from chats",
    "Decides what everyone in a chat reads, and who may speak.",
  ],
  manage_events: ["Edit any event, publish events and changes", "Guests act on what an event says."],
  issue_host_ids: ["Give hosts a Host ID", "Its owner publishes without a review."],
  manage_photos: ["Decide about photos that someone wants removed", "Hidden photos are shown here."],
  check_in: ["Check people in at events", "Attendance counts for everyone's history."],
  read_money: ["See payments and memberships", "What a person paid is private."],
  change_money: ["Record and correct payments", "The books can't be edited afterward, only corrected."],
  read_insights: ["See the group's numbers", "Revenue and attendance are for the team."],
  write_announcements: ["Write to members by email", "One mistake reaches everyone."],
  change_automation: ["Turn automation on and off", "It approves people and mails them without another look."],
  read_outbox: ["See which mails were sent", "Shows who got which mail."],
  read_logs: ["Read the audit log and the security log", "The logs show what everyone did."],
  change_settings: ["Change the group's settings", "They decide what every visitor reads, and who gets paid."],
  grant_roles: ["Give and take roles", "Decides all of the above."],
};

export const grantedWords = (email: string, role: Role) => `${email} is now ${withArticle(role)}.`;
export const revokedWords = (email: string, role: Role) => `${email} is no longer ${withArticle(role)}.`;
export const handedOverWords = (email: string) => `${email} is now an organizer, and you no longer are.`;

function withArticle(role: Role): string {
  const words = ROLE_WORDS[role].toLowerCase();
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}
