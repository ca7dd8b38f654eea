import { posix } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";

/** `type` is gone when the program runs; `dynamic` is `import()`, loaded when it is first needed. */
type ImportKind = "value" | "type" | "dynamic";

type Import = {
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
  /** Functions that are called by name. */
  readonly calls: readonly { readonly name: string; readonly line: number }[];
  readonly defaultExportLine: number | null;
  /** What the parser could not read. */
  readonly syntaxError: string | null;
};

// What we look at of a node of the syntax tree (ESTree, as oxc-parser gives it); everything else is passed through.
type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly [part: string]: unknown;
};

type Found = {
  imports: Import[];
  functions: Module["functions"][number][];
  reads: Module["reads"][number][];
  calls: Module["calls"][number][];
};

/** The file that an import of ours means; null for packages, and for what React Router and Vite make themselves. */
function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (!bare.startsWith(".") || bare.includes("/+types/")) return null;
  return posix.join(posix.dirname(from), bare);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function children(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(isNode);
}

/** Offset → line, counted from 1. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** `a`, `a.b.c`, `a["b"]`; null for anything that is not only names. */
function dottedName(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return node.name ?? null;
  if (node.type === "ChainExpression") return dottedName(node["expression"]);
  if (node.type !== "MemberExpression") return null;
  const object = dottedName(node["object"]);
  const key = isNode(node["property"]) ? node["property"] : null;
  const property = node.computed ? key?.value : key?.name;
  return object !== null && typeof property === "string" ? `${object}.${property}` : null;
}

/** `const { env } = process` reads `process.env`. */
function destructuredNames(declarator: Node): string[] {
  const pattern = declarator["id"];
  const source = dottedName(declarator["init"]);
  if (source === null || !isNode(pattern) || pattern.type !== "ObjectPattern") return [];
  return children(pattern).flatMap(({ key }) => (isNode(key) && key.name ? [`${source}.${key.name}`] : []));
}

/**
 * Only `import type` and `export type` leave nothing behind. `import { type A }` still runs the module: Node takes
 * the name away, not the import.
 */
function importKind(node: Node): ImportKind {
  if (node.type === "ImportExpression") return "dynamic";
  return node.type === "TSImportType" || node.importKind === "type" || node.exportKind === "type" ? "type" : "value";
}

const IMPORTING = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function functionName(node: Node, parent: Node | null): string {
  const named = [node["id"], parent?.["id"], parent?.["key"]].find(isNode);
  return named?.name ? `\`${named.name}\`` : "this function";
}

function isDefaultExport(node: Node): boolean {
  if (node.type === "ExportDefaultDeclaration") return true;
  if (node.type !== "ExportNamedDeclaration") return false;
  return children(node).some(({ exported }) => isNode(exported) && exported.name === "default");
}

function lookAt(node: Node, parent: Node | null, path: string, lineOf: (offset: number) => number, found: Found): void {
  const line = lineOf(node.start);
  const source = node["source"];
  if (IMPORTING.has(node.type) && isNode(source) && typeof source.value === "string") {
    const specifier = source.value;
    found.imports.push({ specifier, target: resolveImport(path, specifier), kind: importKind(node), line });
  }
  if (FUNCTIONS.has(node.type)) {
    found.functions.push({ name: functionName(node, parent), line, lines: lineOf(node.end) - line + 1 });
  }
  if (node.type === "VariableDeclarator") {
    found.reads.push(...destructuredNames(node).map((name) => ({ name, line })));
  }
  const called = node.type === "CallExpression" ? dottedName(node["callee"]) : null;
  if (called !== null) found.calls.push({ name: called, line });
  const name = node.type === "MemberExpression" ? dottedName(node) : null;
  if (name !== null) found.reads.push({ name, line });
}

/** What the rules want to know of one file of code. */
export function readModule(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text);
  const lineOf = lineCounter(text);
  const found: Found = { imports: [], functions: [], reads: [], calls: [] };
  const walk = (node: Node, parent: Node | null): void => {
    lookAt(node, parent, path, lineOf, found);
    for (const child of children(node)) walk(child, node);
  };
  const root = program as unknown as Node;
  walk(root, null);
  const defaultExport = children(root).find(isDefaultExport);
  return {
    path,
    ...found,
    defaultExportLine: defaultExport ? lineOf(defaultExport.start) : null,
    syntaxError: errors[0]?.message ?? null,
  };
}
