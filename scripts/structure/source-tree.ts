import { type Dirent, globSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type Module, readModule } from "./read-module.ts";

export type SourceTree = {
  /** Every file, code or not → its number of lines. */
  readonly files: ReadonlyMap<string, number>;
  readonly modules: ReadonlyMap<string, Module>;
  /** Every migration → its text. */
  readonly migrations: ReadonlyMap<string, string>;
  /** Code, styles, documents and settings that people read → their text. */
  readonly texts: ReadonlyMap<string, string>;
};

/** The folders that hold source; all else is configuration, content or made by a tool. */
const ROOTS = ["src", "seeds", "tests", "scripts", "illustrations"];
const CODE = /\.(?:ts|tsx|mjs)$/;
/** Of any other file only the name matters. */
const TEXT = /\.(?:ts|tsx|mjs|css|md)$/;
/** What people read outside {@link ROOTS}. */
const DOCUMENTS = "{*.md,docs/**/*.md,.env.example,assets/*.js,deploy/*}";
const DOCUMENT = /^[^/]+$|^(?:docs|assets|deploy)\//;
const MIGRATION = /^migrations\/[^/]+\.sql$/;

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** A tree of path → text; the tests of the rules make small ones. */
export function makeTree(texts: Readonly<Record<string, string>>): SourceTree {
  const migrations = new Map(Object.entries(texts).filter(([path]) => MIGRATION.test(path)));
  const entries = Object.entries(texts).filter(([path]) => !migrations.has(path) && !DOCUMENT.test(path));
  const code = entries.filter(([path]) => CODE.test(path));
  return {
    files: new Map(entries.map(([path, text]) => [path, countLines(text)])),
    modules: new Map(code.map(([path, text]) => [path, readModule(path, text)])),
    migrations,
    texts: new Map(Object.entries(texts).filter(([path]) => !migrations.has(path))),
  };
}

/** Every file under a folder, but for packages: those of the emulators lie among the tests. */
function* filesIn(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) yield entry;
    else if (entry.isDirectory() && entry.name !== "node_modules") yield* filesIn(join(folder, entry.name));
  }
}

/** The source under `root`. */
export function readTree(root: string): SourceTree {
  const texts: Record<string, string> = {};
  for (const folder of ROOTS) {
    for (const entry of filesIn(join(root, folder))) {
      const path = join(entry.parentPath, entry.name);
      texts[relative(root, path).split(sep).join("/")] = TEXT.test(entry.name) ? readFileSync(path, "utf8") : "";
    }
  }
  for (const path of globSync(DOCUMENTS, { cwd: root })) texts[path] = readFileSync(join(root, path), "utf8");
  for (const { name } of readdirSync(join(root, "migrations"), { withFileTypes: true }).filter((each) =>
    each.name.endsWith(".sql"),
  ))
    texts[`migrations/${name}`] = readFileSync(join(root, "migrations", name), "utf8");
  return makeTree(texts);
}

/** How many files of code there are under `root`, counted in another way than {@link readTree} finds them. */
export function countCode(root: string): number {
  return globSync(`{${ROOTS.join(",")}}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ["**/node_modules/**"] }).length;
}
