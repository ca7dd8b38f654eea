import { existsSync } from "node:fs";
import { PlainError, run, step, tail } from "./steps.mjs";

/** Whether packages of Debian or Ubuntu can be installed by this account. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Whether this machine's list of packages, as it is, has this one. */
export async function isInPackageList(name) {
  const { code } = await run("apt-cache", ["show", "--quiet", name]);
  return code === 0;
}

/** Installs the first of these packages that this release has. `what` is what it is to a person. */
export async function installPackage(what, names) {
  await step(`Installing ${what}`, async () => {
    const apt = (...args) => run("apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
    let result = await apt("update");
    if (result.code === 0) {
      for (const name of names) {
        result = await apt("install", "-y", "--no-install-recommends", name);
        if (result.code === 0) return;
      }
    }
    throw new PlainError(`${names.at(-1)} could not be installed:\n${tail(result.output)}`);
  });
}
