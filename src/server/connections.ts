import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";

/** Connection timeouts in milliseconds. */
export type Patience = {
  /** Until the request headers are complete; also for a silent connection. */
  readonly headMs: number;
  /** Until the whole request is in: a 30 MB video on a phone's uplink. */
  readonly requestMs: number;
  /** Without traffic in either direction: the reader has stalled. Live streams send something every 20 s. */
  readonly silenceMs: number;
  /** How often timeouts are checked. */
  readonly lookEveryMs: number;
};

const PATIENCE: Patience = { headMs: 10_000, requestMs: 300_000, silenceMs: 120_000, lookEveryMs: 2_000 };

/** Whether a request has several Host headers. RFC 9112 requires a 400: a proxy may have read the other one. */
function hasTwoHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct["host"]?.length ?? 0) > 1;
}

/** A server that closes slow and idle connections, and refuses requests with two Host headers. */
export function createPatientServer(listener: RequestListener, patience = PATIENCE): Server {
  const server = createServer(
    {
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.lookEveryMs,
    },
    (request, response) => {
      if (!hasTwoHosts(request)) return listener(request, response);
      response.writeHead(400, { connection: "close", "content-length": 0 }).end();
    },
  );
  server.setTimeout(patience.silenceMs);
  return server;
}
