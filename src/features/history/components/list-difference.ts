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

/** Compares two values of a setting that is a list, entry by entry; null for other fields. */
export function listDifference(field: string, before: unknown, after: unknown): EntryChange[] | null {
  const nameIn = NAME_IN[field];
  const [old, now] = [entriesOf(before), entriesOf(after)];
  if (!nameIn || !old || !now) return null;
  const removed = old.filter((entry) => !now.includes(entry));
  const added = now.filter((entry) => !old.includes(entry));
  const changed = removed.flatMap((was) => {
    const is = added.find((entry) => nameIn(entry) === nameIn(was));
    return is === undefined ? [] : [{ word: null, before: was, after: is }];
  });
  const isMoved =
    old.filter((entry) => now.includes(entry)).join("\n") !== now.filter((entry) => old.includes(entry)).join("\n");
  return [
    ...changed,
    ...removed
      .filter((entry) => changed.every((each) => each.before !== entry))
      .map((entry) => ({ word: "Removed" as const, before: entry, after: null })),
    ...added
      .filter((entry) => changed.every((each) => each.after !== entry))
      .map((entry) => ({ word: "Added" as const, before: null, after: entry })),
    ...(isMoved ? [{ word: "In another order" as const, before: null, after: null }] : []),
  ];
}
