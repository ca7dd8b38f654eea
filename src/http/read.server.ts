import type { z } from "zod";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Size limit of a JSON body; uploads have their own. */
export const MAX_BODY_BYTES = 64 * 1024;

const requestTooLarge = (maxBytes: number) => `This request is too large. The limit is ${maxBytes / 1024} KB.`;

const CUT_SHORT = "The request ended before all of it had arrived.";
const TOO_SLOW = "The request took too long to arrive. Please try again where the connection is better.";

/** Time limit for a JSON body: 64 KB on the slowest mobile network. */
const MAX_BODY_MS = 30_000;

function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);
}

/** `tooLarge`: the message for a larger body. `maxMs`: its time limit. */
type Bound = { readonly maxBytes: number; readonly maxMs?: number; readonly tooLarge?: string };

/** Reads the raw request body. Fails with 413, 408 or 400 in words. */
export async function readBytes(
  request: Request,
  { maxBytes, maxMs = MAX_BODY_MS, tooLarge = requestTooLarge(maxBytes) }: Bound,
): Promise<Result<Buffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return fail("too_large", tooLarge);
  if (!request.body) return ok(Buffer.alloc(0));
  const reader = request.body.getReader();
  let isLate = false;
  const patience = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, maxMs);
  try {
    const body = await readUpTo(reader, maxBytes);
    if (isLate) return fail("too_slow", TOO_SLOW);
    return body ? ok(body) : fail("too_large", tooLarge);
  } catch {
    // The client disconnected: nobody reads this response, and it is not a server fault.
    return fail("bad_request", CUT_SHORT);
  } finally {
    clearTimeout(patience);
  }
}

/** Reads a stream; null if it exceeds the limit. */
async function readUpTo(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  // Counted while reading: Content-Length may be missing or false.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    total += part.value.byteLength;
    if (total > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Reads the body as JSON. Fails with 413, 415, 408 or 400 in words; never throws for bad input. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Result<unknown>> {
  // An empty body is an empty object; the schema reports missing fields.
  if (!request.body) return ok({});
  if (!isJson(request.headers.get("content-type"))) {
    return fail("unsupported_media_type", "Please send JSON (content-type: application/json).");
  }
  const bytes = await readBytes(request, { maxBytes });
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)));
  } catch {
    return fail("bad_request", "The request is not valid JSON.");
  }
}

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  string: "text",
};

/** The message for a field whose schema has none: zod's own are for programmers. */
function wordsOf({ code, input, expected }: z.core.$ZodRawIssue): string {
  if (input === undefined) return "This is missing.";
  const kind = code === "invalid_type" ? KINDS[String(expected)] : undefined;
  if (kind !== undefined) return `This must be ${kind}.`;
  if (code === "too_big") return "This is too much.";
  if (code === "too_small") return "This is too little.";
  return code === "invalid_value" ? "Choose one of the allowed values." : "This cannot be used.";
}

/** Validates a value; `message` is the summary above the field errors. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, message: string): Result<z.infer<S>> {
  const parsed = schema.safeParse(value, { error: wordsOf });
  if (parsed.success) return ok(parsed.data);
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fail("invalid", message, { fields });
}

/** The query with one value per name: the first of repeated ones. */
export function readQuery(url: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) if (isCleanText(name)) query[name] ??= value;
  return query;
}
