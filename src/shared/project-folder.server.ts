import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

// From the built server too, which lies elsewhere than its source.
const FOLDER = dirname(findPackageJSON(import.meta.url) ?? ".");

/** The full path of a file or folder of the project, named from its top: `migrations`. */
export const projectPath = (path: string): string => join(FOLDER, path);
