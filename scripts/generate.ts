import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describeGraphql } from "#src/api/graphql.ts";
import { describeRest } from "#src/api/openapi.ts";
import { restMap } from "#src/api/rest.ts";

// Writes what is generated from the code and kept beside it, so that a change of the API is seen in a diff.
// With --check it writes nothing, and fails when a kept file is not what the code makes.

/** The same text on every machine: two spaces, the order of the code, one newline at the end. */
const stableJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** File → how it is made. */
const GENERATED: readonly { readonly file: string; readonly make: () => string }[] = [
  { file: "src/api/generated/openapi.json", make: () => stableJson(describeRest(restMap)) },
  { file: "src/api/generated/schema.graphql", make: describeGraphql },
];

const root = new URL("../", import.meta.url);
const isCheck = process.argv.includes("--check");

for (const { file, make } of GENERATED) {
  const path = fileURLToPath(new URL(file, root));
  const text = make();
  const kept = await readFile(path, "utf8").catch(() => null);
  if (kept === text) continue;
  if (isCheck) {
    const state = kept === null ? "is missing" : "is not what the code makes";
    process.stderr.write(`${file} ${state}: run \`npm run gen\` and commit what it writes.\n`);
    process.exitCode = 1;
    continue;
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  process.stdout.write(`Wrote ${file}\n`);
}
if (isCheck && process.exitCode === undefined) {
  process.stdout.write(`${GENERATED.map(({ file }) => file).join(", ")}: as the code makes it.\n`);
}
