import { and, asc, count, gt, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { eventCard, eventPicturePath } from "#src/features/events/sharing/rules.ts";
import { type SitemapEntry, viewFeed, viewSitemap, viewSitemapIndex } from "#src/features/events/sharing/view.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { cardVersion, type ShareCard } from "#src/shared/share-card.server.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// Written as plain columns, so that the partial indexes of public events apply.
const IS_PUBLIC = sql`${socialEvents.generalPublic} and not ${socialEvents.held}`;
const FEED_LENGTH = 50;
// The protocol allows 50,000. A fifth of that is 1 MB, which takes a few hundredths of a second to render and compress.
const SITEMAP_LENGTH = 10_000;

/** The facts on the link preview of a public event; `not_found` for any other event. */
export async function getEventCard(app: App, id: string): Promise<Result<ShareCard>> {
  const event = await getEvent(app, VISITOR, id);
  return event.ok ? ok(eventCard(event.value, app.config.group.name)) : event;
}

/** Path of the link preview picture of an event, given as visitors see it. */
export function picturePathOf(app: App, event: EventView): string {
  return eventPicturePath(event.socialEventId, cardVersion(eventCard(event, app.config.group.name)));
}

/** The next public events as an RSS feed. */
export async function getFeed(app: App): Promise<string> {
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const rows = await app.db
    .select()
    .from(socialEvents)
    .where(and(IS_PUBLIC, sql`${socialEvents.day} >= ${today}`))
    .orderBy(asc(socialEvents.day), asc(socialEvents.startTime), asc(socialEvents.id))
    .limit(FEED_LENGTH);
  const { name, area } = app.config.group;
  const items = rows.map((row) => ({ event: viewEvent(row, VISITOR), publishedAt: row.createdAt }));
  return viewFeed(items, { title: `${name}, ${area}: events`, siteUrl: app.publicUrl });
}

async function listEntries(app: App, after: string): Promise<SitemapEntry[]> {
  const rows = await app.db
    .select({ id: socialEvents.id, changedAt: socialEvents.updatedAt })
    .from(socialEvents)
    .where(and(IS_PUBLIC, gt(socialEvents.id, after)))
    .orderBy(asc(socialEvents.id))
    .limit(SITEMAP_LENGTH);
  return rows.map(({ id, changedAt }) => ({ path: `/events/${encodeURIComponent(id)}`, changedAt }));
}

/** The ids after which the parts of a long sitemap begin. */
async function listStarts(app: App): Promise<string[]> {
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select id from (select id, row_number() over (order by id) as place from ${socialEvents} where ${IS_PUBLIC}) as numbered
        where place % ${SITEMAP_LENGTH} = 0 order by id`,
  );
  return ["", ...rows.map(({ id }) => id)];
}

/** The sitemap of the given pages and all public events; for many events an index of parts. */
export async function getSitemap(app: App, pages: readonly string[]): Promise<string> {
  const [row] = await app.db.select({ events: count() }).from(socialEvents).where(IS_PUBLIC);
  const steady = pages.map((path) => ({ path, changedAt: null }));
  if ((row?.events ?? 0) > SITEMAP_LENGTH) return viewSitemapIndex(await listStarts(app), app.publicUrl);
  return viewSitemap([...steady, ...(await listEntries(app, ""))], app.publicUrl);
}

/** One part of a long sitemap: the pages and events, or the events after one. `not_found` when there are none. */
export async function getSitemapPart(app: App, pages: readonly string[], after: string): Promise<Result<string>> {
  const nothing = fail("not_found", "No such part.");
  if (!isCleanText(after)) return nothing;
  const entries = await listEntries(app, after);
  const steady = after === "" ? pages.map((path) => ({ path, changedAt: null })) : [];
  return entries.length === 0 ? nothing : ok(viewSitemap([...steady, ...entries], app.publicUrl));
}
