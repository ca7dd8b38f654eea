import { NO_ANSWER } from "#src/shared/choices.ts";
import { USER_FIELDS, type UserField, type UserFields } from "#src/features/people/schema/users.ts";
import { USER_STATUSES } from "#src/shared/states.ts";

// Estimated probability that each kind of evidence is right: ids belong to one person, phones and addresses nearly so,
// and a beach town has more than one Sam Smith.
const NAMES = { name: 0.8, similar_name: 0.7, nickname: 0.75, similar_nickname: 0.6 } as const;
const PROOFS = { groupme_id: 0.99, phone: 0.95, second_phone: 0.9, email: 0.95 } as const;

/** One reason for a match; `similarity` for approximate ones. */
export type Evidence = { readonly kind: keyof typeof NAMES | keyof typeof PROOFS; readonly similarity: number };

function isName(kind: Evidence["kind"]): kind is keyof typeof NAMES {
  return kind in NAMES;
}

/** A score from 0 to 1. Independent evidence adds up; name and nickname count as one piece. */
export function scoreOf(evidence: readonly Evidence[]): number {
  let byName = 0;
  const proofs = new Map<string, number>();
  for (const { kind, similarity } of evidence) {
    if (isName(kind)) byName = Math.max(byName, NAMES[kind] * similarity);
    else proofs.set(kind, PROOFS[kind]);
  }
  const doubt = [byName, ...proofs.values()].reduce((left, weight) => left * (1 - weight), 1);
  return Math.round((1 - doubt) * 1000) / 1000;
}

const LISTS = ["reInterestedInEvents", "selectedEvents"] as const;

function isList(field: UserField): field is (typeof LISTS)[number] {
  return LISTS.some((list) => list === field);
}

function strongest<T extends string>(ranks: readonly T[], values: readonly T[]): T {
  return values.reduce((best, value) => (ranks.indexOf(value) > ranks.indexOf(best) ? value : best));
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

const isSaid = (value: unknown) => value !== "" && value !== null && value !== NO_ANSWER;

/** The first non-empty value. */
function firstSaid<T>(values: readonly T[]): T | undefined {
  return values.find(isSaid) ?? values[0];
}

/**
 * The merged record: the base's values, filled in from the first other record that has one; lists merged; overridden by
 * the organizer's choices.
 */
export function mergeRecords(
  base: UserFields,
  others: readonly UserFields[],
  chosen: Partial<UserFields> = {},
): UserFields {
  const all = [base, ...others];
  const filled = Object.fromEntries(
    USER_FIELDS.map((field) => [field, firstSaid(all.map((record) => record[field]))]),
  ) as UserFields;
  return {
    ...filled,
    reInterestedInEvents: union(all.map((record) => record.reInterestedInEvents)),
    selectedEvents: union(all.map((record) => record.selectedEvents)),
    // The strongest status: merging never revokes an approval.
    status: strongest(
      USER_STATUSES,
      all.map((record) => record.status),
    ),
    ...chosen,
  };
}

type Conflict = { readonly field: string; readonly values: { readonly userId: string; readonly value: string }[] };

/** Fields with conflicting values. Lists never conflict, because they are merged. */
export function conflictsOf(records: readonly (UserFields & { userId: string })[]): Conflict[] {
  return USER_FIELDS.filter((field) => !isList(field))
    .map((field) => ({
      field,
      values: records
        .map((record) => ({ userId: record.userId, value: String(record[field] ?? "") }))
        .filter(({ value }) => isSaid(value)),
    }))
    .filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1);
}

/** The sent fields that differ from the record. */
export function changedFields(record: UserFields, sent: Partial<UserFields>): Partial<UserFields> {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(record[field as UserField]),
    ),
  );
}

/** Whether a new record has a name. */
export function hasName({ firstName, lastName, nickname, email, phone }: Partial<UserFields>): boolean {
  return [firstName, lastName, nickname, email, phone].some(Boolean);
}
