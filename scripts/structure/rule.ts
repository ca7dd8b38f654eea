import type { SourceTree } from "./source-tree.ts";

/** Something that does not fit the house, and where. */
export type Fault = { readonly file: string; readonly line: number; readonly says: string };

export type Rule = (tree: SourceTree) => Fault[];

/** Tests may reach anything: they are nobody's dependency. */
export function isTest(path: string): boolean {
  return path.startsWith("tests/") || /\.test\.tsx?$/.test(path);
}
