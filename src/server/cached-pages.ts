/** Content a page depends on: `events` = event lists, `event:ID` = one event, `poll:ID` = its poll. */
export type ContentTag = "events" | `event:${string}` | `poll:${string}`;

type CachedPage = {
  readonly path: RegExp;
  /** The cache key's path where a path segment is free text; by default the path itself. */
  readonly route?: string;
  /**
   * The query parameters that the page reads. Others are dropped before rendering and are not part of the cache key.
   */
  readonly query: readonly string[];
  readonly shows: (id: string, query: URLSearchParams) => readonly ContentTag[];
};

// Pages without content of their own: they change only with the settings and the day. Personal data loads later, with
// the token.
const STEADY = [
  "tos terms privacy data-deletion deletion unsubscribe support xmas usa",
  "subscribe sub subscription supporter subscribe/supporter",
  "pay paybch bchMembership bchmembership checkout 1 2 3",
  "pickleball pickle tournament free-volleyball-tournament registration-vball-tourney",
  "salsa dance country bonfire host host-request feedback example template",
  "login login/link login/openid old-login logout dashboard user-dashboard userdashboard account/security chats admin admin-login",
  "create create-event events/create events/create-event",
  "map offline robots\\.txt site\\.webmanifest",
  "merch store tshirt shirt shirts hat hats screenshot-of-the-form-field",
].flatMap((line) => line.split(" "));

const eventAndLists = (id: string): ContentTag[] => ["events", `event:${id}`];

// The cacheable pages and the content that invalidates them. Other pages are rendered for each request.
const CACHED_PAGES: readonly CachedPage[] = [
  { path: new RegExp(`^/(?:${STEADY.join("|")})$`), query: [], shows: () => [] },
  { path: /^\/(?:home)?$/, query: ["eventId"], shows: () => ["events"] },
  { path: /^\/(?:events\.rss|sitemap\.xml)$/, query: [], shows: () => ["events"] },
  { path: /^\/sitemap-part\.xml$/, query: ["after"], shows: () => ["events"] },
  { path: /^\/events$/, query: ["isPastEvents", "chat", "after"], shows: () => ["events"] },
  {
    path: /^\/events\/([^/]+)$/,
    route: "/events/:eventId",
    query: [],
    shows: (id) => [`event:${id}`, `poll:${id}`],
  },
  { path: /^\/(?:join|connect)$/, query: ["eventId"], shows: () => ["events"] },
  { path: /^\/join\/([^/]+)$/, route: "/join/:eventId", query: [], shows: eventAndLists },
];

// React Router requests a page's data at its path with this suffix (`/_.data` for `/`).
const DATA = /(?:\/_)?\.data$/;

function pagePath(pathname: string): string {
  return DATA.test(pathname) ? pathname.replace(DATA, "") || "/" : pathname;
}

export type CacheRule = {
  /** The cache key. */
  readonly url: URL;
  /** The content that invalidates it. */
  readonly tags: readonly ContentTag[];
  /** The route pattern, for metrics. */
  readonly route: string;
};

/** Returns how to cache a page; null if it is not cacheable. */
export function cacheRule(url: URL): CacheRule | null {
  const path = pagePath(url.pathname);
  for (const page of CACHED_PAGES) {
    const match = page.path.exec(path);
    if (!match) continue;
    const address = new URL(url.pathname, url);
    for (const name of [...page.query, "_routes"]) {
      const value = url.searchParams.get(name);
      if (value !== null) address.searchParams.set(name, value);
    }
    const tags = page.shows(decodeSafely(match[1] ?? ""), address.searchParams);
    return { url: address, tags, route: page.route ?? path };
  }
  return null;
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
