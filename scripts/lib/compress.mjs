import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
// Pictures, fonts and video are compressed by their own formats.
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"]);

async function compressFile(path) {
  const plain = await readFile(path);
  const forms = {
    br: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gz: await gzipped(plain, { level: 9 }),
  };
  for (const [suffix, bytes] of Object.entries(forms)) {
    if (bytes.length < plain.length) await writeFile(`${path}.${suffix}`, bytes);
  }
}

/** Writes beside every compressible file of a folder its brotli and gzip forms, where they are smaller. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  // `parentPath` is `path` in the Node versions before 20.12.
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))));
}
