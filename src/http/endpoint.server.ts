import { z } from "zod";
import type { App } from "#src/context/app.ts";
import type { Gate } from "#src/http/admission.server.ts";
import type { Client } from "#src/http/client.server.ts";
import type { ReadFile } from "#src/http/read-file.server.ts";
import { MAX_BODY_BYTES } from "#src/http/read.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { ContentTag } from "#src/shared/site-map.ts";

const nothing = z.object({});

/** A rate limit per address. Multiplied by RATE_LIMIT_FACTOR. */
export type RateLimit = {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** The message, where the default "Too many requests." would blame the wrong person. */
  readonly why?: string;
};

/** A cookie to set; without a value it is deleted. */
export type Cookie = {
  readonly name: string;
  readonly value: string | null;
  readonly path: string;
  readonly maxAgeSeconds: number;
  /** HttpOnly. */
  readonly httpOnly: boolean;
};

export class WithCookies<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];

  constructor(value: T, cookies: readonly Cookie[]) {
    this.value = value;
    this.cookies = cookies;
  }
}

/** A file response, streamed so that it never has to fit into memory. */
export class FileAnswer {
  readonly content: ReadableStream<Uint8Array>;
  readonly type: string;
  /** The download's file name. */
  readonly name: string;

  constructor(content: ReadableStream<Uint8Array>, { type, name }: { type: string; name: string }) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

/** A read whose response is the same for all visitors, so it is cached like a page; see {@link sharedRead}. */
export type SharedRead = {
  /** The query parameters it reads; others are ignored in the cache key. */
  readonly names: readonly string[];
  readonly query: z.ZodType;
  readonly invalidMessage: string;
  /** The content tags that invalidate the response. */
  readonly tags: (query: never) => readonly ContentTag[];
  readonly read: (app: App, viewer: Viewer, query: never) => Promise<Result<unknown>>;
};

/** 201 when something was created. */
export type SuccessStatus = 200 | 201;

/**
 * One REST call: its input, its output, and the feature's function between them. `P` names the path parameters it
 * reads.
 */
export type Endpoint<P extends string = string> = {
  readonly summary: string;
  readonly params: readonly P[];
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  /** The longest JSON body. */
  readonly maxBytes: number;
  /** The file of a multipart form, for a call that takes one instead of JSON. */
  readonly file: string | null;
  readonly answer: z.ZodType;
  /** For a {@link FileAnswer}; null for JSON. */
  readonly answerType: string | null;
  /** The summary above validation errors. */
  readonly invalidMessage: string;
  readonly rateLimit: RateLimit | null;
  /** Whether the feature also limits it, by something other than the address. For the API description. */
  readonly isLimitedInside: boolean;
  /** The download's file name, for a JSON response to save. */
  readonly download: string | null;
  /** The gate, which runs before the input is read; `handle` receives its proof. */
  readonly admit: (viewer: Viewer, app: App, query: Readonly<Record<string, string>>) => Result<unknown>;
  /** Description of the response. */
  readonly status: SuccessStatus;
  /** How visitors get it from the cache; null if every request is computed. */
  readonly shared: SharedRead | null;
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
  /** Path parameters that `handle` reads; `api/rest.ts` compiles only if the path has them. */
  params?: readonly P[];
  query?: Q;
  body?: B;
  maxBytes?: number;
  file?: string;
  answer: A;
  answerType?: string;
  invalidMessage?: string;
  rateLimit?: RateLimit;
  isLimitedInside?: boolean;
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
      /** For a call with `file`: reads the file on demand, so that waiting uploads do not fill memory. */
      readFile: ReadFile;
    },
  ) => Promise<Result<z.infer<A> | WithCookies<z.infer<A>> | FileAnswer>>;
};

/** A restricted call names its gate; a public one need not. */
type Admission<V> = Viewer extends V ? { admit?: Gate<V> } : { admit: Gate<V> };

/** Describes a call; `api/rest.ts` assigns its path. */
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
    maxBytes: options.maxBytes ?? MAX_BODY_BYTES,
    file: options.file ?? null,
    answer: options.answer,
    answerType: options.answerType ?? null,
    invalidMessage: options.invalidMessage ?? "Please check the marked fields.",
    rateLimit: options.rateLimit ?? null,
    isLimitedInside: options.isLimitedInside ?? false,
    download: options.download ?? null,
    admit: options.admit ?? ok,
    status: options.status ?? 200,
    shared: null,
    // The server runs `admit` and validates query and body before calling, so the types hold.
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
  /** The default for a missing `type`. */
  otherwise?: string;
};

type Calls = ByType["calls"];

/** Admits anyone whom one of the calls admits. Others get the first call's refusal. */
function anyGate(calls: Calls): Endpoint["admit"] {
  const [first, ...others] = Object.values(calls);
  return (viewer, app, query) => {
    const admitted = first?.admit(viewer, app, query);
    const isAdmitted = !admitted || admitted.ok || others.some(({ admit }) => admit(viewer, app, query).ok);
    return isAdmitted ? ok(viewer) : admitted;
  };
}

/** The gate of the call named in the query, or of the first call if there is none. */
function gateOfQuery(calls: Calls, otherwise: string): Endpoint["admit"] {
  const [first] = Object.values(calls);
  return (viewer, app, query) => {
    const name = query["type"] ?? otherwise;
    const call = Object.hasOwn(calls, name) ? calls[name] : first;
    const admitted = call?.admit(viewer, app, query);
    return admitted?.ok === false ? admitted : ok(viewer);
  };
}

/**
 * Several calls at one path, selected by `type`. Each has its own gate, which runs before the rest of the input is
 * read. If the body selects, callers whom no call admits are refused before it is read.
 */
export function endpointByType({ calls, otherwise = "", ...description }: ByType): Endpoint<never> {
  return {
    ...endpoint({ ...description, handle: () => Promise.resolve(ok(undefined)) }),
    admit: description.body ? anyGate(calls) : gateOfQuery(calls, otherwise),
    handle: async (app, viewer, input) => {
      const { type = otherwise }: { type?: string } = description.body ? input.body : input.query;
      const call = calls[type];
      if (!call) throw new Error(`no call of type ${type}`);
      const admitted = call.admit(viewer, app, input.query);
      return admitted.ok ? call.handle(app, admitted.value as never, input) : admitted;
    },
  };
}

type SharedOptions<Q extends z.ZodObject, A extends z.ZodType> = {
  readonly summary: string;
  readonly query: Q;
  readonly answer: A;
  /** The content tags that invalidate the response. */
  readonly tags: (query: z.infer<Q>) => readonly ContentTag[];
  /** Must depend only on the viewer, the query and the content of the tags. */
  readonly read: (app: App, viewer: Viewer, query: z.infer<Q>) => Promise<Result<z.infer<A>>>;
};

/** Describes a read that is cached for visitors and computed for callers with a token. */
export function sharedRead<Q extends z.ZodObject, A extends z.ZodType>(options: SharedOptions<Q, A>): Endpoint<never> {
  const { summary, query, answer, tags, read } = options;
  const call = endpoint({ summary, query, answer, handle: (app, viewer, input) => read(app, viewer, input.query) });
  const { invalidMessage } = call;
  return { ...call, shared: { names: Object.keys(query.shape), query, invalidMessage, tags, read } };
}
