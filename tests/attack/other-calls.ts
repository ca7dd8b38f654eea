import { type AttackCall, inputsOf, jsonBodies } from "#tests/attack/attack-calls.ts";
import type { JsonSchema, KnownIds } from "#tests/attack/attack-values.ts";

const object = (...names: string[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const number: JsonSchema = { type: "integer", minimum: 0, maximum: 22 };
const asQuery = (name: string) => [{ name, in: "query", required: false, schema: { type: "string" } }];

// What the site answers beside the calls that it describes: webhooks, demonstrations, files, documents, pages.
const READS = [
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/schema.graphql",
  "/.well-known/jwks.json",
  "/events.ics",
  "/events/{id}.ics",
  "/calendar/{file}.ics",
  "/share/site/{file}.png",
  "/share/events/{id}/{file}.png",
  "/tiles/{zoom}/{column}/{row}.svg",
  "/maps/{name}.svg",
  "/maps/merchants.svg",
  "/maps/bonfire.svg",
  "/metrics",
  "/images/{name}",
  "/assets/{name}",
  "/api/demonstration/subscriptions",
  "/demonstration/bitcoin-cash",
  "/sitemap-part.xml",
  "/",
  "/events",
  "/events/{id}",
  "/join/{id}",
  "/chats/{id}",
  "/u/{token}",
  "/events/{id}.data",
  "/{page}",
] as const;
const WRITES: Readonly<Record<string, JsonSchema>> = {
  "/api/webhooks/stripe": object("id", "type", "data", "created", "object"),
  "/api/webhooks/prompt-cash": object("token", "tx_id", "status", "payment"),
  "/api/demonstration/checkout": object("attempt", "outcome", "reference", "email"),
  "/api/demonstration/subscriptions/{id}/{deed}": object(),
  "/demonstration/bitcoin-cash": object("outcome"),
  "/api/{name}": object("name"),
  "/{page}": object("name"),
};

/** Calls that no description names. What they answer is not looked at, but for what none may say. */
export function otherCalls(known: KnownIds): AttackCall[] {
  const rest = { isForAdmins: false, answers: null };
  const reads = READS.map((path) => ({
    ...rest,
    name: `get ${path}`,
    method: "GET",
    inputs: inputsOf(path, { parameters: [...asQuery("after"), ...asQuery("eventId"), ...asQuery("tx_id")], known }),
  }));
  const writes = Object.entries(WRITES).map(([path, schema]) => ({
    ...rest,
    name: `post ${path}`,
    method: "POST",
    inputs: inputsOf(path, { bodies: jsonBodies(schema, known), parameters: asQuery("tx_id"), known }),
  }));
  const odd = ["HEAD", "OPTIONS", "PROPFIND", "DELETE", "QUERY"].map((method) => ({
    ...rest,
    name: `${method} {page}`,
    method,
    inputs: inputsOf("/api/{page}", {
      parameters: [{ name: "page", in: "query", required: false, schema: number }],
      known,
    }),
  }));
  return [...reads, ...writes, ...odd];
}
