import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  printSchema,
  validate as validateDocument,
  type ValidationRule,
} from "graphql";
import { _createLRUCache as createCache, createYoga, type Plugin } from "graphql-yoga";
import { z } from "zod";
import { parseWithinLimits, requireWithinLimits } from "#src/api/graphql-limits.ts";
import type { App } from "#src/context/app.ts";
import { addChats } from "#src/features/chats/graphql.server.ts";
import { addEvents } from "#src/features/events/graphql.server.ts";
import { addMe } from "#src/features/identity/graphql.server.ts";
import { type GraphqlContext, graphqlError, makeGraphqlBuilder } from "#src/http/graphql.server.ts";
import { readJson, validate } from "#src/http/read.server.ts";
import { statusOf } from "#src/http/status.ts";
import { describeSurprise, surpriseForLog } from "#src/http/surprise.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import type { Failure, Result } from "#src/shared/result.ts";

// Cache of parsed and validated documents. Bounded, so that unusual queries cannot fill memory.
const KEPT_DOCUMENTS = 50;

function makeSchema() {
  const builder = makeGraphqlBuilder();
  addChats(builder);
  addMe(builder);
  addEvents(builder);
  return builder.toSchema({ sortSchema: false });
}

/** The schema in SDL, as served and as committed. */
export const describeGraphql = (): string => `${printSchema(makeSchema())}\n`;

const requestSchema = z.object(
  {
    query: z.string({ error: "The text of the query, as `query`." }),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: z.string().nullish(),
  },
  { error: "One request at a time, as an object." },
);

/**
 * Rejects oversized queries before validation and execution; in production the errors contain no "Did you mean" hints.
 */
function limitsPlugin({ production }: { production: boolean }): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithinLimits);
      return ({ result }) => {
        if (!(result instanceof Error)) requireWithinLimits(result);
      };
    },
    onValidate({ setValidationFn, addValidationRule }) {
      if (!production) return;
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules: ValidationRule[]) =>
        validateDocument(schema, document, rules, { hideSuggestions: true }),
      );
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

/** Whether an error is meant for clients: ours, or GraphQL's own about the query. */
function isMeantToBeRead(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && (error.originalError === undefined || isMeantToBeRead(error.originalError));
}

/** A generic message in place of an unexpected error; the log has the details. */
function calm(app: App, error: unknown): GraphQLError {
  const surprise = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const { code, message } = describeSurprise(surprise);
  app.log[code === "conflict" ? "warn" : "error"](surpriseForLog(surprise), "a part of a GraphQL request failed");
  const path = error instanceof GraphQLError ? error.path : undefined;
  const { extensions } = graphqlError({ code: "unavailable", message });
  return new GraphQLError(message, { path, extensions: { ...extensions, code: code.toUpperCase() } });
}

function makeYoga(app: App) {
  return createYoga<GraphqlContext>({
    schema: makeSchema(),
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    parserAndValidationCache: {
      documentCache: createCache({ max: KEPT_DOCUMENTS }),
      errorCache: createCache({ max: KEPT_DOCUMENTS }),
    },
    maskedErrors: { maskError: (error) => (isMeantToBeRead(error) ? error : calm(app, error)) },
    plugins: [limitsPlugin(app.config)],
  });
}

/** Formats errors without the extensions that the library uses for its own HTTP server. */
function forClient(errors: readonly GraphQLError[]) {
  return errors.map((error) => {
    const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON();
    return { ...rest, extensions };
  });
}

function answerErrors(errors: readonly GraphQLError[], status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ errors: forClient(errors) }, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** A request rejected before GraphQL parsing. */
function answerFailure(failure: Failure): Response {
  // The rejected body may still be arriving: close the connection rather than read it.
  const headers = failure.code === "too_large" ? { connection: "close" } : undefined;
  return answerErrors([graphqlError(failure)], statusOf(failure.code), headers);
}

/** Data and errors side by side; 4xx or 5xx if nothing was executed. */
function answerResult({ data, errors }: ExecutionResult): Response {
  if (data === undefined) {
    const codes = new Set(errors?.map((error) => error.extensions["code"]));
    return answerErrors(errors ?? [], codes.has("UNAVAILABLE") ? 503 : codes.has("INTERNAL") ? 500 : 400);
  }
  return Response.json(
    { data, ...(errors && { errors: forClient(errors) }) },
    { headers: { "cache-control": "no-store" } },
  );
}

export type AnswerGraphql = (request: Request, readViewer: () => Promise<Result<Viewer>>) => Promise<Response>;

/** Handles POST /graphql: one operation, as JSON. */
export function createGraphql(app: App): AnswerGraphql {
  const yoga = makeYoga(app);

  async function answer(request: Request, readViewer: () => Promise<Result<Viewer>>): Promise<Response> {
    const body = await readJson(request);
    if (!body.ok) return answerFailure(body.failure);
    const asked = validate(requestSchema, body.value, "This is no GraphQL request.");
    if (!asked.ok) return answerFailure({ ...asked.failure, code: "bad_request" });
    const { query, variables, operationName } = asked.value;
    const params = { query, ...(variables && { variables }), ...(operationName && { operationName }) };
    const context = { app, viewer: await readViewer() };
    const result = await yoga.getResultForParams({ params, request }, context);
    if (!result || Symbol.asyncIterator in result) throw new Error("The schema has nothing to subscribe to.");
    return answerResult(result);
  }

  return async (request, readViewer) => {
    if (request.method !== "POST") {
      const message = "GraphQL is asked with POST.";
      return answerErrors([graphqlError({ code: "bad_request", message })], 405, { allow: "POST" });
    }
    try {
      return await answer(request, readViewer);
    } catch (error) {
      return answerResult({ errors: [isMeantToBeRead(error) ? error : calm(app, error)] });
    }
  };
}
