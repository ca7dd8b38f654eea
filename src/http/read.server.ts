import type { z } from "zod";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Bytes that a JSON body may have; pictures have a limit of their own. */
const MAX_BODY_BYTES = 64 * 1024;

const requestTooLarge = (maxBytes: number) =>
  `This is too much at once: a request may have at most ${maxBytes / 1024} KB.`;

const CUT_SHORT = "The request ended before all of it had arrived.";
const TOO_SLOW = "The request took too long to arrive. Please try again where the connection is better.";

/** How long a body of the size of JSON may be on its way: 64 KB at the pace of the slowest mobile network. */
const MAX_BODY_MS = 30_000;

function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);
}

/** `tooLarge`: what is said of a larger one. `maxMs`: how long it may be on its way. */
type Bound = { readonly maxBytes: number; readonly maxMs?: number; readonly tooLarge?: string };

/** The request's body as it was sent. Fails with 413, 408 or 400 in words. */
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
    // The line broke, or the page was left: nobody waits for this answer, and it is no fault of ours.
    return fail("bad_request", CUT_SHORT);
  } finally {
    clearTimeout(patience);
  }
}

/** All there is to read; null when it is more than so many bytes. */
async function readUpTo(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  // Counted as it comes: a sender may leave the length out, or lie about it.
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

/** The request's body as JSON. Fails with 413, 415, 408 or 400 in words; never throws for what a client sent. */
export async function readJson(request: Request): Promise<Result<unknown>> {
  // Nothing sent is nothing said; what is required of it is for the schema to miss.
  if (!request.body) return ok({});
  if (!isJson(request.headers.get("content-type"))) {
    return fail("unsupported_media_type", "Please send JSON (content-type: application/json).");
  }
  const bytes = await readBytes(request, { maxBytes: MAX_BODY_BYTES });
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)));
  } catch {
    return fail("bad_request", "The request is not valid JSON.");
  }
}

/** Checks a value against its schema; `message` is the sentence above the faults of the fields. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, message: string): Result<z.infer<S>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fail("invalid", message, { fields });
}

/** The query as one value a name; a name that is given twice counts once. */
export function readQuery(url: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) if (isCleanText(name)) query[name] ??= value;
  return query;
}
