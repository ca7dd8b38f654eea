/**
 * Renders the pictures of the site.
 *
 *   render.ts                    everything: pictures, film, icons, manifest
 *   render.ts dance surf         only these pictures (and the manifest)
 *   render.ts film icons         only these parts
 *   render.ts --look dir dance   one PNG of each, to look at, and nothing exported
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportIcons } from "./brand.ts";
import { catalog } from "./catalog.ts";
import { drawn, exportPicture, pixels } from "./export.ts";
import { exportFilm } from "./film.ts";
import { writeManifest } from "./manifest.ts";

const parts: Readonly<Record<string, () => Promise<void>>> = {
  film: exportFilm,
  icons: exportIcons,
  manifest: writeManifest,
};

async function look(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, scene] of Object.entries(catalog)) {
    if (names.length === 0 || names.includes(name))
      await writeFile(join(folder, `${name}.png`), await pixels(drawn(scene), 1));
  }
}

async function render(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in catalog) && !(name in parts));
  if (unknown.length > 0) throw new Error(`No picture or part is called ${unknown.join(", ")}.`);
  const wanted = (name: string): boolean => names.length === 0 || names.includes(name);
  for (const [name, scene] of Object.entries(catalog)) {
    if (!wanted(name)) continue;
    await exportPicture(name, scene);
    process.stdout.write(`${name}\n`);
  }
  for (const [name, run] of Object.entries(parts)) if (wanted(name) || name === "manifest") await run();
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--look") await look(rest[0] ?? "look", rest.slice(1));
else await render(first === undefined ? [] : [first, ...rest]);
