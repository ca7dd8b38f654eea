import { createServer, type RequestListener, type Server } from "node:http";

/** How long whoever connects may take, in milliseconds. */
export type Patience = {
  /** Until the head of a request is there; also for a connection that says nothing at all. */
  readonly headMs: number;
  /** Until all of a request is there: a video of 30 MB from a phone at the beach. */
  readonly requestMs: number;
  /** In which nothing moves either way: a reader who has stopped reading. Live lines say something every 20 s. */
  readonly silenceMs: number;
  /** How often those who take too long are looked for. */
  readonly lookEveryMs: number;
};

const PATIENCE: Patience = { headMs: 10_000, requestMs: 300_000, silenceMs: 120_000, lookEveryMs: 2_000 };

/** A server that hangs up on whoever keeps a connection and does not use it. */
export function createPatientServer(listener: RequestListener, patience = PATIENCE): Server {
  const server = createServer(
    {
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.lookEveryMs,
    },
    listener,
  );
  server.setTimeout(patience.silenceMs);
  return server;
}
