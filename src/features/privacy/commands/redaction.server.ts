import { type SQL, sql } from "drizzle-orm";
import type { Person } from "#src/features/privacy/commands/person.server.ts";
import { FORMER_MEMBER } from "#src/features/privacy/messages.ts";

// Names, addresses and numbers inside words that stay. Patterns are PostgreSQL's (ARE); they match no quote and no
// backslash, so that they can be replaced in JSON as text too.

const escaped = (word: string) => word.replaceAll(/["\\]/g, "").replaceAll(/[.*+?^${}()|[\]]/g, "\\$&");

// The bounds of a word, where the name begins or ends with a letter at all.
function asWord(pattern: string, word: string): string {
  const [start, end] = [/^[\p{L}\p{N}]/u.test(word) ? "\\m" : "", /[\p{L}\p{N}]$/u.test(word) ? "\\M" : ""];
  return `${start}${pattern}${end}`;
}

/** However people write it: 904-555-0142, (904) 555 0142, +1 904.555.0142. */
function phonePattern(digits: string): string {
  const local = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return `(\\+?1[ .-]?)?\\(?${[...local].join("[ ().-]{0,3}")}`;
}

const fullName = (name: string) => asWord(name.split(/\s+/).map(escaped).join("\\s+"), name);

/** What identifies them wherever it stands: the whole name, addresses and numbers. Null when there is nothing. */
export function identifying({ emails, phones, fullNames }: Person): string | null {
  const parts = [
    ...emails.map(escaped),
    ...phones.filter((phone) => phone.length >= 7).map(phonePattern),
    ...fullNames.map(fullName),
  ];
  return parts.length === 0 ? null : parts.join("|");
}

/** In what they wrote themselves, each of their names too: there "Zelda" is they, elsewhere it may be another. */
export function ownWords(person: Person): string | null {
  const singles = person.singleNames.filter((name) => name.length >= 2).map((name) => asWord(escaped(name), name));
  const parts = [identifying(person), ...singles].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("|");
}

/** The text with what the pattern finds replaced. */
export function redacted(text: SQL, pattern: string | null): SQL {
  return pattern === null ? text : sql`regexp_replace(${text}, ${pattern}, ${FORMER_MEMBER}, 'gi')`;
}

/** The same for JSON. */
export function redactedJson(json: SQL, pattern: string | null): SQL {
  return pattern === null ? json : sql`${redacted(sql`${json}::text`, pattern)}::jsonb`;
}
