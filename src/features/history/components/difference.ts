import { fieldWords } from "#src/features/history/components/log-words.ts";
import { type EntryChange, listDifference } from "#src/features/history/components/list-difference.ts";
import {
  type Facts,
  isFacts,
  isTold,
  type MomentWords,
  valueWords,
} from "#src/features/history/components/value-words.ts";

/** One changed field or entry of a list; null for an empty value. */
export type Line = EntryChange & { readonly what: string };

type Changed = { readonly before?: unknown; readonly after?: unknown };

function words(facts: Facts, field: string, momentWords: MomentWords): string {
  return valueWords(field, facts[field], momentWords);
}

const text = (facts: Facts, field: string) => (typeof facts[field] === "string" ? facts[field] : "");

function compareField(field: string, before: Facts, after: Facts, momentWords: MomentWords): Line[] {
  const what = fieldWords(field);
  const entries = listDifference(field, before[field], after[field]);
  if (entries) return entries.map((entry) => ({ what, ...entry }));
  const [old, now] = [words(before, field, momentWords), words(after, field, momentWords)];
  return old === now ? [] : [{ what, word: null, before: old || null, after: now || null }];
}

function compare(before: Facts, after: Facts, momentWords: MomentWords): Line[] {
  // An unchanged title only names the event, which the sentence already does.
  const isChange = (field: string) => field !== "title" || (field in before && field in after);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => isTold(field) && isChange(field))
    .flatMap((field) => compareField(field, before, after, momentWords));
}

const nameIn = (facts: Facts) => text(facts, "name") || text(facts, "nickname") || text(facts, "email");

/** A merge shows the changes of the base record, and the merged records. */
function compareMerge(
  { base, others }: { base: Facts; others: readonly unknown[] },
  merged: Facts,
  momentWords: MomentWords,
): Line[] {
  const went = others.filter(isFacts).map((other) => ({
    what: "Became part of it",
    word: null,
    before: [nameIn(other), text(other, "email"), words(other, "phone", momentWords)].filter(Boolean).join(", "),
    after: null,
  }));
  return [...went, ...compare(base, merged, momentWords)];
}

const mergeIn = ({ base, others }: Facts) => (isFacts(base) && Array.isArray(others) ? { base, others } : null);

/** An entry's changed fields, one per line; of lists, one per changed entry. */
export function differenceOf({ before, after }: Changed, momentWords: MomentWords): Line[] {
  const [old, now] = [isFacts(before) ? before : {}, isFacts(after) ? after : {}];
  const [merge, undone] = [mergeIn(old), mergeIn(now)];
  if (merge) return compareMerge(merge, now, momentWords);
  // For an undo, before and after are swapped.
  if (undone)
    return compareMerge(undone, old, momentWords).map((line) => ({ ...line, before: line.after, after: line.before }));
  return compare(old, now, momentWords);
}

/** The person an entry is about, if it names one. */
export function aboutWords({ before, after }: Changed): string {
  for (const side of [after, before]) {
    if (!isFacts(side)) continue;
    const facts = isFacts(side["base"]) ? side["base"] : side;
    const name = nameIn(facts);
    if (name !== "") return name;
  }
  return "";
}
