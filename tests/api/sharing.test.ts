import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { getEventCard } from "#src/features/events/sharing/queries.server.ts";
import { breakLines, drawWords } from "#src/server/share-pictures/layout.ts";
import { readLetters } from "#src/server/share-pictures/letters.ts";
import { cardVersion, type ShareCard } from "#src/shared/share-card.server.ts";
import { PUBLIC_URL, startTestSite, type TestSite } from "#tests/support/test-site.ts";

const NASTY = `Fun & <games> "for" 'all' ]]> \u0001 🏖️`;
const OPEN = makeEvent({
  day: "2026-11-28",
  title: NASTY,
  id: "2026-11-28-nasty",
  description: "Bring <b>water</b> & joy",
});
const HIDDEN = makeEvent({
  day: "2026-11-29",
  title: "Hidden Place",
  membersOnlyLocation: true,
  location: "SECRET-PLACE",
  lengthMinutes: 24 * 60,
});
const FRIENDS = makeEvent({ day: "2026-11-30", title: "Friends Only", generalPublic: false });
const HELD = makeEvent({ day: "2026-12-01", title: "Held Back", held: true });
const PAST = makeEvent({ day: "2026-01-10", title: "Long Past" });

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  for (const event of [OPEN, HIDDEN, FRIENDS, HELD, PAST]) await site.addEvent(event);
});
afterAll(() => site.close());

async function versionOf(id: string): Promise<string> {
  const card = await getEventCard(site.app, id);
  if (!card.ok) throw new Error(card.failure.message);
  return cardVersion(card.value);
}

const picturePath = async (id: string) => `/share/events/${id}/${await versionOf(id)}.png`;

test("[EVT-13] a public event has a picture of its own, 1200 × 630, small enough for a messenger, that a client asks for once", async () => {
  const path = await picturePath(OPEN.id);
  const [first, same] = await Promise.all([site.fetch(path), site.fetch(path)]);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.equals(Buffer.from(await same.arrayBuffer()))).toBe(true);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(bytes.byteLength).toBeLessThan(400_000);
  const again = await site.fetch(path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  const siteOne = await site.fetch("/share/site/old.png");
  expect(siteOne.status).toBe(302);
  expect((await site.fetch(siteOne.headers.get("location") ?? "")).status).toBe(200);
});

test("[EVT-13] what changes an event changes the picture's address, and the old one leads to the new", async () => {
  const event = makeEvent({ day: "2026-12-10", title: "Moves About" });
  await site.addEvent(event);
  const before = await picturePath(event.id);
  await site.app.db.execute(sql`update social_events set going_count = 3, description = 'New' where id = ${event.id}`);
  expect(await picturePath(event.id)).toBe(before);
  await site.app.db.execute(sql`update social_events set status = 'cancelled' where id = ${event.id}`);
  const after = await picturePath(event.id);
  expect(after).not.toBe(before);
  const moved = await site.fetch(before);
  expect([moved.status, moved.headers.get("location"), moved.headers.get("cache-control")]).toEqual([
    302,
    after,
    "no-cache",
  ]);
});

test("[EVT-08, EVT-09, EVT-13] no picture of what is not public, and no place that is for members", async () => {
  for (const { id } of [FRIENDS, HELD])
    expect((await site.fetch(`/share/events/${id}/AAAAAAAAAAAAAAAA.png`)).status, id).toBe(404);
  expect((await site.fetch("/share/events/%00/x.png")).status).toBe(404);
  const card = await getEventCard(site.app, HIDDEN.id);
  expect(JSON.stringify(card)).not.toMatch(/SECRET|join group/);
  // It was public when its picture was made, and is not anymore.
  const event = makeEvent({ day: "2026-12-11", title: "Was Public" });
  await site.addEvent(event);
  const path = await picturePath(event.id);
  expect((await site.fetch(path)).status).toBe(200);
  await site.app.db.execute(sql`update social_events set general_public = false where id = ${event.id}`);
  expect((await site.fetch(path)).status).toBe(404);
});

test("[EVT-13] any title can be drawn: long, without spaces, in letters that our font lacks", async () => {
  const letters = await readLetters();
  const card = (heading: string): ShareCard => ({
    top: "Saturday",
    heading,
    lines: ["6:00 PM"],
    flag: "",
    picture: "dance",
  });
  const drawn = (heading: string) => drawWords(card(heading), letters).match(/<path/g)?.length ?? 0;
  expect(drawn("Short")).toBe(3);
  // Three lines at most, the last with a mark that there was more; nothing is ever wider than its room.
  expect(drawn("Beach volleyball and a very long evening ".repeat(8))).toBe(5);
  expect(drawn("W".repeat(400))).toBe(5);
  for (const line of breakLines(`${"supercalifragilistic ".repeat(5)}${"W".repeat(90)}`, letters, 12))
    expect(letters.outline(line).width, line).toBeLessThanOrEqual(12.1);
  expect(letters.readable("Žluťoučký kůň, Ñandú, Phở 🏖️ night")).toBe("Žluťoučký kůň, Ñandú, Phở night");
  expect(letters.readable("海辺のバレーボール")).toBe("");
  for (const odd of ["海辺のバレーボール", "مرحبا", "🏖️🏐", "\ud83c", "e\u0301\u200d\u202e", ""])
    expect(drawWords(card(odd), letters), odd).toMatch(/^<svg.*<\/svg>$/s);
  expect(drawWords(card("Fun & <games>"), letters)).not.toMatch(/games|&/);
});

