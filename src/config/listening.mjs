// @ts-check
// Why the port cannot be bound. Plain JavaScript without packages, because it runs before anything is installed.
import { createSocket } from "node:dgram";
import { readFileSync, statSync } from "node:fs";
import { connect, isIPv6 } from "node:net";
import { join } from "node:path";

/**
 * The process id and start time of the site running on a data directory, from its pid file.
 * @param {string} dataDir
 */
export function runningSite(dataDir) {
  try {
    const note = join(dataDir, "sandbar.pid");
    const [pid = "", started] = readFileSync(note, "utf8").trim().split(" ");
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // A stale pid file may hold an id that another program now has.
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
 * Why a site cannot listen, and what to do; undefined for unrelated errors.
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
 * Rejects with the error that listening would fail with. Does not listen itself, because a proxy waiting for this port
 * would send requests that nobody answers.
 * @param {{ host: string, port: number }} place
 * @returns {Promise<void>}
 */
export async function probePort({ host, port }) {
  // An unavailable host or forbidden port fails for UDP too; a UDP port in use does not matter.
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
 * The message if the port cannot be bound.
 * @param {Place} place
 * @returns {Promise<string | undefined>}
 */
export const portFault = (place) =>
  probePort(place).then(
    () => undefined,
    (error) => listenFault(error, place),
  );
