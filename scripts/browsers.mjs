// `npm run test:browsers`: the journeys of tests/journeys in Debian's Firefox and WebKit, which are installed where that is
// possible; otherwise it fails and says what to install.
import { existsSync } from "node:fs";
import { canInstall, installPackage } from "./lib/apt.mjs";
import { build } from "./lib/build.mjs";
import { installAll } from "./lib/install.mjs";
import { checkNode, endWith, PlainError } from "./lib/steps.mjs";
import { runTool } from "./lib/tools.mjs";

/** Each package and the program that it brings. */
const PROGRAMS = {
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
};

async function ensureBrowsers() {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]));
  if (missing.length === 0) return;
  if (!canInstall()) throw new PlainError(`Browsers are missing. On Debian: sudo apt-get install ${missing.join(" ")}`);
  await installPackage("Browsers for the journeys", missing);
}

async function main() {
  checkNode();
  await installAll();
  await ensureBrowsers();
  await build();
  const { code } = await runTool("vitest", ["run", "--project", "browsers", ...process.argv.slice(2)], { show: true });
  process.exit(code);
}

main().catch(endWith);
