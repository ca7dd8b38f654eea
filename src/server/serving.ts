import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, createServer as createNetServer, Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Config } from "#src/config.server.ts";
import { probePort } from "#src/config/listening.mjs";
import { createPatientServer } from "#src/server/connections.ts";

// On shutdown, open requests may take this long; then their connections are closed.
const STOP_MS = 10_000;
/** Behind a proxy nobody waits for the stop: another instance serves, and a slow upload may end. */
const STOP_BEHIND_PROXY_MS = 75_000;
/** A proxy gives up its idle connections before the site does; for those that are just closing. */
const IDLE_MARGIN_MS = 1_000;

/** A server that is not listening yet. Requests wait for the listener. */
export function makeServer(listener: Promise<RequestListener>): Server {
  return createPatientServer((request, response) => {
    void listener.then((answer) => answer(request, response));
  });
}

/** Binds the port; which one it is. */
export async function takePort(server: Server, { host }: Config, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A port that will be bound later. Rejects if it is in use. */
export async function findPort(config: Config): Promise<number> {
  if (config.port !== 0) return probePort(config).then(() => config.port);
  const probe = createNetServer((socket) => socket.destroy()).listen(config.port, config.host);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/**
 * Takes no further connections and ends when the last one has its answer. A proxy may be sending a request on a connection
 * that looks idle, so those are not closed at once: each answer says that its connection ends.
 */
export async function stopServing(server: Server, { trustProxy }: Config): Promise<void> {
  const over = once(server, "close");
  if (trustProxy === 0) {
    server.close();
    server.closeIdleConnections();
  } else {
    server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    // Right after the connections that were waiting have been accepted.
    await nextTurn();
    // The one of http would close idle connections.
    NetServer.prototype.close.call(server);
    await Promise.race([over, delay(server.keepAliveTimeout + IDLE_MARGIN_MS)]);
    server.closeIdleConnections();
  }
  const patience = trustProxy === 0 ? STOP_MS : STOP_BEHIND_PROXY_MS;
  setTimeout(() => server.closeAllConnections(), patience).unref();
  await over;
}
