import type { User, UserField } from "#src/features/admin/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";

type Choice = readonly [value: string, label: string];
export type FieldFacts = {
  readonly label: string;
  /** `list`: several, with commas between. */
  readonly kind: "text" | "email" | "phone" | "number" | "list" | "long" | "choice";
  readonly choices?: readonly Choice[];
};

// The names are the server's; without its schemas, which would bring their library to the page.
const FACTS: Readonly<Record<UserField, FieldFacts>> = {
  firstName: { label: "First name", kind: "text" },
  lastName: { label: "Last name", kind: "text" },
  nickname: { label: "Nickname", kind: "text" },
  email: { label: "E-mail", kind: "email" },
  phone: { label: "Phone", kind: "phone" },
  zphone2: { label: "Second phone", kind: "phone" },
  zsex: {
    label: "Sex",
    kind: "choice",
    choices: [
      ["", "Not specified"],
      ["male", "Male"],
      ["female", "Female"],
    ],
  },
  age: { label: "Age", kind: "number" },
  shirtsize: { label: "Shirt size", kind: "text" },
  groupMeUserId: { label: "GroupMe user id", kind: "text" },
  referredBy: { label: "Referred by", kind: "text" },
  reInterestedInEvents: { label: "Interested in", kind: "list" },
  selectedEvents: { label: "Selected events", kind: "list" },
  zmessage: { label: "Message", kind: "long" },
  socials: { label: "Socials", kind: "text" },
  role: {
    label: "Role",
    kind: "choice",
    choices: [
      ["user", "User"],
      ["member", "Member"],
      ["admin", "Admin"],
    ],
  },
  status: {
    label: "Status",
    kind: "choice",
    choices: [
      ["applied", "Applied"],
      ["approved", "Approved"],
    ],
  },
};

/** What can be set of a record, in the order in which it is shown. */
export const RECORD_FIELDS = Object.keys(FACTS) as readonly UserField[];

export function factsOfField(field: UserField): FieldFacts {
  return FACTS[field];
}

/** A field as it is typed. */
export function valueOf(user: User, field: UserField): string {
  return String(user[field] ?? "");
}

/** A field as it is read. */
export function wordsOf(field: UserField, value: string): string {
  const { kind, choices } = FACTS[field];
  if (kind === "phone") return formatPhone(value);
  if (kind === "list") return value.replaceAll(",", ", ");
  return choices?.find(([each]) => each === value)?.[1] ?? value;
}

/** A typed value as the API takes it: an age is a number. */
export function sendable(field: UserField, value: string): string | number {
  return FACTS[field].kind === "number" && /^\d+$/.test(value.trim()) ? Number(value) : value;
}

/** What to call a record among others. */
export function nameOf(user: User): string {
  return user.name || user.nickname || user.email || formatPhone(user.phone) || "No name";
}
