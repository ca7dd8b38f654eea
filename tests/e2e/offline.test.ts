import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { LISTED_PAGES } from "#src/features/site/rules.ts";
import { type BrowserSite, eventually, startBrowserSite, storeToken, visit } from "#tests/support/browser-site.ts";
import { DESK, expectAccessible, expectNoSideways } from "#tests/support/browser.ts";

const SEEN = makeEvent({ day: "2026-12-05", title: "Seen </script> Social" });
const FRIENDS = makeEvent({ day: "2026-12-06", title: "Friends Only", generalPublic: false, location: "SECRET-PLACE" });

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  for (const event of [SEEN, FRIENDS]) await site.addEvent(event);
});
afterAll(() => site.close());

/** Until the service worker answers for this page. */
async function worked(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

/** All that the worker keeps: addresses, and every byte behind them. */
function kept(page: Page): Promise<{ paths: string[]; text: string }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (request) => ({
            path: new URL(request.url).pathname,
            text: (await (await cache.match(request))?.text()) ?? "",
          })),
        );
      }),
    );
    const pages = all.flat();
    return {
      paths: pages.map(({ path }) => path),
      text: pages
        .filter(({ path }) => !path.startsWith("/assets/"))
        .map(({ text }) => text)
        .join("\n"),
    };
  });
}

test("[NAV-06] without a network the events seen last can be read, and what was never seen says so", async () => {
  onTestFinished(async () => {
    await site.sql("update social_events set general_public = true, title = $2 where id = $1", [SEEN.id, SEEN.title]);
    const html = async () => (await fetch(`${site.url}/events/${SEEN.id}`)).text();
    await eventually(html).toContain("<h1");
    await eventually(html).not.toContain("Renamed Social");
  });
  const { page } = await site.open({ serviceWorkers: "allow" });
  await visit(page, "/");
  await worked(page);
  await visit(page, "/events");
  await visit(page, `/events/${SEEN.id}`);
  await eventually(async () => (await kept(page)).paths).toContain(`/events/${SEEN.id}`);
  await page.context().setOffline(true);

  await page.goto(`/events/${SEEN.id}`);
  await page.getByRole("heading", { level: 1, name: SEEN.title }).waitFor();
  await page.getByText("You’re offline. This page may be out of date.").waitFor();
  await page.goto("/events");
  await page.getByRole("link", { name: SEEN.title }).first().waitFor();

  await page.goto("/subscribe");
  await page.getByRole("heading", { level: 1, name: "You are offline" }).waitFor();
  await eventually(() => page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/subscribe");
  await page.getByRole("link", { name: SEEN.title }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole("link", { name: SEEN.title }).click();
  await page.getByRole("heading", { level: 1, name: SEEN.title }).waitFor();

  await page.context().setOffline(false);
  await site.sql("update social_events set title = 'Renamed Social' where id = $1", [SEEN.id]);
  // The network comes first: once the site has heard of the change, nobody is shown the old page again.
  const title = async () => {
    await visit(page, `/events/${SEEN.id}`);
    return page.getByRole("heading", { level: 1 }).innerText();
  };
  await eventually(title).toBe("Renamed Social");
  await site.sql("update social_events set general_public = false where id = $1", [SEEN.id]);
  const keptAfterVisit = async () => {
    await page.goto(`/events/${SEEN.id}`);
    return (await kept(page)).paths;
  };
  await eventually(keptAfterVisit).not.toContain(`/events/${SEEN.id}`);
});

test("[NAV-06] an event that was taken back goes as a document too when only a link within the site asks for it", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-12-07", title: "Taken Back" }));
  const { page } = await site.open({ serviceWorkers: "allow" });
  await visit(page, "/");
  await worked(page);
  await visit(page, `/events/${event.id}`);
  await eventually(async () => (await kept(page)).paths).toContain(`/events/${event.id}`);
  await site.sql("update social_events set general_public = false where id = $1", [event.id]);
  const keptAfterLink = async () => {
    await page.evaluate((path) => fetch(path), `/events/${event.id}.data`);
    return (await kept(page)).paths;
  };
  await eventually(keptAfterLink).not.toContain(`/events/${event.id}`);
});

test("[NAV-06, P9] without a network the app starts, and a click on a page that was seen opens it", async () => {
  const { page } = await site.open({ serviceWorkers: "allow" });
  await visit(page, `/events/${SEEN.id}`);
  await worked(page);
  // Seen as a document alone, whose data the worker does not have.
  await page.goto(`/events/${SEEN.id}`);
  await visit(page, "/events");
  await eventually(async () => (await kept(page)).paths).toEqual(expect.arrayContaining(["/", "/events"]));
  await eventually(async () => (await kept(page)).paths).toContain(`/events/${SEEN.id}`);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: SEEN.title }).first().click();
  await page.getByRole("heading", { level: 1, name: SEEN.title }).waitFor();
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Get Active. Make Friends." }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[DASH-03, EVT-09] what is kept is the same for everybody: nothing of who was signed in", async () => {
  const { page } = await site.open({ serviceWorkers: "allow", viewport: DESK, colorScheme: "dark" });
  const token = await site.tokenFor(["Members"], {
    email: "private.person@example.com",
    user: { firstName: "Privatus", phone: "9045559876" },
  });
  await visit(page, "/events");
  await worked(page);
  await storeToken(page, token);
  await visit(page, "/dashboard");
  await page.getByText("Privatus").first().waitFor();
  await visit(page, `/events/${FRIENDS.id}`);
  await page.getByRole("heading", { level: 1, name: FRIENDS.title }).waitFor();
  await visit(page, "/events");
  await page.getByRole("link", { name: FRIENDS.title }).first().waitFor();
  await eventually(async () => (await kept(page)).paths).toContain("/events");
  const { paths, text } = await kept(page);
  expect(paths.filter((path) => !path.startsWith("/assets/")).toSorted()).toEqual(
    ["/", "/brand/favicon.svg", "/brand/offline.svg", "/events", "/offline"].toSorted(),
  );
  expect(text).not.toMatch(/Privatus|private\.person|9045559876|Friends Only|SECRET/);
  await page.goto("/offline");
  await expectAccessible(page);
});

