import { readPoint } from "#src/shared/map-point.ts";

export type PlainField = {
  readonly label: string;
  /** Maximum length in UTF-16 units. */
  readonly max: number;
  /** The error for an empty field; null if it may be empty. */
  readonly missing: string | null;
  /** The required format of a non-empty value, and its error. */
  readonly form?: { readonly fits: (text: string) => boolean; readonly sentence: string };
};

/** Whether this is a URL at one of these sites, because its link is named after the site. */
function isAt(text: string, sites: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" && sites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

const FACEBOOK = {
  fits: (text: string) => isAt(text, ["facebook.com", "fb.com", "fb.me"]),
  sentence: "Give the event's whole address at Facebook, beginning with https://, or leave it empty.",
};
const VENMO = {
  fits: (text: string) => /^@?[A-Za-z0-9_-]{1,60}$/.test(text) || isAt(text, ["venmo.com"]),
  sentence: "Give a Venmo name like @beach-host, or leave it empty.",
};
const CASH_APP = {
  fits: (text: string) => /^\$?[A-Za-z0-9_-]{1,60}$/.test(text) || isAt(text, ["cash.app"]),
  sentence: "Give a Cash App name like $beachhost, or leave it empty.",
};

const POINT = {
  fits: (text: string) => readPoint(text) !== null,
  sentence: "Give the point as latitude and longitude, like 30.2938, -81.3905, or leave it empty.",
};

/**
 * Text fields with the same name and value in the form, the API and the database. A field listed here is parsed,
 * validated, stored, edited, proposed and returned automatically; only its display is left to add.
 */
export const PLAIN_FIELDS = {
  title: { label: "Title", max: 120, missing: "Give the event a title." },
  description: { label: "Description", max: 5000, missing: "Say what it is: a sentence or two will do." },
  host: { label: "Host", max: 100, missing: "Say who hosts it." },
  groupMeChatId: { label: "Group chat id", max: 100, missing: null },
  facebookLink: { label: "Facebook link", max: 500, missing: null, form: FACEBOOK },
  organizerVenmo: { label: "Venmo name", max: 200, missing: null, form: VENMO },
  bring: { label: "What to bring", max: 300, missing: null },
  mapPoint: { label: "Point on the map", max: 40, missing: null, form: POINT },
  organizerCashApp: { label: "Cash App name", max: 200, missing: null, form: CASH_APP },
} as const satisfies Readonly<Record<string, PlainField>>;

export type PlainName = keyof typeof PLAIN_FIELDS;
export type PlainValues = { readonly [Name in PlainName]: string };
const PLAIN_NAMES = Object.keys(PLAIN_FIELDS) as PlainName[];

/** Makes a value for each plain field. */
export function forPlain<T>(make: (name: PlainName) => T): { [Name in PlainName]: T } {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, make(name)])) as { [Name in PlainName]: T };
}

/** Picks the plain fields of a form, a row, a request or a view. */
export function plainOf(from: PlainValues): { [Name in PlainName]: string } {
  return forPlain((name) => from[name]);
}
