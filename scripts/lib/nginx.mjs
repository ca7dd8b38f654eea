import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackage } from "./apt.mjs";
import { PlainError } from "./steps.mjs";

function findNginx() {
  const told = process.env.NGINX_PATH;
  if (told && existsSync(told)) return told;
  if (told) throw new PlainError(`There is no nginx at NGINX_PATH (${told}).`);
  // Debian keeps it where only root's PATH leads.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

/** The path of nginx; installs Debian's where that can be done. The test behind it is never left out. */
export async function ensureNginx() {
  const found = findNginx();
  if (found) return found;
  if (canInstall()) {
    await installPackage("nginx for the test of several instances", ["nginx"]);
    const installed = findNginx();
    if (installed) return installed;
  }
  throw new PlainError(
    "The test of several instances needs nginx. Install it (on Debian or Ubuntu: sudo apt-get install nginx), " +
      "or say where it is: NGINX_PATH=/path/to/nginx npm test",
  );
}
