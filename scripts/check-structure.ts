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
import { namedExports, names, readable, sizes } from "./structure/style.ts";
import { glossary } from "./structure/words.ts";

// Does the code stand as docs/architecture.md says? One line for each place where it does not.

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
  migrationsAreGentle,
  glossary,
];

// A check that found nothing to read would find nothing wrong. Each module imports five others on average.
const FEWEST_IMPORTS_A_MODULE = 2;

/** Every fault of a tree, in the order of the files. */
export function checkStructure(tree: SourceTree): Fault[] {
  const faults = RULES.flatMap((rule) => rule(tree));
  return faults.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** What is said at the end, and whether all is well. `files` is how many files of code there are to read. */
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
