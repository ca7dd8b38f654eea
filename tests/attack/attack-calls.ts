import fc from "fast-check";
import { z } from "zod";
import { fitting, hostileText, jsonBody, type JsonSchema, type KnownIds } from "#tests/attack/attack-values.ts";

/** The sender: the first four have a valid token or none. */
const SENDERS = ["visitor", "user", "member", "admin", "forged", "expired", "unsigned", "garbage"] as const;
export type Sender = (typeof SENDERS)[number];

/** One request, as it goes over the wire. */
export type AttackInput = {
  readonly path: string;
  readonly sender: Sender;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Its path and its Host are such that it meets the very call it is for. */
  readonly isExact: boolean;
};

export type AttackCall = {
  readonly name: string;
  readonly method: string;
  readonly isForAdmins: boolean;
  /** Status → what the body must be; `null`: no such check. A status that is not there is not declared. */
  readonly answers: ReadonlyMap<number, z.ZodType | null> | null;
  readonly inputs: fc.Arbitrary<AttackInput>;
};

type Media = Readonly<Record<string, { readonly schema?: JsonSchema }>>;
type Operation = {
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
};
export type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: { readonly Error: JsonSchema } };
};

// The one call under these addresses that is not for organizers says so itself: `type=socialEvents`.
const FOR_ADMINS = /^\/api\/(?:admin|users|pending-join-requests)(?:\/|$)/;

const SEGMENTS = ["..", ".", "..%2f..%2fetc%2fhosts", "%2e%2e%2f", "%252e%252e%252f", "%00", "%ff", "%", "%c0%ae", "\\"]
  .concat(["__proto__", "constructor", "a".repeat(3000), "1e309", "-0", "%0d%0aSet-Cookie:a=b", "%F0%9F%8F%90", "*"])
  .concat(["..;", "%2f", "C:%5cwindows", "%u002e", "file:%2f%2f", "'", '"', "[", "{}", "~", "null", "NaN", "%20"]);
const escaped = (text: string) => encodeURIComponent(text.toWellFormed());
const badSegment = fc.oneof(fc.constantFrom(...SEGMENTS), hostileText.map(escaped));

/** Path → the table that the ids in it are of. */
const TABLES: readonly (readonly [path: RegExp, table: string])[] = [
  [/^\/api\/(?:social-events|admin\/events)/, "social_events"],
  [/^\/(?:events|join|share)/, "social_events"],
  [/^\/chats/, "chats"],
  [/requests\/users/, "users"],
  [/pending-requests/, "chat_join_requests"],
  [/host-ids/, "host_ids"],
  [/audit/, "audit_log"],
  [/payments/, "payments"],
  [/photos/, "photo_requests"],
  [/outbox/, "mail_outbox"],
  [/messages/, "form_submissions"],
];
const ACTIONS = { action: ["approve", "reject", "hide", "show", "decline"], deed: ["cancel", "renew"] };

function goodSegment(path: string, name: string, known: KnownIds): fc.Arbitrary<string> {
  if (name === "action" || name === "deed") return fc.constantFrom(...ACTIONS[name]);
  const table = TABLES.find(([pattern]) => pattern.test(path))?.[1] ?? "users";
  return fc.constantFrom(...(known[table] ?? []), "none").map(escaped);
}

/** The path of a call with its places filled; now and then with something that is no id. */
function paths(template: string, known: KnownIds): fc.Arbitrary<{ path: string; isExact: boolean }> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return fc.constant({ path: template, isExact: true });
  const fill = (make: (name: string) => fc.Arbitrary<string>, isExact: boolean) =>
    fc.tuple(...names.map(make)).map((segments) => {
      const rest = [...segments];
      return { path: template.replace(/\{\w+\}/g, () => rest.shift() ?? ""), isExact };
    });
  const good = (name: string) => goodSegment(template, name, known);
  return fc.oneof(
    { weight: 3, arbitrary: fill(good, true) },
    { weight: 1, arbitrary: fill((name) => fc.oneof(good(name), badSegment), false) },
  );
}

