import { fieldWords } from "#src/features/history/components/log-words.ts";

/** One line of what changed; null where there was, or is, nothing. */
export type Line = { readonly what: string; readonly before: string | null; readonly after: string | null };

type Facts = Readonly<Record<string, unknown>>;

// The same as something else, or of no use to a reader.
const LEFT_OUT = new Set(["id", "userId", "name", "title", "groupmeId", "role", "createdAt", "updatedAt"]);
const MOST_SHOWN = 200;

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function words(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_SHOWN).map(words).join("; ");
    return value.length > MOST_SHOWN ? `${shown}; and ${value.length - MOST_SHOWN} more` : shown;
  }
  if (isFacts(value))
    return Object.entries(value)
      .map(([field, inner]) => [fieldWords(field), words(inner)] as const)
      .filter(([, said]) => said !== "")
      .map(([field, said]) => `${field}: ${said}`)
      .join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function compare(before: Facts, after: Facts): Line[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !LEFT_OUT.has(field));
  return fields
    .map((field) => ({ what: fieldWords(field), before: words(before[field]), after: words(after[field]) }))
    .filter((line) => line.before !== line.after)
    .map(({ what, before: old, after: now }) => ({ what, before: old || null, after: now || null }));
}

const nameIn = (facts: Facts) => words(facts["name"]) || words(facts["nickname"]) || words(facts["email"]);

/** A merge is told as what the base became, and who went into it. */
function compareMerge(base: Facts, others: readonly unknown[], merged: Facts): Line[] {
  const went = others.filter(isFacts).map((other) => ({
    what: "Became part of it",
    before: [nameIn(other), words(other["email"]), words(other["phone"])].filter(Boolean).join(", "),
    after: null,
  }));
  return [...went, ...compare(base, merged)];
}

/** What an entry of the log changed, line by line: only what differs. */
export function differenceOf(before: unknown, after: unknown): Line[] {
  const [old, now] = [isFacts(before) ? before : {}, isFacts(after) ? after : {}];
  if (isFacts(old["base"]) && Array.isArray(old["others"])) return compareMerge(old["base"], old["others"], now);
  // Undone: the same, the other way round.
  if (isFacts(now["base"]) && Array.isArray(now["others"]))
    return compareMerge(now["base"], now["others"], old).map((line) => ({
      ...line,
      before: line.after,
      after: line.before,
    }));
  return compare(old, now);
}

/** The person an entry is about, if it names one. */
export function aboutWords(before: unknown, after: unknown): string {
  for (const side of [after, before]) {
    if (!isFacts(side)) continue;
    const facts = isFacts(side["base"]) ? side["base"] : side;
    const name = nameIn(facts);
    if (name !== "") return name;
  }
  return "";
}
