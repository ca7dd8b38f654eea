import fc from "fast-check";

/** As much of JSON Schema as the descriptions of our calls use. */
export type JsonSchema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

/** Ids that are in the database, by the table that they are of. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2066gnp.exe",
  `z${"\u0301\u0489".repeat(400)}`,
  "👩‍👩‍👧‍👦🏴‍☠️",
  "\u2028\u2029\u0085\ufeff",
  "İıſK",
  "ﷺ".repeat(300),
  "x".repeat(20_001),
  "\r\nBcc: everyone@example.com\r\n\r\n",
  "<script>alert(1)</script>",
  "'; drop table users; --",
  "\\'; select sleep(5); --",
  "%",
  "%_%%",
  "*:* & | ! ( <->",
  "=1+1",
  "{{7*7}}#{7*7}<%= 7*7 %>",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "1e309",
  "-0",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "../../../../etc/hosts",
  "javascript:alert(1)",
  "0000-00-00",
  "2026-02-30",
  "9999-12-31",
  "+999999-12-31",
  "24:60",
  "9".repeat(400),
  "a@b",
  `${"a".repeat(320)}@example.com`,
  "\u{10ffff}\uffff",
];

// Written as they are into the JSON: no value of JavaScript is written so.
const RAW = ["1e309", "-1e309", "-0", "1e-400", "9007199254740993", "9".repeat(500), "0.1".padEnd(400, "1")];
const raw = fc.constantFrom(...RAW).map((token) => `⟦${token}⟧`);

/** Text of JSON, its raw numbers among it. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? "").replace(/"⟦([^⟧]*)⟧"/g, (_, token: string) => token);

const deep = fc
  .constantFrom(64, 500)
  .map((levels) => Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: [inner] }), 1));
const fromPrototype = fc
  .constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then")
  .map((name) => Object.fromEntries([[name, { polluted: true, length: 1e9 }]]));
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.string({ unit: "binary", maxLength: 40 }),
);
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, [], {}, [[]], [null], ["x"]),
  raw,
  deep,
  fromPrototype,
  fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }),
);

const EMAILS = ["a@example.com", "member@example.com", "Ünï.cödé@example.com", "stranger@example.net"];
const KINDS: readonly (readonly [name: RegExp, table: string])[] = [
  [/user|base|others|target|source/i, "users"],
  [/event|^id$/i, "social_events"],
  [/chat/i, "chats"],
];

/** Text that the field may well take: of its kind, of the lengths at its ends, of letters that few think of. */
function fittingText(name: string, { minLength = 0, maxLength = 60 }: JsonSchema, known: KnownIds) {
  const most = Math.min(maxLength, 2000);
  const ordinary = fc.constantFrom(
    "Ana",
    "Łódź 日本 🏐",
    "يوم الشاطئ",
    "18:00",
    "2026-12-05",
    "9045550142",
    "2 hrs",
    "1",
  );
  const ends = fc.constantFrom("x".repeat(most), "x".repeat(minLength), "y".repeat(most + 1), "é".repeat(most));
  const table = KINDS.find(([names]) => names.test(name))?.[1];
  const ids = table === undefined ? ordinary : fc.constantFrom(...(known[table] ?? []), "none");
  const own = /email/i.test(name) ? fc.constantFrom(...EMAILS) : /id$|ids|base|others/i.test(name) ? ids : ordinary;
  return fc.oneof({ weight: 6, arbitrary: own }, ends, fc.string({ unit: "grapheme", minLength, maxLength: most }));
}

function fittingNumber({ minimum = -5, maximum = 5000, type }: JsonSchema): fc.Arbitrary<unknown> {
  const ends = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 0, 1);
  const within = fc.integer({ min: Math.max(minimum, -(2 ** 40)), max: Math.min(maximum, 2 ** 40) });
  return type === "integer" ? fc.oneof(within, ends) : fc.oneof(within, ends, fc.double());
}

/** What fits a schema, or lies just beside it. */
export function fitting(schema: JsonSchema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return fc.oneof(...some.map((one) => fitting(one, name, known)));
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value, key, known)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: [...(schema.required ?? [])],
      });
    }
    case "array":
      return fc.array(fitting(schema.items ?? {}, name, known), { maxLength: 5 });
    case "integer":
    case "number":
      return fittingNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fittingText(name, schema, known);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** One field of it spoiled, left out or added. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return hostile;
  const names = Object.keys(value);
  const replaced = fc
    .tuple(fc.constantFrom(...names, "extra", "__proto__", "constructor"), hostile)
    .map(([name, bad]) => Object.fromEntries([...Object.entries(value), [name, bad]]));
  const without = fc
    .constantFrom(...names, "")
    .map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
  return fc.oneof({ weight: 3, arbitrary: replaced }, without);
}

const BROKEN = ["", "{", "nul", '{"a":1,}', "[1", '"\\ud8', "\ufeff{}", "{'a':1}", "NaN", "Infinity", "0x10", "01"];
const DEEPEST = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
const brokenJson = fc.constantFrom(...BROKEN, DEEPEST, `{"a":${DEEPEST}}`, `{"a":"${"x".repeat(70_000)}"}`);

/** A JSON body for this schema: what fits, what nearly fits, anything at all, and what is no JSON. */
export function jsonBody(schema: JsonSchema, known: KnownIds): fc.Arbitrary<string> {
  const fit = fitting(schema, "", known);
  return fc.oneof(
    { weight: 5, arbitrary: fit.map(jsonText) },
    { weight: 5, arbitrary: fit.chain(spoiled).map(jsonText) },
    { weight: 1, arbitrary: hostile.map(jsonText) },
    { weight: 1, arbitrary: brokenJson },
  );
}
