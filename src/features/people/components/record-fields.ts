import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { User, UserField } from "#src/features/people/schema/users.ts";
import { SHIRT_SIZES } from "#src/shared/choices.ts";
import { formatPhone } from "#src/shared/contact.ts";

type Choice = readonly [value: string, label: string];
export type FieldFacts = {
  readonly label: string;
  /** `list`: comma-separated. */
  readonly kind: "text" | "email" | "phone" | "number" | "list" | "long" | "choice";
  readonly choices?: readonly Choice[];
};

// Field names are the server's, repeated to keep its schema library out of the page.
const FACTS: Readonly<Record<UserField, FieldFacts>> = {
  firstName: { label: FIELD_LABELS.firstName, kind: "text" },
  lastName: { label: FIELD_LABELS.lastName, kind: "text" },
  email: { label: FIELD_LABELS.email, kind: "email" },
  phone: { label: FIELD_LABELS.phone, kind: "phone" },
  zphone2: { label: FIELD_LABELS.zphone2, kind: "phone" },
  nickname: { label: FIELD_LABELS.nickname, kind: "text" },
  zsex: {
    label: FIELD_LABELS.zsex,
    kind: "choice",
    choices: [
      ["", "Not specified"],
      ["male", "Male"],
      ["female", "Female"],
    ],
  },
  age: { label: FIELD_LABELS.age, kind: "number" },
  shirtsize: {
    label: FIELD_LABELS.shirtsize,
    kind: "choice",
    choices: [["", "Not specified"], ...SHIRT_SIZES.map((size) => [size, size] as const)],
  },
  groupMeUserId: { label: FIELD_LABELS.groupMeUserId, kind: "text" },
  referredBy: { label: FIELD_LABELS.referredBy, kind: "text" },
  reInterestedInEvents: { label: FIELD_LABELS.reInterestedInEvents, kind: "list" },
  selectedEvents: { label: FIELD_LABELS.selectedEvents, kind: "list" },
  zmessage: { label: FIELD_LABELS.zmessage, kind: "long" },
  socials: { label: FIELD_LABELS.socials, kind: "text" },
  status: {
    label: FIELD_LABELS.status,
    kind: "choice",
    choices: [
      ["applied", "Applied"],
      ["approved", "Approved"],
    ],
  },
};

/** Display names of account roles. */
export const ROLE_WORDS: Readonly<Record<User["role"], string>> = {
  user: "User",
  member: "Member",
  admin: "Organizer",
};

/** Editable fields, in display order. */
export const RECORD_FIELDS = Object.keys(FACTS) as readonly UserField[];

export function factsOfField(field: UserField): FieldFacts {
  return FACTS[field];
}

/** A field's value in its input. */
export function valueOf(user: User, field: UserField): string {
  return String(user[field] ?? "");
}

/** A field's display text. */
export function wordsOf(field: UserField, value: string): string {
  const { kind, choices } = FACTS[field];
  if (kind === "phone") return formatPhone(value);
  if (kind === "list") return value.replaceAll(",", ", ");
  return choices?.find(([each]) => each === value)?.[1] ?? value;
}

/** An input's value as the API expects it: an age is a number. */
export function sendable(field: UserField, value: string): string | number {
  return FACTS[field].kind === "number" && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

/** A label for a record among others. */
export function nameOf(user: User): string {
  return user.name || user.nickname || user.email || formatPhone(user.phone) || "No name";
}
