import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackage } from "./apt.mjs";
import { PlainError } from "./steps.mjs";

// The shell has no window to draw, so the browser tests take two thirds of the time with it.
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function findChromium() {
  const told = process.env.CHROMIUM_PATH;
  if (told && existsSync(told)) return told;
  if (told) throw new PlainError(`There is no browser at CHROMIUM_PATH (${told}).`);
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find((path) =>
    existsSync(path),
  );
}

/** The path of a Chromium or Chrome; installs Debian's where that can be done. The browser tests are never left out. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (canInstall()) {
    // Not every release has the shell by itself.
    await installPackage("Chromium for the browser tests", [SHELL, "chromium"]);
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new PlainError(
    "The browser tests need Chromium or Chrome. Install one (on Debian or Ubuntu: sudo apt-get install chromium), " +
      "or say where it is: CHROMIUM_PATH=/path/to/chrome npm test",
  );
}
