import { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Gate } from "#src/http/admission.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { ReadFile } from "#src/http/read-file.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";

const nothing = z.object({});

/** How often one address may do a thing. Multiplied by RATE_LIMIT_FACTOR. */
export type RateLimit = { readonly name: string; readonly max: number; readonly windowSeconds: number };

/** A cookie that an answer sets; without a value it is taken away. */
export type Cookie = {
  readonly name: string;
  readonly value: string | null;
  readonly path: string;
  readonly maxAgeSeconds: number;
  /** Kept from scripts. */
  readonly httpOnly: boolean;
};

/** An answer with cookies. */
export class WithCookies<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];

  constructor(value: T, cookies: readonly Cookie[]) {
    this.value = value;
    this.cookies = cookies;
  }
}

/** An answer that is a file: it is sent as it is made, so that it never has to fit into memory. */
export class FileAnswer {
  readonly content: ReadableStream<Uint8Array>;
  readonly type: string;
  /** The name under which a browser saves it. */
  readonly name: string;

  constructor(content: ReadableStream<Uint8Array>, { type, name }: { type: string; name: string }) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

/** 201 when something was made. */
export type SuccessStatus = 200 | 201;

/**
 * One call of the REST API: what it reads, what it answers, and the feature's function between them. `P` names the
 * parts of its path that it reads.
 */
export type Endpoint<P extends string = string> = {
  readonly summary: string;
  readonly params: readonly P[];
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  /** What the one file of a multipart form is, for a call that takes one instead of JSON. */
  readonly file: string | null;
  readonly answer: z.ZodType;
  /** Of a {@link FileAnswer}; null where the answer is JSON. */
  readonly answerType: string | null;
  /** The sentence above the faults when the input does not fit. */
  readonly invalidMessage: string;
  readonly rateLimit: RateLimit | null;
  /** The name under which a browser saves the answer, when it is a file to keep. */
  readonly download: string | null;
  /** Asked before the input is read, so that whom it refuses is told just that; what it gives, `handle` is called with. */
  readonly admit: Gate<unknown>;
  /** Of what it answers. */
  readonly status: SuccessStatus;
  readonly handle: (
    app: App,
    viewer: never,
    input: {
      query: never;
      body: never;
      params: never;
      cookie: (name: string) => string | undefined;
      client: Client;
      readFile: ReadFile;
    },
  ) => Promise<Result<unknown>>;
};

type EndpointOptions<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, V, P extends string> = {
  summary: string;
  /** Parts of the path that `handle` reads; `api/rest.ts` compiles only when the path has them. */
  params?: readonly P[];
  query?: Q;
  body?: B;
  file?: string;
  answer: A;
  answerType?: string;
  invalidMessage?: string;
  rateLimit?: RateLimit;
  download?: string;
  status?: SuccessStatus;
  handle: (
    app: App,
    viewer: V,
    input: {
      query: z.infer<Q>;
      body: z.infer<B>;
      params: Readonly<Record<P, string>>;
      cookie: (name: string) => string | undefined;
      client: Client;
      /** Of a call with `file`: whoever is about to keep it asks for it, so that nobody's waits in memory. */
      readFile: ReadFile;
    },
  ) => Promise<Result<z.infer<A> | WithCookies<z.infer<A>> | FileAnswer>>;
};

/** A call that wants more than any viewer says whom it admits; one for everybody need not. */
type Admission<V> = Viewer extends V ? { admit?: Gate<V> } : { admit: Gate<V> };

/** Describes a call; `api/rest.ts` gives it its path. */
export function endpoint<
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  V extends Viewer = Viewer,
  P extends string = never,
>(options: EndpointOptions<Q, B, A, V, P> & Admission<V>): Endpoint<P> {
  return {
    summary: options.summary,
    params: options.params ?? [],
    query: options.query ?? nothing,
    body: options.body ?? null,
    file: options.file ?? null,
    answer: options.answer,
    answerType: options.answerType ?? null,
    invalidMessage: options.invalidMessage ?? "Some of this cannot be used.",
    rateLimit: options.rateLimit ?? null,
    download: options.download ?? null,
    admit: options.admit ?? ok,
    status: options.status ?? 200,
    // The server asks `admit`, and checks query and body against their schemas, before it calls: the types hold.
    handle: options.handle,
  };
}

type ByType = {
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** `type` → its call. */
  calls: Readonly<Record<string, Endpoint<never>>>;
  /** What a missing `type` means. */
  otherwise?: string;
};

/** Several calls at one address, told apart by the `type` that is sent. Each has its own gate. */
export function endpointByType({ calls, otherwise = "", ...description }: ByType): Endpoint<never> {
  return {
    ...endpoint({ ...description, handle: () => Promise.resolve(ok(undefined)) }),
    handle: async (app, viewer, input) => {
      const { type = otherwise }: { type?: string } = description.body ? input.body : input.query;
      const call = calls[type];
      if (!call) throw new Error(`no call of type ${type}`);
      const admitted = call.admit(viewer, app);
      return admitted.ok ? call.handle(app, admitted.value as never, input) : admitted;
    },
  };
}
