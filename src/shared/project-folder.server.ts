import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

// Found through package.json, because the built server is in another folder than its source.
const FOLDER = dirname(findPackageJSON(import.meta.url) ?? ".");

/** The full path of a file or folder in the project, such as `migrations`. */
export const projectPath = (path: string): string => join(FOLDER, path);
