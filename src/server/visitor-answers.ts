import type { Context } from "hono";
import type { App } from "#src/context/app.ts";
import type { SharedRead } from "#src/http/endpoint.server.ts";
import { readQuery, validate } from "#src/http/read.server.ts";
import { failureResponse } from "#src/http/respond.server.ts";
import { answerWith, type Forms } from "#src/server/forms.ts";
import { type Env, headerReader, targetOf } from "#src/server/middleware.ts";
import type { PageCache } from "#src/server/page-cache.ts";
import { pageMoments } from "#src/server/page-moment.ts";
import type { ContentTag } from "#src/shared/site-map.ts";
import { VISITOR } from "#src/policy/viewer.ts";

/** A parsed read: its cache key, the tags that invalidate it, and the function that computes it. */
type Asked = { readonly key: string; readonly tags: readonly ContentTag[]; readonly write: () => Promise<Response> };

// Parsing a URL costs more than serving it, so the last few thousand are memoized.
const MOST_REMEMBERED = 5_000;

/** Keeps only the first value of each parameter that the call reads, as `readQuery` does. */
function normalize(url: URL, names: readonly string[]): URL {
  const address = new URL(url.pathname, url);
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return address;
}

function understand(app: App, shared: SharedRead, target: string): Asked {
  const address = normalize(new URL(target, app.publicUrl), shared.names);
  const query = validate(shared.query, readQuery(address), shared.invalidMessage);
  const key = `json ${address.pathname}${address.search}`;
  if (!query.ok) return { key, tags: [], write: async () => failureResponse(query.failure) };
  return {
    key,
    tags: shared.tags(query.value as never),
    async write() {
      const answer = await shared.read(app, VISITOR, query.value as never);
      if (!answer.ok) return failureResponse(answer.failure);
      // With a token the response is personal; caches must not mix the two.
      return Response.json(answer.value, { headers: { vary: "authorization" } });
    },
  };
}

/** Serves a public read from the cache, like a page. The caller sent no token. */
export function visitorAnswers(app: App, shared: SharedRead, cache: PageCache) {
  const remembered = new Map<string, Asked>();
  const momentNow = pageMoments(app);

  function ask(target: string): Asked {
    let asked = remembered.get(target);
    if (!asked) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      asked = understand(app, shared, target);
      remembered.set(target, asked);
    }
    return asked;
  }

  return async (c: Context<Env>): Promise<Response> => {
    const { key, tags, write } = ask(targetOf(c.req.url));
    const { day, step } = momentNow();
    const whole = `${day} ${step} ${key}`;
    const answer: Forms = cache.kept(whole) ?? (await cache.render(whole, tags, write, { isForProxies: false }));
    // Set after rendering: an error response gets its headers like any other call's.
    c.set("hasWholeHead", true);
    return answerWith(answer, headerReader(c), c.get("requestId"));
  };
}
