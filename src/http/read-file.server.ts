import { readBytes } from "#src/http/read.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Multipart overhead: delimiters and part headers. */
const FRAME_BYTES = 16 * 1024;
/** The server's request timeout. */
const MAX_FILE_MS = 300_000;
const HEAD_END = Buffer.from("\r\n\r\n");

const NOT_A_FORM = "Please send the file as a form (content-type: multipart/form-data).";
const NO_FILE = "This form contains no file.";

/** Passed to a call that takes a file; the body is read on demand. */
export type ReadFile = (bound: { readonly maxBytes: number; readonly tooLarge: string }) => Promise<Result<Buffer>>;

function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain ?? null;
}

/** The bytes of the first file part, as a view of the body; null if there is none. */
function firstFile(body: Buffer, boundary: string): Buffer | null {
  const delimiter = Buffer.from(`--${boundary}`);
  const next = Buffer.from(`\r\n--${boundary}`);
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    const head = at + delimiter.length;
    const start = body.indexOf(HEAD_END, head);
    const end = start === -1 ? -1 : body.indexOf(next, start + HEAD_END.length - 2);
    if (end === -1) return null;
    if (/^content-disposition:[^\r\n]*;\s*filename\*?=/im.test(body.toString("latin1", head, start)))
      return body.subarray(Math.min(start + HEAD_END.length, end), end);
    at = end + 2;
  }
  return null;
}

/** Reads the form's one file. Fails with 413, 415 or 400 in words; never throws for bad input. */
export async function readFile(request: Request, bound: Parameters<ReadFile>[0]): Promise<Result<Buffer>> {
  const boundary = boundaryOf(request.headers.get("content-type"));
  if (boundary === null) return fail("unsupported_media_type", NOT_A_FORM);
  const body = await readBytes(request, { ...bound, maxBytes: bound.maxBytes + FRAME_BYTES, maxMs: MAX_FILE_MS });
  if (!body.ok) return body;
  const file = firstFile(body.value, boundary);
  if (!file) return fail("bad_request", NO_FILE);
  return file.length > bound.maxBytes ? fail("too_large", bound.tooLarge) : ok(file);
}
