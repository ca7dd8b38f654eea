// Given to Node with `--import` for what runs from source: terminal commands, development, tests. Node reads the package.json of a package again for each
// module of it. Drizzle's is 180 KB and it has more than a hundred modules: that alone was a third of what a start
// costs, and a hundred megabytes of memory that are never given back. Its modules say here what they are.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const PACKAGE = "drizzle-orm";
const MODULE = new RegExp(`/node_modules/${PACKAGE}/.*\\.js$`);

/** What its public names lead to, once asked. */
const known = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) {
      const found = known.get(specifier) ?? next(specifier, context);
      known.set(specifier, found);
      return { ...found, shortCircuit: true };
    }
    const { parentURL } = context;
    if (!specifier.startsWith(".") || !parentURL || !MODULE.test(parentURL)) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
  load(url, context, next) {
    if (!MODULE.test(url)) return next(url, context);
    return { format: "module", source: readFileSync(fileURLToPath(url)), shortCircuit: true };
  },
});
