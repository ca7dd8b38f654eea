// `npm run test:browsers`: the journeys of tests/journeys in Debian's Firefox, which is installed where that is possible;
// otherwise it fails and says what to install.
import { existsSync } from "node:fs";
import { canInstall, installPackage } from "./lib/apt.mjs";
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { checkNode, endWith, PlainError } from "./lib/steps.mjs";
import { runTool } from "./lib/tools.mjs";

async function ensureFirefox() {
  if (existsSync("/usr/bin/firefox-esr")) return;
  if (!canInstall()) throw new PlainError("Firefox is not installed. On Debian: sudo apt-get install firefox-esr");
  await installPackage("Firefox for the journeys", ["firefox-esr"]);
}

async function main() {
  checkNode();
  await install();
  await ensureFirefox();
  await build();
  const { code } = await runTool("vitest", ["run", "--project", "browsers", ...process.argv.slice(2)], { show: true });
  process.exit(code);
}

main().catch(endWith);
