type PlainField = {
  readonly label: string;
  /** UTF-16 units. */
  readonly max: number;
  /** What an empty field is told; null where it may be empty. */
  readonly missing: string | null;
};

/**
 * The event's fields that are the same text everywhere: in the form, in the API, in the column of that name and on the
 * page. A field named here is read, checked, stored, changed, proposed and given out; all that is left is to show it.
 */
export const PLAIN_FIELDS = {
  title: { label: "Title", max: 120, missing: "Give the event a title." },
  description: { label: "Description", max: 5000, missing: "Say what it is: a sentence or two will do." },
  host: { label: "Host", max: 100, missing: "Say who hosts it." },
  groupMeChatId: { label: "Group chat id", max: 100, missing: null },
} as const satisfies Readonly<Record<string, PlainField>>;

export type PlainName = keyof typeof PLAIN_FIELDS;
export type PlainValues = { readonly [Name in PlainName]: string };
const PLAIN_NAMES = Object.keys(PLAIN_FIELDS) as PlainName[];

/** Something for each plain field. */
export function forPlain<T>(make: (name: PlainName) => T): { [Name in PlainName]: T } {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, make(name)])) as { [Name in PlainName]: T };
}

/** The plain fields of a form, a row, a call or a page. */
export function plainOf(from: PlainValues): { [Name in PlainName]: string } {
  return forPlain((name) => from[name]);
}
