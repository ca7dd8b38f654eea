/** What the site does automatically once an organizer turns it on. A database check holds the same list. */
export const AUTOMATIONS = ["approve_match", "welcome", "digest", "thanks", "come_back", "membership_ending"] as const;
export type Automation = (typeof AUTOMATIONS)[number];

/** Automations that are mails. */
export type MailAutomation = Exclude<Automation, "approve_match">;

/** The number that an automation needs; omitted if none. */
export const AMOUNTS: Readonly<Partial<Record<Automation, { least: number; most: number; usual: number }>>> = {
  // Percent. An email or a phone alone is 95, with the same name 99.
  approve_match: { least: 90, most: 99, usual: 97 },
  // Weeks.
  come_back: { least: 2, most: 26, usual: 8 },
  // Days.
  membership_ending: { least: 2, most: 30, usual: 7 },
};
