import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

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

type StaticFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer> | null;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
};

// Vite puts a hash of the content into these names: they never change.
const IMMUTABLE = "public, max-age=31536000, immutable";
// Pictures keep their name when they are redrawn.
const A_WEEK = "public, max-age=604800";

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

async function readStaticFile(path: string, url: string): Promise<StaticFile> {
  const plain = await readBytes(path);
  const optional = (suffix: string) => readBytes(path + suffix).catch(() => null);
  const [br, gzip] = await Promise.all([optional(".br"), optional(".gz")]);
  return {
    plain,
    br,
    gzip,
    headers: {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "cache-control": url.startsWith("/assets/") ? IMMUTABLE : A_WEEK,
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      ...(br || gzip ? { vary: "accept-encoding" } : { "accept-ranges": "bytes" }),
      "x-content-type-options": "nosniff",
    },
  };
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads every file of the built site into memory once (a few megabytes), with its compressed forms, by address. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, StaticFile>();
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const url = `/${relative(folder, path).split(sep).join("/")}`;
      if (!entry.isFile() || url.startsWith("/.") || url.endsWith(".br") || url.endsWith(".gz")) return;
      files.set(url, await readStaticFile(path, url));
    }),
  );
  return files;
}

/** One range of bytes, as players of video ask for it; null when it cannot be given. */
function byteRange(range: string, size: number): readonly [from: number, to: number] | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to && from < size ? [from, to] : null;
}

/** Answers with a file from memory: compressed as the client takes it, a range of it, or 304. */
export function staticResponse(file: StaticFile, request: Headers): Response {
  if (request.get("if-none-match") === file.headers["etag"])
    return new Response(null, { status: 304, headers: file.headers });
  const accepts = request.get("accept-encoding") ?? "";
  if (file.br && accepts.includes("br")) {
    return new Response(file.br, { headers: { ...file.headers, "content-encoding": "br" } });
  }
  if (file.gzip && accepts.includes("gzip")) {
    return new Response(file.gzip, { headers: { ...file.headers, "content-encoding": "gzip" } });
  }
  const range = file.br || file.gzip ? null : request.get("range");
  if (range === null) return new Response(file.plain, { headers: file.headers });
  const size = file.plain.byteLength;
  const part = byteRange(range, size);
  if (!part)
    return new Response(null, { status: 416, headers: { ...file.headers, "content-range": `bytes */${size}` } });
  const [from, to] = part;
  return new Response(file.plain.subarray(from, to + 1), {
    status: 206,
    headers: { ...file.headers, "content-range": `bytes ${from}-${to}/${size}` },
  });
}
