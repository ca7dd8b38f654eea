import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { Context } from "hono";
import { answerWith, type Forms, makeForms } from "#src/server/forms.ts";
import { type Env, headerReader } from "#src/server/middleware.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp4": "video/mp4",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

// Vite hashes the content into these names, so they are immutable.
const IMMUTABLE = "public, max-age=31536000, immutable";
// Images keep their file names when redrawn.
const A_WEEK = "public, max-age=604800";

// Revalidated each time, so that an update is never missed.
const SERVICE_WORKER = "/service-worker.js";
const WORKER_HEAD = {
  "cache-control": "no-cache",
  "content-security-policy": "default-src 'none'; connect-src 'self'",
};

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

async function readStaticFile(path: string, url: string, strict: Readonly<Record<string, string>>): Promise<Forms> {
  const optional = (suffix: string) => readBytes(path + suffix).catch(() => null);
  const [plain, br, gzip] = await Promise.all([readBytes(path), optional(".br"), optional(".gz")]);
  const head = {
    ...strict,
    "content-type": TYPES[extname(path)] ?? "application/octet-stream",
    "cache-control": url.startsWith("/assets/") ? IMMUTABLE : A_WEEK,
    ...(!br && !gzip && { "accept-ranges": "bytes" }),
    ...(url === SERVICE_WORKER && WORKER_HEAD),
  };
  return makeForms(200, head, { plain, br, gzip: gzip && (() => gzip) });
}

export type StaticFiles = ReadonlyMap<string, Forms>;

/** Reads every built file into memory once (a few megabytes), with its compressed encodings. */
export async function readStaticFiles(folder: string, strict: Readonly<Record<string, string>>): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Forms>();
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const url = `/${relative(folder, path).split(sep).join("/")}`;
      if (!entry.isFile() || url.startsWith("/.") || url.endsWith(".br") || url.endsWith(".gz")) return;
      files.set(url, await readStaticFile(path, url, strict));
    }),
  );
  return files;
}

/** Parses one byte range, as video players send it; null if unsatisfiable. */
export function byteRange(range: string, size: number): readonly [from: number, to: number] | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to && from < size ? [from, to] : null;
}

/** Serves a file from memory: compressed, a range, or 304. */
export function answerFile(file: Forms, c: Context<Env>): Response {
  c.set("hasWholeHead", true);
  c.set("route", "built file");
  const header = headerReader(c);
  const requestId = c.get("requestId");
  const { head, body } = file.plain;
  const range = "accept-ranges" in head ? header("range") : undefined;
  if (range === undefined) return answerWith(file, header, requestId);
  const { "content-length": _, ...rest } = head;
  const size = body.byteLength;
  const part = byteRange(range, size);
  const headers = { ...rest, "x-request-id": requestId };
  if (!part) return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
  const [from, to] = part;
  return new Response(body.subarray(from, to + 1), {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${from}-${to}/${size}`, "content-length": String(to + 1 - from) },
  });
}
