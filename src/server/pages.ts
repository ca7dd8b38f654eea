import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import { appContext } from "#src/context/app-context.ts";
import type { App } from "#src/context/app.ts";
import { describeSurprise, surpriseForLog } from "#src/http/surprise.server.ts";

/** Renders one page as a visitor sees it; uses only the request's URL. */
export type RenderPage = (url: URL) => Promise<Response>;

const RETRY_SECONDS = "30";

/** Turns an unexpected loader error into an error page for the user and a log line for us. */
function withWords(app: App, routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route?.module.loader) return [id, route];
      const { loader } = route.module;
      const calm: typeof loader = async (args) => {
        try {
          return await loader(args);
        } catch (error) {
          // Anything else is a response that the loader chose.
          if (!(error instanceof Error)) throw error;
          app.log.error({ page: id, ...surpriseForLog(error) }, "a page could not read what it shows");
          const { code, message, status } = describeSurprise(error);
          throw data({ code, message }, { status });
        }
      };
      return [id, { ...route, module: { ...route.module, loader: calm } }];
    }),
  );
}

// React and every page. A separate build entry, so tests can render pages without the server.
export function createPages(app: App): RenderPage {
  const handle = createRequestHandler({ ...build, routes: withWords(app, build.routes) }, "production");
  return async (url) => {
    const context = new RouterContextProvider();
    context.set(appContext, app);
    const page = await handle(new Request(url), context);
    if (page.status === 503) page.headers.set("retry-after", RETRY_SECONDS);
    return page;
  };
}
