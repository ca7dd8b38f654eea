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
    br: await brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gz: await gzipped(plain, { level: 9 }),
  };
  for (const [suffix, bytes] of Object.entries(forms)) {
    if (bytes.length < plain.length) await writeFile(`${path}.${suffix}`, bytes);
  }
}

/** Writes beside every compressible file of a folder its brotli and gzip forms, where they are smaller. */
export async function compressFolder(folder) {
  // Folder by folder: `recursive` is silently ignored by the first versions of Node 18.
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await compressFolder(path);
      else if (COMPRESSIBLE.has(extname(entry.name))) await compressFile(path);
    }),
  );
}
