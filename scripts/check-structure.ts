import { fileURLToPath } from "node:url";
import { noCycles, serverStaysOnServer } from "./structure/browser.ts";
import { directions, everyFileHasAPlace, importsLeadSomewhere } from "./structure/directions.ts";
import { featureUse, featureVocabulary, roomSizes } from "./structure/features.ts";
import { migrationsAreGentle } from "./structure/migrations.ts";
import {
  environmentIsReadOnce,
  gatesStandInDescriptions,
  policyAloneKnowsViewers,
  sqlInItsPlaces,
} from "./structure/reach.ts";
import type { Fault, Rule } from "./structure/rule.ts";
import { countCode, readTree, type SourceTree } from "./structure/source-tree.ts";
import { namedExports, names, pagesTakeTheirTime, readable, sizes } from "./structure/style.ts";
import { glossary } from "./structure/words.ts";

// Checks the structure in docs/architecture.md. Prints a line for each violation.

const RULES: readonly Rule[] = [
  readable,
  everyFileHasAPlace,
  importsLeadSomewhere,
  directions,
  featureVocabulary,
  featureUse,
  serverStaysOnServer,
  noCycles,
  sqlInItsPlaces,
  environmentIsReadOnce,
  policyAloneKnowsViewers,
  gatesStandInDescriptions,
  names,
  namedExports,
  sizes,
  roomSizes,
  pagesTakeTheirTime,
  migrationsAreGentle,
  glossary,
];

// A check that read nothing would report nothing. Modules import five others on average.
const FEWEST_IMPORTS_A_MODULE = 2;

/** Every violation in a tree, sorted by file. */
export function checkStructure(tree: SourceTree): Fault[] {
  const faults = RULES.flatMap((rule) => rule(tree));
  return faults.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** The final message, and whether the check passed. `files` is the number of code files to read. */
export function report(tree: SourceTree, files: number): { readonly text: string; readonly isWell: boolean } {
  const modules = tree.modules.size;
  const imports = [...tree.modules.values()].reduce((sum, module) => sum + module.imports.length, 0);
  const read = `${modules} modules and ${imports} imports`;
  if (files === 0 || modules !== files || imports < files * FEWEST_IMPORTS_A_MODULE) {
    const text = `Read only ${read} of ${files} files: the check itself is broken, or looks in the wrong folder.`;
    return { text, isWell: false };
  }
  const faults = checkStructure(tree);
  if (faults.length === 0) return { text: `Read ${read}: everything stands where it belongs.`, isWell: true };
  const lines = faults.map(({ file, line, says }) => `${file}:${line}  ${says}`);
  return { text: `${lines.join("\n")}\n\nRead ${read}: ${faults.length} do not fit.`, isWell: false };
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const { text, isWell } = report(readTree(root), countCode(root));
  process.stdout.write(`${text}\n`);
  process.exitCode = isWell ? 0 : 1;
}
