import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { type AddressInfo, createServer as createNetServer, Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Config } from "#src/config.server.ts";
import { probePort } from "#src/config/listening.mjs";
import { createPatientServer } from "#src/server/connections.ts";

// Grace period for open requests on shutdown; then their connections are closed.
const STOP_MS = 10_000;
/** Behind a proxy, shutdown can take longer: another instance serves, so slow uploads may finish. */
const STOP_BEHIND_PROXY_MS = 75_000;
/** The proxy closes idle connections first; this covers the ones it is just closing. */
const IDLE_MARGIN_MS = 1_000;

/** How long `/healthz` returns 503 before new connections are refused. */
const LEAVING_MS = 3_000;

/** Servers that are draining. */
const leaving = new WeakSet<Server>();

/** A server that is not listening yet. Requests wait for the listener. */
export function makeServer(listener: Promise<RequestListener>): Server {
  const server = createPatientServer((request, response) => {
    if (leaving.has(server) && request.url === "/healthz") response.writeHead(503, { "content-length": 0 }).end();
    else void listener.then((answer) => answer(request, response));
  });
  return server;
}

/** Binds the port and returns its number. */
export async function takePort(server: Server, { host }: Config, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Returns a port to bind later. Rejects if it is in use. */
export async function findPort(config: Config): Promise<number> {
  if (config.port !== 0) return probePort(config).then(() => config.port);
  const probe = createNetServer((socket) => socket.destroy()).listen(config.port, config.host);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Fails health checks for a while, so the proxy stops sending requests: Caddy cannot retry a POST. */
export async function announceStop(server: Server, { trustProxy }: Config): Promise<void> {
  if (trustProxy === 0) return;
  leaving.add(server);
  await delay(LEAVING_MS);
}

/**
 * Stops accepting connections and resolves when the last response is sent. A proxy may be sending a request on a
 * connection that looks idle, so idle connections stay open for a while and each response closes its own.
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
    // Let connections in the accept queue through first.
    await nextTurn();
    // http.Server's `close` would close idle connections.
    NetServer.prototype.close.call(server);
    await Promise.race([over, delay(server.keepAliveTimeout + IDLE_MARGIN_MS)]);
    server.closeIdleConnections();
  }
  const patience = trustProxy === 0 ? STOP_MS : STOP_BEHIND_PROXY_MS;
  setTimeout(() => server.closeAllConnections(), patience).unref();
  await over;
}
