import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import type { Config } from "#src/config.server.ts";
import { createPatientServer } from "#src/server/connections.ts";

// On shutdown, open requests may take this long; then their connections are closed.
const STOP_MS = 10_000;

/**
 * Binds the port before startup work, so that a busy port is reported first. Connections made meanwhile wait until the
 * site is ready.
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

/** Binds the port that web processes will share. Rejects if it is in use. */
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
