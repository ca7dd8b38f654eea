// Replaces running instances of the site one by one, so that a proxy which knows one port more than there are instances
// always finds one that answers.
import { setTimeout as delay } from "node:timers/promises";
import { PlainError } from "./steps.mjs";

const FIRST_PORT = 3000;
const READY_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** The first port that no instance has, from 3000 on. */
export function sparePort(ports) {
  let port = FIRST_PORT;
  while (ports.includes(port)) port += 1;
  return port;
}

async function waitUntilReady(port) {
  const end = Date.now() + READY_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() > end) throw new PlainError(`The new instance at port ${port} does not become ready.`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Starts an instance and waits until it is ready; one that is not is stopped again. */
export async function startInstance(port, { start, stop }) {
  try {
    await start(port);
    await waitUntilReady(port);
  } catch (error) {
    await stop(port);
    throw error;
  }
}

/**
 * For each of these ports: a new instance at the spare one, and when it is ready the old one is told to stop and finishes
 * what is under way; its port is then the spare one. Where a new one does not start, the old one was never touched.
 * `replaced` is told the port of each new one.
 * @param {{ ports: readonly number[], spare: number }} places
 * @param {{ start(port: number): Promise<void>, stop(port: number): Promise<void> }} instances
 * @param {(port: number) => void} [replaced]
 */
export async function roll({ ports, spare }, instances, replaced = () => undefined) {
  let free = spare;
  for (const port of ports) {
    await startInstance(free, instances);
    await instances.stop(port);
    replaced(free);
    free = port;
  }
}
