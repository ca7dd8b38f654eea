import { z } from "zod";
import type { RestCall } from "#src/api/rest-call.ts";
import { errorSchema } from "#src/http/respond.server.ts";

type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] };

// Requests use the schema's input type, responses its output type.
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest as JsonSchema;
}

/** For a union of queries, lists the parameters of all members; only those that every member requires are required. */
function oneOfAll(schema: JsonSchema): JsonSchema {
  const each = (schema["oneOf"] ?? schema["anyOf"]) as JsonSchema[] | undefined;
  if (!each) return schema;
  const names = new Set(each.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const schemaOf = (name: string): JsonSchema => {
    const [first, ...more] = each.map(({ properties }) => properties?.[name]).filter((one) => one !== undefined);
    return first && more.length === 0 ? first : { anyOf: [first, ...more] };
  };
  return {
    properties: Object.fromEntries([...names].map((name) => [name, schemaOf(name)])),
    required: [...names].filter((name) => each.every(({ required }) => required?.includes(name))),
  };
}

function parameters({ path, endpoint }: RestCall) {
  const query = oneOfAll(jsonSchema(endpoint.query, "input"));
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query.required?.includes(name) ?? false,
      schema,
    })),
  ];
}

function failures({ endpoint, method }: RestCall) {
  const statuses: Record<string, string> = {
    400: "Malformed",
    401: "Not authenticated",
    403: "Not for you, or sent by a page of another site",
    404: "There is none",
    422: "Some of it cannot be used",
    503: "Something that it needs is away; see Retry-After",
  };
  if (method !== "get") statuses[409] = "It cannot be done as things are now";
  if (endpoint.body)
    Object.assign(statuses, {
      408: "Too long on its way",
      413: `Over ${endpoint.maxBytes / 1024} KB`,
      415: "Not JSON",
    });
  if (endpoint.file !== null)
    Object.assign(statuses, {
      408: "Too long on its way",
      413: "Too large",
      415: "Not a form, or no such kind of file",
    });
  if (endpoint.rateLimit || endpoint.isLimitedInside) statuses[429] = "Too many; see Retry-After";
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [status, { description, content }]),
  );
}

/** The request body: JSON, or a form with one file. */
function requestBody({ endpoint }: RestCall) {
  if (endpoint.file !== null) {
    const file = { type: "string", contentMediaType: "application/octet-stream", description: endpoint.file };
    const schema = { type: "object", properties: { file }, required: ["file"] };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!endpoint.body) return {};
  const schema = jsonSchema(endpoint.body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function operation(call: RestCall) {
  const { endpoint } = call;
  return {
    summary: endpoint.summary,
    security: [{}, { idToken: [] }],
    parameters: parameters(call),
    ...requestBody(call),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 201 ? "Made" : "Done",
        content: { [endpoint.answerType ?? "application/json"]: { schema: jsonSchema(endpoint.answer, "output") } },
      },
      ...failures(call),
    },
  };
}

// The live stream is not in the REST map (`server/live/` handles it), so it is described by hand.
const LIVE = {
  get: {
    summary: "Live updates, as server-sent events: `message` of a chat, `changed` of an event; `ready` comes first",
    security: [{}, { idToken: [] }],
    parameters: [
      { name: "chat", in: "query", required: false, schema: { type: "string" } },
      { name: "event", in: "query", required: false, schema: { type: "string" } },
      {
        name: "Last-Event-ID",
        in: "header",
        required: false,
        description: "For a chat: resumes after this message; `reload` means that too many were missed",
        schema: { type: "string" },
      },
    ],
    responses: {
      200: { description: "Stays open until the token expires", content: { "text/event-stream": {} } },
      ...Object.fromEntries(
        [
          [401, "Not authenticated"],
          [403, "Not for you"],
          [404, "There is none"],
          [422, "Neither or both asked for"],
          [429, "Too many lines open"],
        ].map(([status, description]) => [
          status,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
        ]),
      ),
    },
  },
};

/** Builds the OpenAPI 3.1 document from the REST map. */
export function describeRest(calls: readonly RestCall[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[call.method] = operation(call);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Sandbar", version: "1", description: "The public, member and admin calls of a Sandbar site." },
    paths: { ...paths, "/api/live": LIVE },
    components: {
      schemas: { Error: jsonSchema(errorSchema, "output") },
      securitySchemes: { idToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
