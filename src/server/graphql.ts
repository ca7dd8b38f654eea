import type { Hono } from "hono";
import type { AnswerGraphql } from "#src/api/graphql.ts";
import type { App } from "#src/context/app.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import type { Env } from "#src/server/middleware.ts";

type Loaded = { readonly schema: string; readonly answer: AnswerGraphql };

/**
 * GraphQL and its schema. Its libraries are a quarter of the code that startup would load, so the first request loads
 * them.
 */
export function addGraphql(server: Hono<Env>, app: App): void {
  let loaded: Promise<Loaded> | undefined;
  const load = () =>
    (loaded ??= import("#src/api/graphql.ts").then(({ createGraphql, describeGraphql }) => ({
      schema: describeGraphql(),
      answer: createGraphql(app),
    })));
  server.get("/schema.graphql", async (c) => c.text((await load()).schema));
  server.all("/graphql", async (c) => {
    const { answer } = await load();
    return answer(c.req.raw, () => readViewer(app, c.req.header("authorization") ?? null));
  });
}
