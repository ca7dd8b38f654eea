import { createHash, randomUUID } from "node:crypto";
import { renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { appContext } from "#src/context/app-context.ts";
import { mapTilesOrigin } from "#src/features/map/queries.server.ts";
import { outsideSources } from "#src/features/payments/queries.server.ts";
import { scriptsLater } from "#src/shared/late-scripts.server.ts";
import { NonceContext } from "#src/nonce.ts";

// A cached page cannot carry a one-time nonce. Our inline scripts are marked with a secret that never leaves the
// process; after rendering, their hashes go into the policy and the marks are removed. An injected script has no mark,
// so it gets no hash and the browser blocks it.
const nonce = randomUUID();
const nonceAttribute = ` nonce="${nonce}"`;
const markedScript = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, "g");

type Outside = ReturnType<typeof outsideSources> & { readonly images: readonly string[] };

/**
 * `outside` lists the origins of configured services (payments, maps, pictures). Every page allows them, because
 * client-side navigation keeps the policy.
 */
function contentSecurityPolicy(html: string, outside: Outside): string {
  const hashes = new Set<string>();
  for (const [, source] of html.matchAll(markedScript)) {
    if (source) hashes.add(`'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...outside.script].join(" "),
    // Style attributes set sizes and colors of components; styles cannot execute code.
    "style-src 'self' 'unsafe-inline'",
    // Private pictures are fetched with the token and shown from memory (blob:).
    ["img-src 'self' data: blob:", ...outside.images].join(" "),
    ["media-src 'self' blob:", ...outside.images].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    ...(outside.frame.length > 0 ? [`frame-src ${outside.frame.join(" ")}`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// Characters that could end the script in HTML, or a line in JavaScript.
const UNSAFE = /[&<>\u2028\u2029]/g;
const escaped = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The page's data as a script for React Router. The router's own component would stream the same script, but needs
 * React's streaming renderer, which makes a page a third slower.
 */
async function dataScript(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  const source = JSON.stringify(text).replace(UNSAFE, escaped);
  const controller = "window.__reactRouterContext.streamController";
  return `<script${nonceAttribute}>${controller}.enqueue(${source});${controller}.close();</script>`;
}

async function render(url: string, context: EntryContext): Promise<string> {
  const script = context.serverHandoffStream ? await dataScript(context.serverHandoffStream) : "";
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={url} nonce={nonce} />
    </NonceContext>,
  );
  const end = html.lastIndexOf("</body>");
  return `<!DOCTYPE html>${html.slice(0, end)}${script}${html.slice(end)}`;
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const html = scriptsLater(await render(request.url, routerContext), nonceAttribute);
  headers.set("content-type", "text/html; charset=utf-8");
  const app = loadContext.get(appContext);
  const publicImages = app.config.s3?.publicUrl;
  const elsewhere = [mapTilesOrigin(app), publicImages === undefined ? null : new URL(publicImages).origin];
  const images = elsewhere.filter((origin) => origin !== null);
  headers.set("content-security-policy", contentSecurityPolicy(html, { ...outsideSources(app), images }));
  return new Response(html.replaceAll(nonceAttribute, ""), { status, headers });
}