const ODD_QUERIES = ["?", "?&&=&", "?=", "?%", "?%ff=%c0", "?a[]=1&a[b]=2", "?__proto__=1&constructor=2", "?%00=%00"]
  .concat([`?${"a&".repeat(2000)}`, `?${"x".repeat(6000)}`, "?_routes=root", "?after=bm9wZQ", "?after=%22", "#x"])
  .concat(["?after=WzEsMixdXQ", "?after=WyIyMDI2LTEyLTA1IiwxZTMwOV0", "?after=e30", "?limit=-1&limit=1e309&page=-0"]);

/** The query of a call: fitting, spoiled, given twice, or nothing that anybody would write. */
function queries(parameters: Operation["parameters"], known: KnownIds): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === "query");
  const values = Object.fromEntries(
    own.map(({ name, schema }) => [
      name,
      fc.oneof({ weight: 4, arbitrary: fitting(schema, name, known) }, { weight: 1, arbitrary: hostileText }),
    ]),
  );
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
  const written = fc.record(values as Record<string, fc.Arbitrary<unknown>>, { requiredKeys }).map((query) => {
    const text = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`);
    return text.length === 0 ? "" : `?${text.join("&")}`;
  });
  const twice = written.map((query) => (query === "" ? "?a=1&a=2" : `${query}&${query.slice(1)}&${query.slice(1)}`));
  return fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES) },
  );
}

const ODD_HEADERS: readonly Record<string, string>[] = [
  { "x-forwarded-for": `${"1.2.3.4, ".repeat(200)}::1%lo` },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript", forwarded: "for=_x;host=evil" },
  { "x-http-method-override": "DELETE", "x-original-url": "/api/admin/counts", "x-rewrite-url": "/admin" },
  { cookie: `sandbar_session=1; sandbar_refresh=${"x".repeat(4000)}; =; ;;a` },
  { cookie: "__proto__=1; constructor=2; %=%; a=%ff\xff" },
  { range: "bytes=-1,0-0,9-1", "if-none-match": '"', "if-modified-since": "never" },
  { range: `bytes=0-${"9".repeat(300)}` },
  { "accept-encoding": "br;q=NaN, gzip;q=1e309, *;q=-1", accept: "\xff/*" },
  { "accept-language": "x".repeat(5000), "user-agent": "" },
  { "last-event-id": "-1", "stripe-signature": "t=1,v1=," },
  { "last-event-id": "999999999", "stripe-signature": `t=${"9".repeat(99)},v1=${"0".repeat(64)}` },
  { connection: "close", te: "trailers", upgrade: "h2c", "http2-settings": "" },
  { "content-encoding": "gzip" },
];
// What these say, another server answers for: only that nothing breaks counts.
const FOREIGN_HEADERS: readonly Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { host: "evil.example" },
  { host: "a b" },
  { host: "[::1" },
  { host: "user:word@localhost:1" },
  { host: `${"a".repeat(300)}.example` },
];
const NO_HEADERS: Readonly<Record<string, string>> = {};
const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ extra: NO_HEADERS, isExact: true }) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_HEADERS).map((extra) => ({ extra, isExact: true })) },
  { weight: 1, arbitrary: fc.constantFrom(...FOREIGN_HEADERS).map((extra) => ({ extra, isExact: false })) },
);

const senders = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Sender>("admin") },
  { weight: 2, arbitrary: fc.constantFrom<Sender>("user", "member") },
  { weight: 2, arbitrary: fc.constantFrom<Sender>("visitor", ...SENDERS.slice(4)) },
);

const JSON_TYPES = ["application/json", "application/json; charset=utf-7", "APPLICATION/JSON;"];
const OTHER_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "",
  "/",
  "\xff",
];
const types = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...JSON_TYPES) },
  { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) },
);

const FILE_NAMES = ["a.jpg", "../../a.php", 'a".jpg', "a\r\nX: y.png", "=cmd|'/c'!A1.csv", "\0", "é".repeat(300), ""];
const CSVS = [
  "email\n",
  "email,first name\na@b.example,=1+1\n",
  `${"a,".repeat(5000)}\n`,
  '"',
  "\ufeffemail;name\n1;2\n",
];
const STARTS = [
  "\xff\xd8\xff\xe0",
  "\x89PNG\r\n\x1a\n",
  "RIFF\0\0\0\0WEBP",
  "\0\0\0\x18ftypisom",
  "\0\0\0\x18ftypavif",
  "GIF89a",
  "<svg>",
  "PK\x03\x04",
];
const fileBytes = fc.oneof(
  fc.constantFrom(...CSVS).map((text) => Buffer.from(text)),
  fc
    .tuple(fc.constantFrom(...STARTS), fc.uint8Array({ maxLength: 400 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, "latin1"), rest])),
);

/** A form with a file, or nearly. */
const forms = fc
  .tuple(fileBytes, fc.constantFrom(...FILE_NAMES), fc.constantFrom("x", '"', "x".repeat(80), "--"), fc.nat(5))
  .map(([bytes, name, boundary, fault]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const end = fault === 1 ? "" : `\r\n--${boundary}--\r\n`;
    return {
      body: Buffer.concat([Buffer.from(fault === 2 ? head.replace("\r\n\r\n", "\n") : head), bytes, Buffer.from(end)]),
      type: fault === 3 ? "multipart/form-data" : `multipart/form-data; boundary=${boundary}`,
    };
  });

type Bodies = fc.Arbitrary<{ body: string | Buffer | null; type: string | null }>;
const NO_BODY: Bodies = fc.constant({ body: null, type: null });

/** Together with the headers below the 16 KB of a head that Node reads. */
const MOST_PATH = 6000;

/** Puts the parts of a request together. */
export function inputsOf(
  template: string,
  {
    parameters = [],
    bodies = NO_BODY,
    known,
  }: { parameters?: Operation["parameters"]; bodies?: Bodies; known: KnownIds },
): fc.Arbitrary<AttackInput> {
  return fc
    .tuple(paths(template, known), queries(parameters, known), headers, senders, bodies)
    .map(([{ path, isExact }, query, { extra, isExact: isOurs }, sender, { body, type }]) => ({
      path: (path + query).slice(0, MOST_PATH),
      sender,
      headers: { ...extra, ...(type !== null && { "content-type": type }) },
      body,
      isExact: isExact && isOurs,
    }));
}

/** A body for this schema, as JSON. */
export const jsonBodies = (schema: JsonSchema, known: KnownIds): Bodies =>
  fc.tuple(jsonBody(schema, known), types).map(([body, type]) => ({ body, type }));

function bodiesOf({ requestBody }: Operation, method: string, known: KnownIds): Bodies {
  if (requestBody?.content["multipart/form-data"]) return forms;
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema) return jsonBodies(schema, known);
  return method === "get" ? NO_BODY : jsonBodies({ type: "object" }, known);
}

function answersOf({ responses }: Operation, { components }: Description): ReadonlyMap<number, z.ZodType | null> {
  const failure = z.fromJSONSchema(components.schemas.Error as never);
  return new Map(
    Object.entries(responses).map(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema;
      if (Number(status) >= 400) return [Number(status), failure];
      return [Number(status), schema ? z.fromJSONSchema(schema as never) : null];
    }),
  );
}

/** Every call that the site describes of itself. */
export function describedCalls(description: Description, known: KnownIds): AttackCall[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      method: method.toUpperCase(),
      isForAdmins: FOR_ADMINS.test(path),
      answers: answersOf(operation, description),
      inputs: inputsOf(path, {
        parameters: operation.parameters,
        bodies: bodiesOf(operation, method, known),
        known,
      }),
    })),
  );
}
