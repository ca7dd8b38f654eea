import { type SQL, sql } from "drizzle-orm";
import type { Person } from "#src/features/privacy/commands/person.server.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

// Patterns for names, addresses and numbers inside text that is kept. PostgreSQL regular expressions (ARE).

const escaped = (word: string) => word.replaceAll("\\", "").replaceAll(/[.*+?^${}()|[\]]/g, "\\$&");

// Adds word boundaries where the name begins or ends with a letter.
function asWord(pattern: string, word: string): string {
  const [start, end] = [/^[\p{L}\p{N}]/u.test(word) ? "\\m" : "", /[\p{L}\p{N}]$/u.test(word) ? "\\M" : ""];
  return `${start}${pattern}${end}`;
}

/** Matches any formatting: 904-555-0142, (904) 555 0142, +1 904.555.0142. */
function phonePattern(digits: string): string {
  const local = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return `(?<![0-9])(\\+?1[ .-]?)?\\(?${[...local].join("[ ().-]{0,3}")}(?![0-9])`;
}

const spaced = (name: string) => name.split(/\s+/).map(escaped).join("\\s+");
const fullName = (name: string) => asWord(spaced(name), name);

const emailPattern = (email: string) => `(?<![[:alnum:]._%+-])${escaped(email)}(?!-?[[:alnum:]]|\\.[[:alnum:]])`;
const phoneParts = (phones: readonly string[]) => phones.filter((phone) => phone.length >= 7).map(phonePattern);
const contacts = (emails: readonly string[], phones: readonly string[]) => [
  ...emails.map(emailPattern),
  ...phoneParts(phones),
];
const anyPattern = (parts: readonly string[]) => (parts.length === 0 ? null : parts.join("|"));

// "Tess Lindqvist-Cole" is not Tess Lindqvist.
const otherFullName = (name: string) => `(?<![[:alnum:]_-])${spaced(name)}(?!-?[[:alnum:]_])`;

/**
 * A pattern of what identifies them in other people's text: only identifiers that the group vouched for and that nobody
 * else has. People choose their own names, so a name must not be able to rewrite others' text. Null if there is
 * nothing.
 */
function identifying({ known }: Person): string | null {
  return anyPattern([...known.emails.map(emailPattern), ...known.names.map(otherFullName)]);
}

/** Redacts this person from other people's text. A phone number is redacted only from text that also names them. */
export function redactedOthers(text: SQL, person: Person): SQL {
  const pattern = identifying(person);
  const all = anyPattern([...(pattern === null ? [] : [pattern]), ...phoneParts(person.known.phones)]);
  return pattern === null ? text : sql`case when ${text} ~* ${pattern} then ${redacted(text, all)} else ${text} end`;
}

/**
 * A pattern for the audit log: what identifies them in others' words, and contacts that nobody else has. The log keeps
 * contacts as data, so that a phone number there needs no name beside it.
 */
export const loggedWords = (person: Person): string | null =>
  anyPattern([identifying(person) ?? [], contacts(person.emails, person.phones)].flat());

/** {@link redactedOthers} for every text in JSON, by names and emails alone. */
export const redactedOthersJson = (json: SQL, person: Person): SQL => redactedJson(json, identifying(person));

/** In system messages: their name at the start of "Zelda Quill joined". */
export function arrival({ nobodyElses }: Person): string | null {
  const names = nobodyElses.map(fullName);
  return names.length === 0 ? null : `^(?:${names.join("|")})(?=\\s+(?:has\\s+)?(?:joined|left)\\M)`;
}

/**
 * A condition for rows whose text may name this person, or contain one of `others`, using a trigram index on `words`.
 * Null if none can.
 */
export function mentions(words: SQL, { known }: Person, others: readonly string[] = []): SQL | null {
  const parts = [...known.emails, ...known.names, ...others];
  const like = (part: string) =>
    sql`${words} ilike ${`%${part.replaceAll(/[\\%_]/g, "\\$&").replaceAll(/\s+/g, "%")}%`}`;
  return parts.length === 0 ? null : sql`(${sql.join(parts.map(like), sql` or `)})`;
}

/**
 * The pattern for their own text: also each single name, a bare handle, and shared contacts. In their own text these
 * mean this person; elsewhere they may mean someone else.
 */
export function ownWords({ ownEmails, ownPhones, fullNames, singleNames, handles }: Person): string | null {
  const singles = singleNames.filter((name) => name.length >= 2).map((name) => asWord(escaped(name), name));
  return anyPattern([
    ...contacts(ownEmails, ownPhones),
    ...fullNames.map(fullName),
    ...handles.map((handle) => `@?${asWord(escaped(handle), handle)}`),
    ...singles,
  ]);
}

/** The text with what the pattern finds replaced. */
export function redacted(text: SQL, pattern: string | null): SQL {
  return pattern === null ? text : sql`regexp_replace(${text}, ${pattern}, ${FORMER_MEMBER}, 'gi')`;
}

/** Redacts every string in JSON; `redact_json` is defined in the migrations. */
export function redactedJson(json: SQL, pattern: string | null): SQL {
  return pattern === null ? json : sql`redact_json(${json}, ${pattern}, ${FORMER_MEMBER})`;
}
