import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// prompt.cash as its integration examples tell of it, over a real socket: strict about the secret and the signature.

export type FakePromptCash = {
  readonly url: string;
  /** Payment → what it says of its status. */
  readonly payments: Map<string, string>;
  /** What is wrong with its answers from now on; empty: nothing. */
  trouble: string;
  close(): void;
};

/** Whether the parameters of a page carry the signature that they should. */
function isSigned(query: URLSearchParams, secret: string): boolean {
  const names = ["token", "tx_id", "amount", "currency", "desc", "callback", "return", "time"];
  const signed = secret + names.map((name) => query.get(name) ?? "").join("");
  return query.get("signature") === createHash("sha256").update(signed).digest("hex");
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Fails as told; false when it was told not to. */
function failed(response: ServerResponse, { trouble }: FakePromptCash): boolean {
  const status = /^status (\d+)$/.exec(trouble)?.[1];
  if (status !== undefined) json(response, Number(status), { error: "no" });
  else if (trouble === "another form") json(response, 200, { data: { state: 1 } });
  else if (trouble === "another payment") json(response, 200, { data: { tx_id: "8", status: "PAID" } });
  else return false;
  return true;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  fake: FakePromptCash,
  secret: string,
  token: string,
): void {
  const url = new URL(request.url ?? "/", fake.url);
  const asked = /^\/api\/v1\/get-payment\/([^/]+)$/.exec(url.pathname)?.[1];
  if (asked === undefined) {
    const isRight = url.searchParams.get("token") === token && isSigned(url.searchParams, secret);
    return void response.writeHead(isRight ? 200 : 400).end();
  }
  if (failed(response, fake)) return;
  // The secret itself, without 'Bearer'.
  if (request.headers.authorization !== secret) return json(response, 401, { error: "unauthorized" });
  const txId = decodeURIComponent(asked);
  const status = fake.payments.get(txId);
  if (status === undefined) return json(response, 404, { error: "not found" });
  const amounts = { amount_fiat: 15, fiat_currency: "USD", amount_crypto: 0.03, paid_amount_crypto: 0.03 };
  return json(response, 200, { data: { id: 1, tx_id: txId, token, status, ...amounts, confirmations: 0 } });
}

export async function startFakePromptCash({
  token,
  secret,
}: {
  token: string;
  secret: string;
}): Promise<FakePromptCash> {
  const server = createServer((request, response) => answer(request, response, fake, secret, token));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const fake: FakePromptCash = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments: new Map(),
    trouble: "",
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