test("[EVT-13] the feed: coming public events in well-formed XML, whatever their words", async () => {
  const answer = await site.fetch("/events.rss");
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const xml = await answer.text();
  expect(xml).toContain("<title>Fun &amp; &lt;games&gt; &quot;for&quot; &apos;all&apos; ]]&gt;  🏖️</title>");
  expect(xml).toContain(`<link>${PUBLIC_URL}/events/2026-11-28-nasty</link>`);
  // Readers of a feed take a description for HTML: what the host typed stays text there, too.
  expect(xml).toContain("Bring &amp;lt;b&amp;gt;water&amp;lt;/b&amp;gt; &amp;amp; joy");
  expect(xml).not.toContain("&lt;b&gt;");
  // The end of a day-long event has its day.
  expect(xml).toContain("Sunday, November 29, 2026, 6:00 PM – Mon, Nov 30, 6:00 PM EST · join group for location");
  expect(xml).not.toMatch(/SECRET|Friends Only|Held Back|Long Past/);
  // Every tag that opens closes, in order.
  const open: string[] = [];
  for (const [, end, name = "", self] of xml.matchAll(/<(\/?)([a-z:]+)[^>]*?(\/?)>/gi)) {
    if (end && open.at(-1) === name) open.pop();
    else if (!self) open.push(name);
  }
  expect(open).toEqual([]);
});

test("[EVT-09] sitemap and robots: every public page, with its date; nothing personal", async () => {
  const map = await (await site.fetch("/sitemap.xml")).text();
  expect(map).toContain(`<loc>${PUBLIC_URL}/map</loc>`);
  expect(map).toMatch(new RegExp(`<loc>${PUBLIC_URL}/events/2026-11-28-nasty</loc><lastmod>20\\d\\d-.+?Z</lastmod>`));
  expect(map).toContain(PAST.id);
  // Neither what is not set up.
  expect(map).not.toMatch(/\/(?:pickleball|tournament|registration-vball-tourney|merch|feedback)</);
  expect(map).not.toMatch(new RegExp(`${FRIENDS.id}|${HELD.id}|dashboard`));
  const robots = await (await site.fetch("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  for (const path of ["/api/", "/dashboard", "/calendar/", "/u/", "/admin", "/chats"])
    expect(robots).toContain(`Disallow: ${path}\n`);
});

test("[EVT-09] a long sitemap becomes an index of parts that hold every event once", async () => {
  await site.app.db.execute(sql`
    insert into social_events (id, title, day, start_time, time_zone, starts_at, location, host, general_public)
    select '2030-01-01-many-' || lpad(n::text, 6, '0'), 'Many', '2030-01-01', '18:00', 'America/New_York', '2030-01-01T23:00:00Z', 'Pier', 'Ana', n <= 10050
    from generate_series(1, 10060) as n`);
  const index = await (await site.fetch("/sitemap.xml")).text();
  expect(index).toContain("<sitemapindex");
  const parts = [...index.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => String(url).replaceAll("&amp;", "&"));
  expect(parts).toHaveLength(2);
  const texts = await Promise.all(parts.map(async (url) => (await site.fetch(url.replace(PUBLIC_URL, ""))).text()));
  const events = texts.flatMap((text) => [...text.matchAll(/\/events\/(2[^<]+)</g)].map(([, id]) => id));
  const { rows } = await site.app.db.execute(
    sql`select count(*)::int as count from social_events where general_public and not held`,
  );
  expect(new Set(events).size).toBe(events.length);
  expect(events).toHaveLength(Number(rows[0]?.["count"]));
  expect(texts.map((text) => text.includes(`<loc>${PUBLIC_URL}/map</loc>`))).toEqual([true, false]);
  expect((await site.fetch("/sitemap-part.xml?after=9")).status).toBe(404);
});

test("[NAV-01] a phone that keeps the site among its apps learns its name and pictures", async () => {
  const named = await startTestSite({ GROUP_NAME: "Dune Club", AREA_NAME: "Somewhere" });
  try {
    const answer = await named.fetch("/site.webmanifest");
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { icons: { purpose: string; sizes: string }[] };
    expect(manifest).toMatchObject({ name: "Dune Club, Somewhere", short_name: "Dune Club", display: "standalone" });
    expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      "any 192x192",
      "any 512x512",
      "maskable 512x512",
    ]);
  } finally {
    await named.close();
  }
});
