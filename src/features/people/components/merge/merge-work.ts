import { sendable, valueOf } from "#src/features/people/components/record-fields.ts";
import type { User, UserField } from "#src/features/people/schema/users.ts";

/** The state of an unfinished merge. */
export type MergeWork = {
  /** The userId of the record that stays; null = the first. */
  readonly base: string | null;
  /** The userIds of records left out. */
  readonly left: readonly string[];
  /** Field → the userId of the record whose value was chosen. */
  readonly choices: Readonly<Partial<Record<UserField, string>>>;
};
export const NEW_MERGE: MergeWork = { base: null, left: [], choices: {} };

/** The records to merge, base first: empty fields are filled in this order. */
export function recordsOfMerge(records: readonly User[], work: MergeWork): readonly User[] {
  const part = records.filter(({ userId }) => !work.left.includes(userId));
  const base = part.find(({ userId }) => userId === work.base) ?? part[0];
  return base ? [base, ...part.filter((record) => record !== base)] : [];
}

/** The request body of the merge calls. */
export function mergeRequestOf(part: readonly User[], { choices }: MergeWork) {
  const [base, ...others] = part;
  const chosen = Object.entries(choices).flatMap(([name, userId]) => {
    const field = name as UserField;
    const record = part.find((each) => each.userId === userId);
    return record ? [[field, sendable(field, valueOf(record, field))] as const] : [];
  });
  return {
    base: base?.userId ?? "",
    others: others.map(({ userId }) => userId),
    ...(chosen.length > 0 && { fields: Object.fromEntries(chosen) }),
  };
}

/** Changing the base resets the choices. */
export function withBase(work: MergeWork, userId: string): MergeWork {
  return { ...work, base: userId, choices: {} };
}

/** Leaves a record out or includes it again; leaving it out drops the choices made from it. */
export function toggled(work: MergeWork, userId: string): MergeWork {
  if (work.left.includes(userId)) return { ...work, left: work.left.filter((each) => each !== userId) };
  const kept = Object.entries(work.choices).filter(([, from]) => from !== userId);
  return {
    base: work.base === userId ? null : work.base,
    left: [...work.left, userId],
    choices: Object.fromEntries(kept),
  };
}
