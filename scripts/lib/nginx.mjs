import { ensureProgram } from "./program.mjs";

/** The path of nginx, see {@link ensureProgram}. */
export const ensureNginx = () =>
  ensureProgram({
    what: "nginx",
    purpose: "nginx for the test of several instances",
    setting: "NGINX_PATH",
    names: ["nginx"],
    // Debian keeps it where only root's PATH leads.
    folders: ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"],
    packages: ["nginx"],
    missing:
      "The test of several instances needs nginx. Install it (on Debian or Ubuntu: sudo apt-get install nginx), " +
      "or say where it is: NGINX_PATH=/path/to/nginx npm test",
  });
