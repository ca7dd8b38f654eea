import { ensureProgram } from "./program.mjs";

/** The path of promtool, see {@link ensureProgram}. */
export const ensurePromtool = () =>
  ensureProgram({
    what: "promtool",
    purpose: "promtool for the test of the alerts",
    setting: "PROMTOOL_PATH",
    names: ["promtool"],
    folders: ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"],
    packages: ["prometheus"],
    missing:
      "The test of the alerts needs promtool. Install it (on Debian or Ubuntu: sudo apt-get install prometheus), " +
      "or say where it is: PROMTOOL_PATH=/path/to/promtool npm test",
  });
