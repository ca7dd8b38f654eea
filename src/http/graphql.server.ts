import SchemaBuilder from "@pothos/core";
import { GraphQLError } from "graphql";
import type { App } from "#src/context/app.ts";
import type { Gate } from "#src/http/admission.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import type { Failure, Result } from "#src/shared/result.ts";

/** The context of every resolver. */
export type GraphqlContext = {
  readonly app: App;
  /** The viewer; a failure if the token is not valid. */
  readonly viewer: Result<Viewer>;
};

/** A builder to which features add their types; `api/graphql.ts` builds the schema. */
export function makeGraphqlBuilder() {
  const builder = new SchemaBuilder<{
    Context: GraphqlContext;
    DefaultFieldNullability: false;
    Scalars: { ID: { Input: string; Output: string } };
  }>({ defaultFieldNullability: false });
  builder.queryType({});
  builder.mutationType({});
  return builder;
}
export type GraphqlBuilder = ReturnType<typeof makeGraphqlBuilder>;

const AUTHENTICATION_REQUIRED = "Authentication required";

/** Converts an expected failure to a GraphQL error. */
export function graphqlError({ code, message, fields, retryAfterSeconds }: Failure): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code: code.toUpperCase(),
      ...(fields && { fields }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
}

/** Unwraps a result; a failure becomes the field's error. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw graphqlError(result.failure);
  return result.value;
}

/** Returns the viewer. An invalid token is an error rather than a visitor: its bearer must sign in again. */
export function viewerOf({ viewer }: GraphqlContext): Viewer {
  if (!viewer.ok) throw graphqlError({ code: "unauthenticated", message: AUTHENTICATION_REQUIRED });
  return viewer.value;
}

/** Runs a gate and returns its proof; a rejection becomes the field's error. */
export function admit<V>(context: GraphqlContext, gate: Gate<V>): V {
  return valueOf(gate(viewerOf(context), context.app));
}
