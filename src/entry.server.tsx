import { createHash, randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { appContext } from "#src/context/app-context.ts";
import { mapTilesOrigin } from "#src/features/map/queries.server.ts";
import { outsideSources } from "#src/features/payments/queries.server.ts";
import { scriptsLater } from "#src/shared/late-scripts.server.ts";
import { NonceContext } from "#src/nonce.ts";

// A page that is kept and shared cannot carry a one-time nonce. So our own inline scripts are marked with a secret
// that never leaves the process; after the render their hashes go into the policy and the marks are taken away.
// A script that came in with somebody's text has no mark, so it gets no hash and the browser refuses it.
const nonce = randomUUID();
const nonceAttribute = ` nonce="${nonce}"`;
const markedScript = new RegExp(`<script[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, "g");

type Outside = ReturnType<typeof outsideSources> & { readonly images: readonly string[] };

/**
 * `outside` names what is set up elsewhere (payments, maps, pictures); every page has it: one walks on without loading
 * anew.
 */
function contentSecurityPolicy(html: string, outside: Outside): string {
  const hashes = new Set<string>();
  for (const [, source] of html.matchAll(markedScript)) {
    if (source) hashes.add(`'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...outside.script].join(" "),
    // Style attributes carry sizes and colors of components; a style cannot run anything.
    "style-src 'self' 'unsafe-inline'",
    // What has no address is fetched by who may see it, and shown from memory (blob:).
    ["img-src 'self' data: blob:", ...outside.images].join(" "),
    ["media-src 'self' blob:", ...outside.images].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    ...(outside.frame.length > 0 ? [`frame-src ${outside.frame.join(" ")}`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function collect(resolve: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      resolve(Buffer.concat(chunks).toString("utf8"));
      done();
    },
  });
}

function render(url: string, routerContext: EntryContext): Promise<string> {
  return new Promise((resolve, reject) => {
    // Waits for the whole page: it is kept and compressed as one piece.
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={url} nonce={nonce} />
      </NonceContext>,
      { nonce, onAllReady: () => pipe(collect(resolve)), onShellError: reject, onError: reject },
    );
  });
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
