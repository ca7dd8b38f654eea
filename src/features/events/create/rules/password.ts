/** The value that people without a Host ID enter. */
export const NO_HOST_ID = "0";

type Parts = { hostName: string; submitterName: string; phone: string; hostId: string };

/**
 * Builds the `password` field that identifies the submitter: the Host ID, preceded by the names and phone if given.
 */
export function passwordOf({ hostName, submitterName, phone, hostId }: Parts): string {
  const others = [hostName, submitterName, phone].map((part) => part.trim()).filter((part) => part !== "");
  return [...others, hostId.trim() || NO_HOST_ID].join(", ");
}

/** Splits the field into the Host ID, which is its last word, and the text before it. */
export function splitPassword(password: string): { hostId: string; others: string } {
  const [, others = "", hostId = ""] = /^(.*?)[\s,;|/]*([^\s,;|/]*)$/s.exec(password.trim()) ?? [];
  return { hostId, others };
}
