import { z } from "zod";
import type { RestCall } from "#src/api/rest.ts";
import { errorSchema } from "#src/http/respond.server.ts";

type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] };

// What a client sends is the schema's input; what it is sent, the output.
function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest as JsonSchema;
}

function parameters({ path, endpoint }: RestCall) {
  const query = jsonSchema(endpoint.query, "input");
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

function failures({ endpoint }: RestCall) {
  const statuses: Record<string, string> = {
    400: "Malformed",
    401: "Not authenticated",
    422: "Some of it cannot be used",
  };
  if (endpoint.body) Object.assign(statuses, { 413: "Over 64 KB", 415: "Not JSON" });
  if (endpoint.rateLimit) statuses[429] = "Too many; see Retry-After";
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [status, { description, content }]),
  );
}

function operation(call: RestCall) {
  const { endpoint } = call;
  return {
    summary: endpoint.summary,
    security: [{}, { idToken: [] }],
    parameters: parameters(call),
    ...(endpoint.body && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } } },
    }),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: jsonSchema(endpoint.answer, "output") } } },
      ...failures(call),
    },
  };
}

/** The OpenAPI 3.1 description of the REST API, made from the map that serves it. */
export function describeRest(calls: readonly RestCall[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[call.method] = operation(call);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Sandbar", version: "1", description: "The public, member and admin calls of a Sandbar site." },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorSchema, "output") },
      securitySchemes: { idToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
