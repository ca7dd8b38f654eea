import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Context } from "hono";
import type { App } from "#src/context/app.ts";
import { createServer, type ServerParts } from "#src/server/app.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import { pageHandler } from "#src/server/page-handler.ts";
import { readStaticFiles } from "#src/server/static-files.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";

const BUILD = projectPath("build");

type Parts = Omit<ServerParts, "files" | "pages">;
type PagesModule = typeof import("#src/server/pages.ts");
/** Creates the request handler once the app exists. */
export type MakeListener = (app: App, parts: Parts) => RequestListener;

/** Loads the production build, which needs neither app nor database: pages, and static files into memory. */
async function loadBuilt(publicUrl: string): Promise<MakeListener> {
  const [files, { createPages }] = await Promise.all([
    readStaticFiles(join(BUILD, "client"), strictHeaders({ publicUrl })),
    import(pathToFileURL(join(BUILD, "server/pages.js")).href) as Promise<PagesModule>,
  ]);
  return (app, parts) =>
    getRequestListener(
      createServer(app, { ...parts, files, pages: pageHandler(app, createPages(app), parts.cache) }).fetch,
    );
}

/** In development, Vite serves pages and browser code, and nothing is cached. */
async function loadDev(): Promise<MakeListener> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
  return (app, parts) => {
    const pages = async (c: Context) => {
      const { createPages } = (await vite.ssrLoadModule("./src/server/pages.ts")) as PagesModule;
      const response = await createPages(app)(new URL(c.req.url));
      // Vite's inline scripts have no CSP hash.
      response.headers.set("content-security-policy", "frame-ancestors 'none'");
      return response;
    };
    const listener = getRequestListener(createServer(app, { ...parts, files: new Map(), pages }).fetch);
    return (request, response) => vite.middlewares(request, response, () => void listener(request, response));
  };
}

export const isDev = process.argv.includes("--dev");
/** Loads everything besides the app that serving needs, for the site's `publicUrl`. */
export const load = isDev ? loadDev : loadBuilt;
