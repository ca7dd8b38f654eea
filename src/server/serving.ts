import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import type { Config } from "#src/config.server.ts";
import { createPatientServer } from "#src/server/connections.ts";

// What is under way when the process is told to stop may take this long; then its connection is cut.
const STOP_MS = 10_000;

/**
 * Takes the port first and answers later: so the port is known, and a busy one is told of before any work. Whoever
 * comes in between waits the second that the start takes.
 */
export async function takePort(config: Config, listener: Promise<RequestListener>): Promise<Server> {
  const server = createPatientServer((request, response) => {
    void listener.then((answer) => answer(request, response));
  });
  server.listen(config.port, config.host);
  await once(server, "listening");
  return server;
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The port that other processes are going to take together. Rejects when somebody has it already. */
export async function findPort(config: Config): Promise<number> {
  const probe = createNetServer((socket) => socket.destroy()).listen(config.port, config.host);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
  });
}
