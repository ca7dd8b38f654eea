import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Context } from "hono";
import type { App } from "#src/context/app.ts";
import { createServer, type ServerParts } from "#src/server/app.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import { pageHandler } from "#src/server/page-handler.ts";
import { readStaticFiles } from "#src/server/static-files.ts";

const BUILD = new URL("../../build/", import.meta.url);

type Parts = Omit<ServerParts, "files" | "pages">;
type PagesModule = typeof import("#src/server/pages.ts");

/** The request handler: the API, static files from memory, and built pages. */
export async function makeListener(app: App, parts: Parts): Promise<RequestListener> {
  const [files, pages] = await Promise.all([
    readStaticFiles(fileURLToPath(new URL("client", BUILD)), strictHeaders(app)),
    import(new URL("server/pages.js", BUILD).href) as Promise<PagesModule>,
  ]);
  const hono = createServer(app, { ...parts, files, pages: pageHandler(app, pages.createPages(app), parts.cache) });
  return getRequestListener(hono.fetch);
}

/** The same in development: Vite serves pages and browser code, and nothing is cached. */
export async function makeDevListener(app: App, parts: Parts): Promise<RequestListener> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
  const pages = async (c: Context) => {
    const { createPages } = (await vite.ssrLoadModule("./src/server/pages.ts")) as PagesModule;
    const response = await createPages(app)(new URL(c.req.url));
    // Vite's own inline scripts have no hash.
    response.headers.set("content-security-policy", "frame-ancestors 'none'");
    return response;
  };
  const listener = getRequestListener(createServer(app, { ...parts, files: new Map(), pages }).fetch);
  return (request, response) => vite.middlewares(request, response, () => void listener(request, response));
}
