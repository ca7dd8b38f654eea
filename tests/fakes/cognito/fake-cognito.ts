import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { OPERATIONS } from "#tests/fakes/cognito/fake-operations.ts";
import { type FakePool, VendorError, vendorError } from "#tests/fakes/cognito/fake-pool.ts";
import { signatureFault } from "#tests/fakes/cognito/fake-signature.ts";
import { FakeTokens } from "#tests/fakes/cognito/fake-tokens.ts";

const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/;

/** A Cognito user pool that answers over a socket, for tests: strict where the real one is. */
export type FakeCognito = {
  readonly url: string;
  readonly pool: FakePool;
  readonly tokens: FakeTokens;
  /** The operations it was asked for, oldest first; `JWKS` for its keys. */
  readonly calls: string[];
  /** Operations that are refused, with what the service says then. */
  readonly refusals: Map<string, VendorError>;
  close(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function answer(fake: Pick<FakeCognito, "pool" | "tokens" | "calls" | "refusals">, request: IncomingMessage) {
  const { pool, tokens, calls, refusals } = fake;
  if (request.method === "GET" && request.url === `/${pool.poolId}/.well-known/jwks.json`) {
    calls.push("JWKS");
    return tokens.keySet();
  }
  const body = await readBody(request);
  const [, name = ""] = TARGET.exec(String(request.headers["x-amz-target"])) ?? [];
  const operation = OPERATIONS[name];
  if (request.method !== "POST" || request.url !== "/" || !operation)
    throw new VendorError("UnknownOperationException", "");
  calls.push(name);
  if (!String(request.headers["content-type"]).startsWith("application/x-amz-json-1.1"))
    throw vendorError("SerializationException", "");
  const input = JSON.parse(body) as Record<string, unknown>;
  if (operation.isAdministrators) {
    const fault = signatureFault({ headers: request.headers, body, region: pool.region }, pool.administrator);
    if (fault) throw vendorError(fault, "The security token included in the request is invalid.");
    if (input["UserPoolId"] !== pool.poolId)
      throw vendorError("ResourceNotFoundException", `User pool ${String(input["UserPoolId"])} does not exist.`);
  }
  const missing = operation.needs.find((field) => typeof input[field] !== "string" || input[field] === "");
  if (missing !== undefined)
    throw vendorError(
      "InvalidParameterException",
      `1 validation error detected: Value null at '${missing}' failed to satisfy constraint: Member must not be null`,
    );
  if (operation.needs.includes("ClientId") && input["ClientId"] !== pool.clientId)
    throw vendorError("ResourceNotFoundException", `User pool client ${String(input["ClientId"])} does not exist.`);
  const refusal = refusals.get(name);
  if (refusal) throw refusal;
  return operation.run(pool, tokens, input);
}

type FakeOptions = Partial<Pick<FakePool, "now" | "idTokenSeconds" | "rotatesRefreshTokens">>;

export async function startFakeCognito(options: FakeOptions = {}): Promise<FakeCognito> {
  const poolId = "us-east-1_Beach0001";
  const pool: FakePool = {
    region: "us-east-1",
    poolId,
    clientId: "6f1a2b3c4d5e6f7a8b9c0d1e2f",
    issuer: `https://cognito-idp.us-east-1.amazonaws.com/${poolId}`,
    administrator: { accessKeyId: "AKIAFAKEPOOLADMIN000", secretAccessKey: "a secret that only this fake knows" },
    now: () => new Date(),
    idTokenSeconds: 3600,
    rotatesRefreshTokens: false,
    users: new Map(),
    groups: new Set(["Admins", "Members"]),
    mails: [],
    ...options,
  };
  const tokens = new FakeTokens(pool);
  await tokens.rotateKeys();
  const calls: string[] = [];
  const refusals = new Map<string, VendorError>();
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown, type?: string) => {
      response.writeHead(status, {
        "content-type": "application/x-amz-json-1.1",
        "x-amzn-requestid": crypto.randomUUID(),
        ...(type !== undefined && { "x-amzn-errortype": type }),
      });
      response.end(JSON.stringify(body));
    };
    answer({ pool, tokens, calls, refusals }, request)
      .then((body) => send(200, body))
      .catch((error: unknown) => {
        const { type, status, message } =
          error instanceof VendorError ? error : new VendorError("InternalErrorException", String(error), 500);
        send(status, { __type: type, message }, type);
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pool,
    tokens,
    calls,
    refusals,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
