import { ensureProgram } from "./program.mjs";

// The shell has no window to draw, so the browser tests take two thirds of the time with it.
const SHELL = "chromium-headless-shell";

/** The path of a Chromium or Chrome, see {@link ensureProgram}. */
export const ensureChromium = () =>
  ensureProgram({
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
  });
