import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackage } from "./apt.mjs";
import { PlainError } from "./steps.mjs";

/** The path of such a program, if it is there, see {@link ensureProgram}. */
export function findProgram({ what, setting, names, folders, places = [] }) {
  const told = process.env[setting];
  if (told && existsSync(told)) return told;
  if (told) throw new PlainError(`There is no ${what} at ${setting} (${told}).`);
  const all = [...(process.env.PATH ?? "").split(delimiter), ...folders];
  return [...names.flatMap((name) => all.map((folder) => join(folder, name))), ...places].find((path) =>
    existsSync(path),
  );
}

/**
 * The path of a program that tests need and npm does not bring; installs Debian's where that can be done. The tests behind
 * it are never left out: where it cannot be had, `missing` is what is said. `what` it is, and for which `purpose`; the
 * `setting` that names its path; its `names` in the PATH and in `folders`, or whole `places`; Debian's `packages` for it.
 */
export async function ensureProgram(program) {
  const found = findProgram(program);
  if (found) return found;
  if (canInstall()) {
    await installPackage(program.purpose, program.packages);
    const installed = findProgram(program);
    if (installed) return installed;
  }
  throw new PlainError(program.missing);
}
