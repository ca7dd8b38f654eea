// @ts-check
// Why the port cannot be had. Plain JavaScript without packages: it is asked before anything is installed.
import { createSocket } from "node:dgram";
import { readFileSync, statSync } from "node:fs";
import { connect, isIPv6 } from "node:net";
import { join } from "node:path";

/**
 * The process id of the site that runs on a data directory, by the note beside its lock, and when it began.
 * @param {string} dataDir
 */
export function runningSite(dataDir) {
  try {
    const note = join(dataDir, "sandbar.pid");
    const [pid = "", started] = readFileSync(note, "utf8").trim().split(" ");
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // A note that was left behind may name a number that another program has by now.
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] === started
      ? { pid: Number(pid), since: statSync(note).mtimeMs }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @typedef {object} Place
 * @property {string} host
 * @property {number} port
 * @property {string} dataDir
 */

/**
 * One sentence on why a site cannot listen, with what to do; undefined when an error is not about that.
 * @param {unknown} error
 * @param {Place} place
 * @returns {string | undefined}
 */
export function listenFault(error, { host, port, dataDir }) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") {
    const pid = runningSite(dataDir)?.pid;
    return pid
      ? `Sandbar already runs here, as process ${pid}: stop it first (kill ${pid}).`
      : `Another program already uses port ${port}: stop it, or choose another port (PORT=3001 npm start).`;
  }
  if (code === "EACCES" && port < 1024)
    return `Ports below 1024 belong to root: choose another (PORT=3000) and put a proxy in front.`;
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EINVAL"].includes(code))
    return `HOST=${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`;
  return undefined;
}

/**
 * Rejects with what listening would fail with. Does not listen itself: a proxy that waits for this port would send a request
 * to somebody who answers none.
 * @param {{ host: string, port: number }} place
 * @returns {Promise<void>}
 */
export async function probePort({ host, port }) {
  // An address or a port that cannot be had fails for UDP alike; one that is in use there does not matter.
  await new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
    socket.on("error", (error) =>
      "code" in error && error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    socket.bind(port, host, () => socket.close(() => resolve(undefined)));
  });
  if (port === 0) return;
  await new Promise((resolve, reject) => {
    const socket = connect(port, host);
    socket.on("error", () => resolve(undefined));
    socket.on("connect", () => {
      socket.destroy();
      reject(Object.assign(new Error(`Port ${port} is in use.`), { code: "EADDRINUSE" }));
    });
  });
}

/**
 * The sentence when the port cannot be had.
 * @param {Place} place
 * @returns {Promise<string | undefined>}
 */
export const portFault = (place) =>
  probePort(place).then(
    () => undefined,
    (error) => listenFault(error, place),
  );