test("[NAV-06] the worker may fetch from us alone, is asked for anew each time, and leaves nothing of an older one", async () => {
  const answer = await fetch(`${site.url}/service-worker.js`);
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  const { page } = await site.open({ serviceWorkers: "allow" });
  await page.goto("/healthz");
  await page.evaluate(async () => (await caches.open("sandbar-pages-0")).put("/events", new Response("old")));
  await visit(page, "/");
  await worked(page);
  await eventually(() => page.evaluate(async () => (await caches.keys()).includes("sandbar-pages-0"))).toBe(false);
});

test("[EVT-13] what previews and search engines read: picture, size, words; every listed page is its own address", async () => {
  const html = await (await fetch(`${site.url}/events/${SEEN.id}`)).text();
  const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const picture = meta("og:image") ?? "";
  expect(picture).toMatch(new RegExp(`^${site.url}/share/events/${SEEN.id}/[\\w-]{16}\\.png$`));
  expect([meta("og:image:width"), meta("og:image:height"), meta("twitter:card")]).toEqual([
    "1200",
    "630",
    "summary_large_image",
  ]);
  expect(meta("og:image:alt")).toContain("Saturday, December 5, 2026");
  expect((await fetch(picture)).headers.get("content-type")).toBe("image/png");
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
  expect(JSON.parse(data)).toMatchObject({ name: SEEN.title });
  expect((JSON.parse(data) as { image: string[] }).image).toContain(picture);
  for (const path of ["/", "/events"])
    expect(await (await fetch(site.url + path)).text()).toContain('type="application/rss+xml"');
  for (const path of LISTED_PAGES) {
    const page = await fetch(site.url + path);
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain(`<link rel="canonical" href="${site.url}${path}"/>`);
  }
});
