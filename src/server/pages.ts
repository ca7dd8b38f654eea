import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { appContext } from "#src/context/app-context.ts";
import type { App } from "#src/context/app.ts";

/** Renders one page, always as a visitor sees it; nothing of the request but its address is looked at. */
export type RenderPage = (url: URL) => Promise<Response>;

// The entry of the server build: React and every page, bundled. The rest of the server runs from its sources.
export function createPages(app: App): RenderPage {
  const handle = createRequestHandler(build, "production");
  return (url) => {
    const context = new RouterContextProvider();
    context.set(appContext, app);
    return handle(new Request(url), context);
  };
}
