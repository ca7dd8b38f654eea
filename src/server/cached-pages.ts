import { DOCUMENTS } from "#src/server/documents.ts";
import { type Caching, type ContentTag, SITE_MAP } from "#src/shared/site-map.ts";

/** Every declared path with its caching. A path has one parameter at most. */
const DECLARED: readonly (readonly [path: string, caching: Caching | null])[] = [
  ...SITE_MAP.flatMap(({ paths, caching }) => paths.map((path) => [path, caching] as const)),
  ...Object.entries(DOCUMENTS).map(([path, { caching }]) => [path, caching] as const),
];
const EXACT: ReadonlyMap<string, Caching | null> = new Map(DECLARED);
const PATTERNS = DECLARED.filter(([path]) => path.includes(":")).map(([path, caching]) => ({
  path,
  caching,
  pattern: new RegExp(`^${path.replace(/:\w+/, "([^/]+)")}$`),
}));

// React Router loads a page's data from the page's URL with this suffix (and `/_.data` for `/`).
const DATA = /(?:\/_)?\.data$/;

function pagePath(pathname: string): string {
  return DATA.test(pathname) ? pathname.replace(DATA, "") || "/" : pathname;
}

export type CacheRule = {
  /** The cache key. */
  readonly url: URL;
  /** The content tags that invalidate it. */
  readonly tags: readonly ContentTag[];
  /** The route pattern, for metrics. */
  readonly route: string;
};

/** Returns how to cache a page; null if it is not cacheable. */
export function cacheRule(url: URL): CacheRule | null {
  const path = pagePath(url.pathname);
  const { caching, route, id } = findDeclared(path);
  if (!caching) return null;
  const address = new URL(url.pathname, url);
  for (const name of [...caching.query, "_routes"]) {
    const value = url.searchParams.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return { url: address, tags: caching.tags.map((tag) => tag.replace("*", () => id) as ContentTag), route };
}

function findDeclared(path: string): { readonly caching: Caching | null; readonly route: string; readonly id: string } {
  // A static path wins over a pattern that also matches, as in React Router.
  const exact = EXACT.get(path);
  if (exact !== undefined) return { caching: exact, route: path, id: "" };
  for (const { pattern, path: route, caching } of PATTERNS) {
    const match = pattern.exec(path);
    if (match) return { caching, route, id: decodeSafely(match[1] ?? "") };
  }
  return { caching: null, route: path, id: "" };
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
