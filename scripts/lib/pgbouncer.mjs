import { ensureProgram } from "./program.mjs";

/** The path of pgbouncer, see {@link ensureProgram}. */
export const ensurePgbouncer = () =>
  ensureProgram({
    what: "pgbouncer",
    purpose: "pgbouncer for the test of pooled databases",
    setting: "PGBOUNCER_PATH",
    names: ["pgbouncer"],
    // Debian keeps it where only root's PATH leads.
    folders: ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"],
    packages: ["pgbouncer"],
    missing:
      "The test of pooled databases needs pgbouncer. Install it (on Debian or Ubuntu: sudo apt-get install pgbouncer), " +
      "or say where it is: PGBOUNCER_PATH=/path/to/pgbouncer npm test",
  });
