import { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import type { Result } from "#src/shared/result.ts";

const nothing = z.object({});

/** How often one address may do a thing. Multiplied by RATE_LIMIT_FACTOR. */
export type RateLimit = { readonly name: string; readonly max: number; readonly windowSeconds: number };

/** One call of the REST API: what it reads, what it answers, and the feature's function between them. */
export type Endpoint = {
  readonly summary: string;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  readonly answer: z.ZodType;
  /** The sentence above the faults when the input does not fit. */
  readonly invalidMessage: string;
  readonly rateLimit: RateLimit | null;
  readonly handle: (
    app: App,
    viewer: Viewer,
    input: { query: never; body: never; params: never },
  ) => Promise<Result<unknown>>;
};

type EndpointOptions<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = {
  summary: string;
  query?: Q;
  body?: B;
  answer: A;
  invalidMessage?: string;
  rateLimit?: RateLimit;
  handle: (
    app: App,
    viewer: Viewer,
    input: { query: z.infer<Q>; body: z.infer<B>; params: Readonly<Record<string, string>> },
  ) => Promise<Result<z.infer<A>>>;
};

/** Describes a call; `api/rest.ts` gives it its path. */
export function endpoint<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  options: EndpointOptions<Q, B, A>,
): Endpoint {
  return {
    summary: options.summary,
    query: options.query ?? nothing,
    body: options.body ?? null,
    answer: options.answer,
    invalidMessage: options.invalidMessage ?? "Some of this cannot be used.",
    rateLimit: options.rateLimit ?? null,
    // The server checks query and body against their schemas before it calls: the types hold.
    handle: options.handle,
  };
}
