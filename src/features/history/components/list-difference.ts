import { linesOf } from "#src/shared/lines.ts";

/** An entry of a list that was added, removed or changed, with the word for it; null if the entry was changed. */
export type EntryChange = {
  readonly word: "Added" | "Removed" | "In another order" | null;
  readonly before: string | null;
  readonly after: string | null;
};

const untilMark = (mark: string) => (entry: string) => (entry.split(mark)[0] ?? "").trim();

/** The settings that are lists, and the part of an entry that stays when the rest of it is changed. */
const NAME_IN: Readonly<Record<string, (entry: string) => string>> = {
  hiddenPages: String,
  interests: String,
  chatGroups: String,
  places: untilMark(","),
  merchants: untilMark("|"),
  budget: (entry) => entry.replace(/^\S+\s+/, ""),
};

function entriesOf(value: unknown): string[] | null {
  if (typeof value === "string") return linesOf(value);
  return Array.isArray(value) ? value.map(String) : null;
}

/** The entries of a list that are not in another, each as often as the other lacks it. */
function without(entries: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return entries.filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Compares two values of a setting that is a list, entry by entry; null for other fields. */
export function listDifference(field: string, before: unknown, after: unknown): EntryChange[] | null {
  const nameIn = NAME_IN[field];
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (!nameIn || !old || !now) return null;
  const [removed, added] = [without(old, now), without(now, old)];
  const pairs = removed.map((was) => {
    const at = added.findIndex((entry) => nameIn(entry) === nameIn(was));
    return { was, is: at < 0 ? null : (added.splice(at, 1)[0] ?? null) };
  });
  const isMoved = pairs.length === 0 && added.length === 0 && old.join("\n") !== now.join("\n");
  return [
    ...pairs.map(({ was, is }) => ({ word: is === null ? ("Removed" as const) : null, before: was, after: is })),
    ...added.map((entry) => ({ word: "Added" as const, before: null, after: entry })),
    ...(isMoved ? [{ word: "In another order" as const, before: null, after: null }] : []),
  ];
}
