import fc from "fast-check";
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
} from "graphql";
import { z } from "zod";
import { type AttackCall, inputsOf, jsonBodies } from "#tests/attack/attack-calls.ts";
import { fitting, hostileText, type JsonSchema, jsonText, type KnownIds } from "#tests/attack/attack-values.ts";

const MOST_LEVELS = 3;

const ODD_DOCUMENTS = ["", "{", "{ a", "{ me { id } } # \0", "query ($x: ID! = null) { me { id } }", "{ __proto__ }"]
  .concat([
    "{ __schema { types { fields { type { fields { name } } } } } }",
    "{ constructor { name } }",
    "subscription { a }",
  ])
  .concat([
    `{ ${"me { id } ".repeat(300)} }`,
    "{ a".repeat(5000),
    "{ ...A } fragment A on Query { ...A }",
    "\ufeff{me{id}}",
  ])
  .concat([
    '{ chat(id: "\\u0000\\uD800") { id } }',
    "{ events(days: 1e309) { id } }",
    "{ events(days: 99999999999) { id } }",
  ])
  .concat([
    '{ chat(id: """\0""") { name } }',
    "{ me { id @skip(if: 7) } }",
    "mutation { sendMessage }",
    "{ a:me{b:id} }",
  ]);

type Argument = { readonly name: string; readonly type: GraphQLInputType };

/** What is asked of a type: everything that it has, and the arguments that its fields take. */
function selection(type: GraphQLObjectType, level: number): { text: string; args: Argument[] } {
  const parts = Object.values(type.getFields()).map((field) => asked(field, level));
  return { text: parts.map(({ text }) => text).join(" "), args: parts.flatMap(({ args }) => args) };
}

function asked(field: GraphQLField<unknown, unknown>, level: number): { text: string; args: Argument[] } {
  const own = field.args.map(({ name, type }) => ({ key: name, name: `${field.name}_${name}`, type }));
  const named = getNamedType(field.type);
  const below = isObjectType(named) && level < MOST_LEVELS ? selection(named, level + 1) : { text: "", args: [] };
  const given = own.length === 0 ? "" : `(${own.map(({ key, name }) => `${key}: $${name}`).join(", ")})`;
  return { text: `${field.name}${given}${below.text && ` { ${below.text} }`}`, args: [...own, ...below.args] };
}

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: "integer", minimum: -1, maximum: 120 },
  ID: { type: "string", maxLength: 200 },
  String: { type: "string", maxLength: 1000 },
};

function variables(args: readonly Argument[], known: KnownIds): fc.Arbitrary<unknown> {
  const values = args.map(({ name, type }) => {
    const isId = getNamedType(type).name === "ID";
    const fit = fitting(SCHEMAS[getNamedType(type).name] ?? {}, isId ? "chatId" : name, known);
    const odd = fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 }));
    return [name, fc.oneof({ weight: 6, arbitrary: fit }, { weight: 1, arbitrary: odd })] as const;
  });
  const requiredKeys = args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys }) },
    { weight: 1, arbitrary: fc.constantFrom(null, [], "x", { __proto__: null }) },
  );
}

const answered = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** Every operation of the schema as a call, and a call with documents that nobody should write. */
export function graphqlCalls(schemaText: string, known: KnownIds): AttackCall[] {
  const schema = buildSchema(schemaText);
  const rest = {
    method: "POST",
    isForAdmins: false,
    answers: new Map([200, 400, 413, 415].map((code) => [code, answered])),
  };
  const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const { text, args } = asked(field, 1);
      const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
      const kind = root === schema.getMutationType() ? "mutation" : "query";
      const query = `${kind} ${declared && `(${declared})`} { ${text} }`;
      const bodies = variables(args, known).map((given) => ({
        body: jsonText({ query, variables: given }),
        type: "application/json",
      }));
      return { ...rest, name: `${kind} ${field.name}`, inputs: inputsOf("/graphql", { bodies, known }) };
    }),
  );
  const documents = fc.oneof(fc.constantFrom(...ODD_DOCUMENTS), hostileText).map((query) => ({
    body: jsonText({ query }),
    type: "application/json",
  }));
  const wild = jsonBodies({ type: "object", properties: { query: { type: "string" }, variables: {} } }, known);
  return [
    ...operations,
    { ...rest, name: "an odd document", inputs: inputsOf("/graphql", { bodies: documents, known }) },
    { ...rest, name: "an odd request", inputs: inputsOf("/graphql", { bodies: wild, known }) },
  ];
}
