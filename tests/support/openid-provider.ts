import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

/** Someone whom the provider knows. Without `email_verified` it does not vouch for the address. */
type ProviderPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
};

type Options = {
  readonly redirectUri: string;
  readonly people: readonly ProviderPerson[];
  /** Whether the id token has the address in it, as Google's does; else it is told when asked. */
  readonly isInIdToken?: boolean;
  /** Where others reach it, for a door in front of it. */
  readonly issuer?: (own: string) => string;
};

export const CLIENT = { id: "sandbar-test", secret: "openid/secret+of-the-test" };
/** The path of its own page, on which someone signs in there. */
const PAGE = "/interaction/";

async function showPage(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html" });
    return void response.end(
      `<!doctype html><title>Provider</title><h1>Sign in at the provider</h1><form method="post">
      <label>Login <input name="login"></label><button>Continue</button><button name="no" value="1">Cancel</button></form>`,
    );
  }
  const answer = new URLSearchParams(await text(request));
  const accountId = answer.get("login") ?? "";
  await provider.interactionFinished(
    request,
    response,
    answer.has("no") ? { error: "access_denied" } : { login: { accountId }, consent: {} },
  );
}

/** A real OpenID Connect provider, on a socket. */
export async function startOpenIdProvider({ redirectUri, people, isInIdToken = false, issuer }: Options) {
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end();
    if (request.url?.startsWith(PAGE)) void showPage(request, response, provider);
    else provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  provider = new Provider(issuer?.(own) ?? own, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "test", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    conformIdTokenClaims: !isInIdToken,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name", "name"] },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => PAGE + uid },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_ctx: unknown, id: string) => {
      const person = people.find(({ sub }) => sub === id);
      return person && { accountId: id, claims: () => person };
    },
    async loadExistingGrant(ctx: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const { session, client } = ctx.oidc;
      if (!provider) throw new Error("The provider is not made yet.");
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  return {
    issuer: own,
    /** What a browser does at `url`: signs in there as `login`, or says no. Returns the query it comes back with. */
    visit: (url: string, login: string | null) => visit(url, login, redirectUri),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function visit(start: string, login: string | null, redirectUri: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let steps = 0; steps < 10; steps += 1) {
    if (url.href.startsWith(redirectUri)) return url.searchParams;
    const isPage = url.pathname.startsWith(PAGE);
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(isPage && { method: "POST", body: new URLSearchParams(login === null ? { no: "1" } : { login }) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`The provider ends at ${url.pathname}: ${await answer.text()}`);
    url = new URL(next, url);
  }
  throw new Error("The provider sends the browser round in circles.");
}
