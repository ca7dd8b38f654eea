import { canInstall, installPackage, isInPackageList } from "./apt.mjs";
import { ensureProgram, findProgram } from "./program.mjs";
import { PlainError, say } from "./steps.mjs";

// It has no window to draw, so the browser tests need a quarter less CPU with it.
const SHELL = "chromium-headless-shell";

const CHROMIUM = {
  what: "browser",
  purpose: "Chromium for the browser tests",
  setting: "CHROMIUM_PATH",
  names: [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  folders: ["/usr/bin", "/snap/bin"],
  places: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ],
  // Not every release has the shell by itself.
  packages: [SHELL, "chromium"],
  missing:
    "The browser tests need Chromium or Chrome. Install one (on Debian or Ubuntu: sudo apt-get install chromium), " +
    "or say where it is: CHROMIUM_PATH=/path/to/chrome npm test",
};

/** The path of a Chromium or Chrome, see {@link ensureProgram}: the shell of Debian where it can be had. */
export async function ensureChromium() {
  const found = findProgram(CHROMIUM);
  if (found && !process.env.CHROMIUM_PATH && !found.endsWith(SHELL) && canInstall() && (await isInPackageList(SHELL))) {
    try {
      await installPackage("the quicker Chromium for the browser tests", [SHELL]);
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      say(`${error.message}\nThe browser tests go on with ${found}.`);
    }
  }
  return ensureProgram(CHROMIUM);
}
