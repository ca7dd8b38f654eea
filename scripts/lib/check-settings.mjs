import { resolve } from "node:path";
import { portFault } from "../../src/config/listening.mjs";
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

/** As {@link checkSettings}, and refuses a port that cannot be had. */
export async function checkPlace() {
  const { HOST, PORT, DATA_DIR } = checkSettings();
  const fault = await portFault({ host: HOST, port: PORT, dataDir: resolve(ROOT, DATA_DIR) });
  if (fault !== undefined) throw new PlainError(fault);
}
