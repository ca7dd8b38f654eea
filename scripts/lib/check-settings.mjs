import { resolve } from "node:path";
import { portFault, runningSite } from "../../src/config/listening.mjs";
import { readSettings, sayFaults } from "../../src/config/settings.mjs";
import { PlainError, ROOT } from "./steps.mjs";

/** What a service's manager is told so that it does not try again: EX_CONFIG of sysexits.h. */
const BAD_SETTINGS = 78;

/** Refuses settings that cannot be used, before anything is installed for them; the settings. */
export function checkSettings() {
  const { values, faults } = readSettings(process.env);
  if (faults.length > 0) throw new PlainError(sayFaults(faults), BAD_SETTINGS);
  return values;
}

/**
 * As {@link checkSettings}, and refuses a port that cannot be had. The site that runs here already, and the sentence that
 * refuses a second one; undefined where none runs.
 */
export async function checkPlace() {
  const { HOST, PORT, DATA_DIR } = checkSettings();
  const dataDir = resolve(ROOT, DATA_DIR);
  const fault = await portFault({ host: HOST, port: PORT, dataDir });
  if (fault === undefined) return undefined;
  const running = runningSite(dataDir);
  if (running === undefined) throw new PlainError(fault);
  return { ...running, fault };
}
