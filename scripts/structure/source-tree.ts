import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { readModule } from "./read-module.ts";

/** `type` is gone when the program runs; `dynamic` is `import()`, loaded when it is first needed. */
export type ImportKind = "value" | "type" | "dynamic";

export type Import = {
  /** As it is written. */
  readonly specifier: string;
  /** The file of ours that it means, from the root; null for a package or what a tool makes. */
  readonly target: string | null;
  readonly kind: ImportKind;
  readonly line: number;
};

export type Module = {
  /** From the root, with `/`. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[];
  /** Dotted reads such as `process.env` and `app.db`, also those that are written as destructuring. */
  readonly reads: readonly { readonly name: string; readonly line: number }[];
  readonly defaultExportLine: number | null;
  /** What the parser could not read. */
  readonly syntaxError: string | null;
};

export type SourceTree = {
  /** Every file, code or not → its number of lines. */
  readonly files: ReadonlyMap<string, number>;
  readonly modules: ReadonlyMap<string, Module>;
};

/** The folders that hold source; all else is configuration, content or made by a tool. */
const ROOTS = ["src", "seeds", "tests", "scripts"];
const CODE = /\.(?:ts|tsx|mjs)$/;
// Read for their names and lengths only.
const STYLE = /\.(?:css|json)$/;

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The file that an import of ours means; null for packages, and for what React Router and Vite make themselves. */
export function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (!bare.startsWith(".") || bare.includes("/+types/")) return null;
  return posix.join(posix.dirname(from), bare);
}

/** A tree of path → text; the tests of the rules make small ones. */
export function makeTree(texts: Readonly<Record<string, string>>): SourceTree {
  const entries = Object.entries(texts);
  const code = entries.filter(([path]) => CODE.test(path));
  return {
    files: new Map(entries.map(([path, text]) => [path, countLines(text)])),
    modules: new Map(code.map(([path, text]) => [path, readModule(path, text)])),
  };
}

/** The source under `root`. */
export function readTree(root: string): SourceTree {
  const texts: Record<string, string> = {};
  for (const folder of ROOTS) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !(CODE.test(entry.name) || STYLE.test(entry.name))) continue;
      const path = join(entry.parentPath, entry.name);
      texts[relative(root, path).split(sep).join("/")] = readFileSync(path, "utf8");
    }
  }
  return makeTree(texts);
}
