import type { Context, Hono } from "hono";
import type { App } from "#src/context/app.ts";
import { PICTURE_AWAY, PICTURE_NOT_FOUND } from "#src/features/events/uploads/messages.ts";
import { findShownUpload, type ShownUpload } from "#src/features/events/uploads/queries.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { type ByteRange, StoreUnavailable } from "#src/ports/image-store/port.ts";
import type { Env } from "#src/server/middleware.ts";
import { byteRange } from "#src/server/static-files.ts";

// Names are immutable. Only browsers may cache: a shared cache would keep serving a picture after its takedown.
const KEPT = "private, max-age=31536000, immutable";
// The redirect target may change, and the picture may be taken down.
const KEPT_REDIRECT = "private, max-age=300";

function headOf({ stored, type, bytes }: ShownUpload): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": KEPT,
    etag: `"${stored}"`,
    ...(bytes !== null && { "accept-ranges": "bytes" }),
  };
}

/** Parses the Range header for a video; undefined: no range; null: unsatisfiable. */
function rangeOf(c: Context<Env>, { bytes }: ShownUpload): ByteRange | null | undefined {
  const range = c.req.header("range");
  if (bytes === null || range === undefined) return undefined;
  const part = byteRange(range, bytes);
  return part && { from: part[0], to: part[1] };
}

async function send(app: App, c: Context<Env>, upload: ShownUpload): Promise<Response> {
  const head = headOf(upload);
  if (c.req.header("if-none-match") === head["etag"]) return new Response(null, { status: 304, headers: head });
  const range = rangeOf(c, upload);
  if (range === null)
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${upload.bytes}` } });
  // A HEAD response has no body, so the file is not fetched.
  if (c.req.raw.method === "HEAD") return new Response(null, { headers: head });
  const found = await app.images.get(upload.stored, range);
  if (!found) return failureResponse({ code: "not_found", message: PICTURE_NOT_FOUND });
  const headers = {
    ...head,
    "content-length": String(found.size),
    ...(range && { "content-range": `bytes ${range.from}-${range.to}/${upload.bytes}` }),
  };
  return new Response(found.body, { status: range ? 206 : 200, headers });
}

/** Serves uploaded pictures and videos; the site's own are static files. */
export function addPictures(server: Hono<Env>, app: App): void {
  server.get("/images/:name", async (c) => {
    const upload = await findShownUpload(app, c.req.param("name"));
    if (!upload) return failureResponse({ code: "not_found", message: PICTURE_NOT_FOUND });
    const elsewhere = app.images.publicUrl(upload.stored);
    if (elsewhere !== null)
      return new Response(null, { status: 302, headers: { location: elsewhere, "cache-control": KEPT_REDIRECT } });
    try {
      return await send(app, c, upload);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      app.log.warn({ error: error.message }, "a picture could not be fetched");
      return failureResponse({ code: "unavailable", message: PICTURE_AWAY, retryAfterSeconds: 60 });
    }
  });
}
