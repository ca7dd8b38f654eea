import SchemaBuilder from "@pothos/core";
import { GraphQLError } from "graphql";
import type { App } from "#src/context/app.ts";
import type { Gate } from "#src/http/admission.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import type { Failure, Result } from "#src/shared/result.ts";

/** What every resolver is given. */
export type GraphqlContext = {
  readonly app: App;
  /** Who asks; a failure when their token is not good (any more). */
  readonly viewer: Result<Viewer>;
};

/** A builder to which features add their types; `api/graphql.ts` makes the schema of it. */
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

/** An expected failure as GraphQL says it. */
export function graphqlError({ code, message, fields, retryAfterSeconds }: Failure): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code: code.toUpperCase(),
      ...(fields && { fields }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
}

/** The value of an outcome; an expected failure becomes the error of the field. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw graphqlError(result.failure);
  return result.value;
}

/** Who asks. A token that is not good is no visitor's: its bearer learns that they must sign in again. */
export function viewerOf({ viewer }: GraphqlContext): Viewer {
  if (!viewer.ok) throw graphqlError({ code: "unauthenticated", message: AUTHENTICATION_REQUIRED });
  return viewer.value;
}

/** Whom a gate lets in, as its proof; its refusal becomes the error of the field. */
export function admit<V>(context: GraphqlContext, gate: Gate<V>): V {
  return valueOf(gate(viewerOf(context), context.app));
}
