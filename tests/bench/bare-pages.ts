// Built in place of src/server/pages.ts in a copy of the project: a page's tree, rendered by React alone.
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRequestHandler, type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import * as build from "virtual:react-router/server-build";
import { appContext } from "#src/context/app-context.ts";
import type { App } from "#src/context/app.ts";

/** Loads a page once, and returns what renders its tree again and again: nothing is read, streamed or compressed. */
export async function bareRenderer(app: App, url: string): Promise<() => string> {
  let loaded: EntryContext | undefined;
  const keep = (_request: Request, _status: number, _headers: Headers, context: EntryContext) => {
    loaded = context;
    return new Response();
  };
  const entry = { ...build.entry, module: { ...build.entry.module, default: keep } };
  const handle = createRequestHandler({ ...build, entry }, "production");
  const context = new RouterContextProvider();
  context.set(appContext, app);
  await handle(new Request(url), context);
  if (!loaded) throw new Error(`${url} has no page`);
  // The data that goes along to the browser are no part of the tree.
  const tree = { context: { ...loaded, serverHandoffStream: undefined }, url };
  return () => renderToString(createElement(ServerRouter, tree));
}
