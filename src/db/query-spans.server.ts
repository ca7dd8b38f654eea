import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import pg from "pg";

/** Characters kept of a statement. */
const MOST_TEXT = 2_000;

/** What `query` is called with; streams that submit themselves have no text. */
type Asked = string | { readonly text?: string; readonly name?: string };
type Done = (error: (Error & { code?: string }) | null, result: unknown) => void;

/** Masks string literals in a statement. Values are normally parameters, which spans never contain. */
function withoutValues(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "?").slice(0, MOST_TEXT);
}

const textOf = (asked: Asked | undefined): string | undefined => (typeof asked === "string" ? asked : asked?.text);

/** Name and attributes of a statement's span. */
function describe(text: string): { name: string; attributes: Attributes } {
  const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(text)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": withoutValues(text),
      ...(table !== undefined && { "db.collection.name": table }),
    },
  };
}

/** Adds the request id as a comment, for PostgreSQL's own log. Prepared statements must keep their text. */
function marked(asked: Asked, requestId: string | undefined): Asked {
  const text = textOf(asked);
  if (requestId === undefined || text === undefined) return asked;
  const comment = `/* request ${requestId} */ ${text}`;
  if (typeof asked === "string") return comment;
  return asked.name === undefined ? { ...asked, text: comment } : asked;
}

function end(span: Span, error: unknown): void {
  if (error) {
    // The message may quote personal data.
    const { code, name } = error as Error & { code?: string };
    span.setAttributes({ "error.type": code ?? name, ...(code !== undefined && { "db.response.status_code": code }) });
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** The span of the current request or job; undefined for the process's own queries, such as the change log. */
const spanNow = () => {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : undefined;
};

/**
 * Gives each statement of a request or job a span, in every connection of this process. The request id must have no
 * characters that end a comment.
 */
export function traceQueries(tracer: Tracer, requestIdNow: () => string | undefined): void {
  const ask: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, "query");
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [asked, ...rest] = args as [Asked, ...unknown[]];
    const text = textOf(asked);
    if (text === undefined || !spanNow()) return ask.apply(this, args);
    const { name, attributes } = describe(text);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    const done = rest.at(-1);
    if (typeof done !== "function") {
      const answer = ask.call(this, marked(asked, requestIdNow()), ...rest) as Promise<unknown>;
      answer.then(
        () => end(span, null),
        (error: unknown) => end(span, error),
      );
      return answer;
    }
    const told: Done = (error, result) => {
      end(span, error);
      (done as Done)(error, result);
    };
    return ask.call(this, marked(asked, requestIdNow()), ...rest.slice(0, -1), context.bind(context.active(), told));
  }
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  keepContext();
}

/** Keeps pool waiters in their own trace. Their callback runs when another request releases a connection. */
function keepContext(): void {
  const connect: (...args: unknown[]) => unknown = Reflect.get(pg.Pool.prototype, "connect");
  function connectInContext(this: pg.Pool, done?: unknown): unknown {
    return done === undefined ? connect.call(this) : connect.call(this, context.bind(context.active(), done));
  }
  pg.Pool.prototype.connect = connectInContext as typeof pg.Pool.prototype.connect;
}
