import { memberFetch } from "#src/features/identity/member-fetch.ts";

type GraphqlError = {
  readonly message: string;
  /** From the error's extensions: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND…; UNREACHABLE without a response. */
  readonly code: string;
};
export type GraphqlAnswer<T> = { readonly data: T | null; readonly errors: readonly GraphqlError[] };

type Answered<T> = {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
};

/**
 * A GraphQL call by the signed-in person. Returns data and errors together, since a response may have both. Never
 * rejects.
 */
export async function graphqlFetch<T>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<GraphqlAnswer<T>> {
  const answer = await memberFetch<Answered<T> | null>("/graphql", {
    method: "POST",
    body: { query, variables },
    ...(signal && { signal }),
  });
  if (!answer.ok) {
    const code = answer.status === 401 ? "UNAUTHENTICATED" : answer.status === 0 ? "UNREACHABLE" : "FAILED";
    return { data: null, errors: [{ message: answer.message, code }] };
  }
  const { data = null, errors = [] } = answer.value ?? {};
  return {
    data,
    errors: errors.map(({ message, extensions }) => ({ message, code: extensions?.code ?? "FAILED" })),
  };
}
