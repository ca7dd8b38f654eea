import { once } from "node:events";
import { createServer, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a service may do instead of answering. */
export const FAULTS = ["refused", "silent", "drip", "reset", "429", "500", "garbage", "html"] as const;
type Fault = (typeof FAULTS)[number];

/** A door to a service that can be made to stick. */
export type FaultyService = {
  readonly url: string;
  /** Null: everything passes. */
  fault: Fault | null;
  /** What is asked for is done, and nobody hears of it. */
  losesAnswers: boolean;
  /** How many requests came to the door. */
  readonly requests: () => number;
  close(): Promise<void>;
};

function misbehave(fault: Fault, response: ServerResponse): void {
  const json = { "content-type": "application/json" };
  if (fault === "refused") return void response.destroy();
  // Until whoever asks has had enough.
  if (fault === "silent") return;
  if (fault === "drip" || fault === "reset") {
    response.writeHead(200, { ...json, "content-length": "100000" });
    response.write('{"response":');
    if (fault === "reset") return void setImmediate(() => response.destroy());
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
    return;
  }
  if (fault === "429")
    return void response.writeHead(429, { ...json, "retry-after": "30" }).end('{"meta":{"code":429}}');
  if (fault === "500") return void response.writeHead(500, json).end('{"__type":"InternalErrorException"}');
  if (fault === "garbage") return void response.writeHead(200, json).end('{"response": [1, 2');
  response.writeHead(502, { "content-type": "text/html" }).end("<html><body><h1>Bad Gateway</h1></body></html>");
}

/** Stands in front of a service and passes everything on, unless a fault is set. */
export async function startFaultyService(target: string): Promise<FaultyService> {
  const to = new URL(target);
  let requests = 0;
  let fault: Fault | null = null;
  let losesAnswers = false;
  const server = createServer((incoming, response) => {
    requests += 1;
    if (fault !== null) return misbehave(fault, response);
    const headers = { ...incoming.headers };
    const passed = httpRequest(
      { host: to.hostname, port: to.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        if (losesAnswers) return void response.destroy();
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
    },
    get losesAnswers() {
      return losesAnswers;
    },
    set losesAnswers(next) {
      losesAnswers = next;
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
