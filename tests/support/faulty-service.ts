import { once } from "node:events";
import { createServer, request as httpRequest, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a service may do instead of answering. */
export const FAULTS = ["refused", "silent", "drip", "reset", "429", "500", "garbage", "html", "redirect"] as const;
/** Refusals that repeat all that was sent, in each place where a vendor has words. */
type Echo = "echo json" | "echo xml" | "echo plain";
type Fault = (typeof FAULTS)[number] | Echo;

/** A door to a service that can be made to stick. */
export type FaultyService = {
  readonly url: string;
  /** Null: everything passes. */
  fault: Fault | null;
  /** What is asked for is done, and nobody hears of it. */
  losesAnswers: boolean;
  /** How many requests came to the door. */
  readonly requests: () => number;
  /** An address of somebody else's, which a redirect names. */
  readonly elsewhere: string;
  /** How many requests came there. */
  readonly strays: () => number;
  /** What was sent while it repeated everything. */
  readonly heard: () => string;
  close(): Promise<void>;
};

/** Repeats what was sent; as plain text only who sent it, which is what a parser would quote of it. */
function echo(fault: Fault, sent: string, authorization: string, response: ServerResponse): void {
  if (fault === "echo plain") return void response.writeHead(200).end(authorization);
  if (fault === "echo xml") {
    const words = sent.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    response.writeHead(403, { "content-type": "application/xml" });
    return void response.end(`<Error><Code>${words}</Code><Message>${words}</Message></Error>`);
  }
  response.writeHead(400, { "content-type": "application/json" });
  const words = `User pool of the beach does not exist: ${sent}`;
  const meta = { code: 400, errors: [words] };
  return void response.end(
    JSON.stringify({ __type: sent.replaceAll(/[#:,]/g, " "), message: words, meta, error: words, data: words }),
  );
}

function misbehave(fault: Fault, response: ServerResponse, elsewhere: string): void {
  if (fault === "redirect") return void response.writeHead(307, { location: elsewhere }).end();
  const json = { "content-type": "application/json" };
  if (fault === "refused") return void response.destroy();
  // Until the caller gives up.
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

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** Stands in front of a service and passes everything on, unless a fault is set. */
export async function startFaultyService(target = "http://127.0.0.1:9"): Promise<FaultyService> {
  const to = new URL(target);
  let requests = 0;
  let strays = 0;
  let heard = "";
  const stray = createServer((_request, response) => {
    strays += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const elsewhere = await listen(stray);
  let fault: Fault | null = null;
  let losesAnswers = false;
  const server = createServer((incoming, response) => {
    requests += 1;
    if (fault?.startsWith("echo")) {
      const repeated = fault;
      return void text(incoming).then((body) => {
        const sent = [incoming.url, body, ...Object.values(incoming.headers)].join(" ");
        heard += sent;
        const { authorization = sent } = incoming.headers;
        echo(repeated, sent, authorization, response);
      });
    }
    if (fault !== null) return misbehave(fault, response, elsewhere);
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
  return {
    url: await listen(server),
    elsewhere,
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
    strays: () => strays,
    heard: () => heard,
    close: async () => void (await Promise.all([server, stray].map(stop))),
  };
}
