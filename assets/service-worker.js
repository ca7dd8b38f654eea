// Keeps the last seen public events readable without a network. What it keeps is the same for everybody: documents
// never depend on who asks, and answers of the API are never touched. See docs/decisions/0022-map-and-offline.md.

// Counts up when what is kept changes its form: everything kept before is then deleted.
const VERSION = 1;
const SHELL = `sandbar-shell-${VERSION}`;
const PAGES = `sandbar-pages-${VERSION}`;
const FILES = `sandbar-files-${VERSION}`;

const OFFLINE = "/offline";
const START = "/";
const MOST_PAGES = 60;
const MOST_FILES = 150;

/** Public events, their lists and court boards, as documents and as React Router's data; nothing else is kept. */
const KEPT_PATH = /^\/(?:(?:home|events|events\/\d{4}-\d{2}-\d{2}-[a-z0-9-]+(?:\/courts)?|_)(?:\.data)?)?$/;
const ASSET = /"(\/assets\/[^"\\]+)"/g;

/** Door lists and court boards, which people open at places without a network. The documents are the same for everybody. */
const AT_THE_NET = /^\/(?:events\/\d{4}-\d{2}-\d{2}-[a-z0-9-]+\/(?:door|courts)|courts\/[\w-]+)$/;

/** The files that a page needs. */
async function filesOf(page) {
  const html = await page.clone().text();
  return [...html.matchAll(ASSET)].map(([, path]) => path);
}

/** The offline page, the page that an installed app starts with, and the files that they need. */
async function keepShell() {
  const [page, start] = await Promise.all([OFFLINE, START].map((path) => fetch(path, { cache: "reload" })));
  if (!page.ok) throw new Error("The offline page is not there.");
  const shell = await caches.open(SHELL);
  const files = new Set([...(await filesOf(page)), ...(start.ok ? await filesOf(start) : [])]);
  await shell.addAll([...files, "/brand/offline.svg", "/brand/favicon.svg"]);
  await shell.put(OFFLINE, page);
  if (start.ok) await keep(PAGES, START, start, MOST_PAGES);
}

async function keep(name, request, response, most) {
  const cache = await caches.open(name);
  // Taken away first: the order of a cache is then the order of use.
  await cache.delete(request);
  await cache.put(request, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

/** Removes a page in both forms: the document, and the data that a link within the site loads. */
async function forget(path) {
  const pages = await caches.open(PAGES);
  const page = path.replace(/\.data$/, "");
  await Promise.all([page, `${page}.data`].map((each) => pages.delete(each, { ignoreSearch: true })));
}

/** The network always first: no version of the site ever gets stuck. */
async function answerPage(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    const isPublic = (response.headers.get("cache-control") ?? "").includes("public");
    if (response.ok && !response.redirected && isPublic) {
      event.waitUntil(keep(PAGES, request, response.clone(), MOST_PAGES));
    } else if (response.status === 404 || response.status === 410) {
      // Taken back by its host: not shown from here either.
      event.waitUntil(forget(new URL(request.url).pathname));
    }
    return response;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: PAGES });
    if (kept) return kept;
    return answerWithoutNetwork(request, error);
  }
}

/** Keeps the files of a page that has to open without a network, even if it was opened only once. */
async function keepFilesOf(page) {
  const paths = [...new Set(await filesOf(page))];
  await Promise.all(
    paths.map(async (path) => {
      if (await caches.match(path)) return;
      const file = await fetch(path);
      if (file.ok) await keep(FILES, new Request(path), file, MOST_FILES);
    }),
  );
}

/** A page at the net: from the network, else as it was kept. Its list or board is in the page's own storage. */
async function answerAtTheNet(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) {
      const copies = [response.clone(), response.clone()];
      event.waitUntil(keep(PAGES, new URL(request.url).pathname, copies[0], MOST_PAGES));
      event.waitUntil(keepFilesOf(copies[1]));
    }
    return response;
  } catch (error) {
    const kept = await caches.match(new URL(request.url).pathname, { cacheName: PAGES });
    return kept ?? answerWithoutNetwork(request, error);
  }
}

/** Leads to the offline page, at its own address: a page that finds itself at another one loads again and again. */
async function answerWithoutNetwork(request, error) {
  if (request.mode !== "navigate") throw error;
  const { pathname, search } = new URL(request.url);
  const page = await caches.match(OFFLINE, { cacheName: SHELL });
  if (!page) throw error;
  return pathname === OFFLINE ? page : Response.redirect(`${OFFLINE}?${new URLSearchParams({ to: pathname + search })}`);
}

/** Files with a hash in their name never change. */
async function answerFile(event) {
  const { request } = event;
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(keep(FILES, request, response.clone(), MOST_FILES));
  return response;
}

addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const current = [SHELL, PAGES, FILES];
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("authorization")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(answerFile(event));
  else if (AT_THE_NET.test(url.pathname)) event.respondWith(answerAtTheNet(event));
  else if (KEPT_PATH.test(url.pathname)) event.respondWith(answerPage(event));
  else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch((error) => answerWithoutNetwork(request, error)));
  }
});

/** A notification, encrypted by the server for this browser. */
addEventListener("push", (event) => {
  const { id, title, body, url } = event.data.json();
  const look = { body, icon: "/brand/icon-192.png", badge: "/brand/icon-192.png", tag: id, data: { id, url } };
  event.waitUntil(registration.showNotification(title, look));
});

/** Shows the page of a notification, in a window of the site if one is open. */
async function openPage(url) {
  const { href, origin } = new URL(url, location.origin);
  const target = origin === location.origin ? href : location.origin;
  const windows = await clients.matchAll({ type: "window" });
  const same = windows.find((window) => window.url === target);
  await (same ? same.focus() : clients.openWindow(target));
}

/** Opened: the server then sends no mail about it. */
addEventListener("notificationclick", (event) => {
  const { id, url } = event.notification.data;
  event.notification.close();
  const told = fetch("/api/push/opened", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id }),
    keepalive: true,
  }).catch(() => undefined);
  event.waitUntil(Promise.all([told, openPage(url)]));
});
