import { type Fault, isTest, type Rule } from "./rule.ts";
import type { Module } from "./read-module.ts";
import type { SourceTree } from "./source-tree.ts";

// Two things about how modules hang together that no single import shows.

/** React Router takes loaders and what only they use out of these before they go to the browser. */
const LOADERS_ARE_REMOVED = /^src\/(?:root\.tsx|features\/[^/]+\/(?:[^/]+\/)?routes\/[^/]+\.tsx)$/;
/** Rendered by the server alone. */
const SERVER_TSX = /\.server\.tsx$/;
const BROWSER_FOLDERS = /^src\/(?:ui\/|features\/[^/]+\/(?:[^/]+\/)?components\/)/;

/** Whether a module's code is sent to people: components, ui, and any other .tsx that is not the server's. */
function isForBrowser(path: string): boolean {
  if (isTest(path) || LOADERS_ARE_REMOVED.test(path) || SERVER_TSX.test(path)) return false;
  return BROWSER_FOLDERS.test(path) || (path.startsWith("src/") && path.endsWith(".tsx"));
}

function usedBy(module: Module, tree: SourceTree, { withTypes }: { withTypes: boolean }) {
  return module.imports.flatMap(({ target, kind, line }) => {
    const used = target === null || (kind === "type" && !withTypes) ? undefined : tree.modules.get(target);
    return used ? [{ used, line }] : [];
  });
}

/** The way from a module to one that is the server's alone; null when there is none. */
function wayToServer(module: Module, tree: SourceTree, seen: Set<string>): readonly string[] | null {
  if (/\.server\.tsx?$/.test(module.path)) return [module.path];
  if (seen.has(module.path)) return null;
  seen.add(module.path);
  for (const { used } of usedBy(module, tree, { withTypes: false })) {
    const way = wayToServer(used, tree, seen);
    if (way) return [module.path, ...way];
  }
  return null;
}

/** What is the server's never reaches the browser. */
export const serverStaysOnServer: Rule = (tree) => {
  const faults: Fault[] = [];
  for (const module of tree.modules.values()) {
    if (!isForBrowser(module.path)) continue;
    for (const { used, line } of usedBy(module, tree, { withTypes: false })) {
      const way = wayToServer(used, tree, new Set([module.path]));
      // A component that this one uses is told of itself.
      if (!way || way.slice(0, -1).some(isForBrowser)) continue;
      faults.push({
        file: module.path,
        line,
        says: `is sent to the browser, and imports ${way.join(" → ")}, which is the server's alone.`,
      });
    }
  }
  return faults;
};

/** Modules that import each other, types included, cannot be understood one before the other. */
export const noCycles: Rule = (tree) => {
  const faults: Fault[] = [];
  const done = new Set<string>();
  const visit = (module: Module, way: readonly string[]): void => {
    if (done.has(module.path)) return;
    const here = [...way, module.path];
    for (const { used, line } of usedBy(module, tree, { withTypes: true })) {
      const start = here.indexOf(used.path);
      if (start === -1) visit(used, here);
      else
        faults.push({
          file: module.path,
          line,
          says: `closes a circle of imports: ${[...here.slice(start), used.path].join(" → ")}. What both need belongs in a file of its own.`,
        });
    }
    done.add(module.path);
  };
  for (const module of tree.modules.values()) visit(module, []);
  return faults;
};
