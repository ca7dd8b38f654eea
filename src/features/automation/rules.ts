import type { FoundMatch } from "#src/features/people/queries/matches.server.ts";
import { scoreOf } from "#src/features/people/rules.ts";

type Asked = { readonly email: string };

const PROOFS: ReadonlySet<string> = new Set(["groupme_id", "phone", "second_phone", "email"]);

/**
 * The one record that is certainly the requester's; null if an organizer must decide. A match is certain by the
 * confirmed email of the record's account, or by the phone number of an approved record: anyone can type any other
 * address or number into a join form. A second record with an id, address or number in common makes it uncertain.
 */
export function certainMatch(
  { email }: Asked,
  matches: readonly FoundMatch[],
  { confirmed, leastPercent }: { confirmed: ReadonlyMap<string, readonly string[]>; leastPercent: number },
): FoundMatch | null {
  const [only, ...others] = matches.filter(({ evidence }) => evidence.some(({ kind }) => PROOFS.has(kind)));
  // Compared as organizers see the score: whole percent.
  if (!only || others.length > 0 || Math.round(scoreOf(only.evidence) * 100) < leastPercent) return null;
  const isEmail = email !== "" && (confirmed.get(only.user.userId)?.includes(email) ?? false);
  const isPhone = only.user.status === "approved" && only.evidence.some(({ kind }) => kind === "phone");
  return isEmail || isPhone ? only : null;
}
