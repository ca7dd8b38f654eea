import type { z } from "zod";
import type { Upload } from "#src/http/endpoint.server.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Bytes that a JSON body may have; pictures have a limit of their own. */
const MAX_BODY_BYTES = 64 * 1024;

const TOO_LARGE = "This is too much at once: a request may have at most 64 KB.";

function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);
}

async function readBytes(request: Request, { maxBytes, tooLarge }: Omit<Upload, "type">): Promise<Result<Uint8Array>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return fail("too_large", tooLarge);
  if (!request.body) return ok(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let total = 0;
  // Counted as it comes: a sender may leave the length out, or lie about it.
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength;
      if (total > maxBytes) return fail("too_large", tooLarge);
      chunks.push(chunk);
    }
  } catch {
    // The line broke, or the page was left: nobody waits for this answer, and it is no fault of ours.
    return fail("bad_request", "The request ended before all of it had arrived.");
  }
  return ok(Buffer.concat(chunks));
}

/** The request's body as JSON. Fails with 413, 415 or 400 in words; never throws for what a client sent. */
export async function readJson(request: Request): Promise<Result<unknown>> {
  // Nothing sent is nothing said; what is required of it is for the schema to miss.
  if (!request.body) return ok({});
  if (!isJson(request.headers.get("content-type"))) {
    return fail("unsupported_media_type", "Please send JSON (content-type: application/json).");
  }
  const bytes = await readBytes(request, { maxBytes: MAX_BODY_BYTES, tooLarge: TOO_LARGE });
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value)));
  } catch {
    return fail("bad_request", "The request is not valid JSON.");
  }
}

/** The bytes of an uploaded file. Fails with 413, 415 or 400 in words. */
export async function readUpload(request: Request, upload: Upload): Promise<Result<Uint8Array>> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== upload.type)
    return fail("unsupported_media_type", `Please send a file of the type ${upload.type}.`);
  return readBytes(request, upload);
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
