import { timeRange } from "#src/features/events/components/event-words.ts";
import type { EventView } from "#src/features/events/schema.ts";

// Characters to escape in XML; those below are not allowed at all.
const MEANING: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
// oxlint-disable-next-line eslint/no-control-regex -- control characters are intended
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"']/g, (character) => MEANING[character] ?? "");
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";

export type SitemapEntry = {
  /** Absolute path with encoded segments. */
  readonly path: string;
  readonly changedAt: Date | null;
};

function entryXml({ path, changedAt }: SitemapEntry, siteUrl: string): string {
  const changed = changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escapeXml(siteUrl + path)}</loc>${changed}</url>`;
}

/** Renders URLs as a sitemap (sitemaps.org). */
export function viewSitemap(entries: readonly SitemapEntry[], siteUrl: string): string {
  return `${HEAD}<urlset xmlns="${SITEMAPS}">\n${entries.map((entry) => entryXml(entry, siteUrl)).join("\n")}\n</urlset>\n`;
}

/** Renders the index of a long sitemap. `starts` are the ids after which its parts begin. */
export function viewSitemapIndex(starts: readonly string[], siteUrl: string): string {
  const parts = starts.map((after) => {
    const address = `${siteUrl}/sitemap-part.xml?${new URLSearchParams({ after })}`;
    return `<sitemap><loc>${escapeXml(address)}</loc></sitemap>`;
  });
  return `${HEAD}<sitemapindex xmlns="${SITEMAPS}">\n${parts.join("\n")}\n</sitemapindex>\n`;
}

type FeedItem = { readonly event: EventView; readonly publishedAt: Date };

/** Plain text → HTML, because RSS readers parse descriptions as HTML. */
function asHtml(text: string): string {
  return escapeXml(text).replaceAll("\n", "<br>");
}

function itemXml({ event, publishedAt }: FeedItem, siteUrl: string): string {
  const url = escapeXml(`${siteUrl}/events/${encodeURIComponent(event.socialEventId)}`);
  const state = event.status === "scheduled" ? "" : ` (${event.status})`;
  const facts = `${event.weekday}, ${event.date}, ${timeRange(event)} · ${event.location}`;
  const words = [facts, event.description].filter(Boolean).join("\n\n");
  return `<item><title>${escapeXml(event.title + state)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>
<pubDate>${publishedAt.toUTCString()}</pubDate><category>${escapeXml(event.chat)}</category><description>${escapeXml(asHtml(words))}</description></item>`;
}

/** Renders events, as visitors see them, as an RSS 2.0 feed. */
export function viewFeed(items: readonly FeedItem[], { title, siteUrl }: { title: string; siteUrl: string }): string {
  const site = escapeXml(siteUrl);
  return `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(title)}</title><link>${site}/events</link><description>${escapeXml(title)}</description><language>en-us</language>
<atom:link href="${site}/events.rss" rel="self" type="application/rss+xml"/>
${items.map((item) => itemXml(item, siteUrl)).join("\n")}
</channel></rss>
`;
}
