import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { moment } from "#src/db/instant.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { newsEnds } from "#src/features/events/hosting/rules/news-ends.ts";
import type { App } from "#src/context/app.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { whyDoorClosed } from "#src/features/events/door/rules.ts";
import { courseOf } from "#src/features/events/door/view.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import { BAD_CURSOR } from "#src/features/events/messages.ts";
import { isPosition } from "#src/features/events/queries.server.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { decodeCursor, pageOf } from "#src/http/cursor.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** Page size of a host's events. */
const HOSTED_A_PAGE = 20;

const MAYBES = sql<number>`(select count(*)::int from event_rsvps r where r.event_id = social_events.id and r.answer = 'maybe')`;
const IS_CHANGE_WAITING = sql<boolean>`exists (select from event_changes c
  where c.event_id = social_events.id and c.refused_at is null)`;

/** Events that a person hosts or co-hosts: upcoming ones soonest first, or past ones newest first. */
export async function listHostedEvents(
  app: App,
  person: Person,
  { when, after }: { when: "upcoming" | "past"; after?: string | undefined },
): Promise<Result<HostedPage>> {
  const position = after === undefined ? undefined : decodeCursor(after, isPosition);
  if (position === null) return fail("bad_request", BAD_CURSOR);
  const isPast = when === "past";
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const isTheirs = or(eq(socialEvents.hostUserId, person.userId), inArray(socialEvents.id, [...person.coHostOf]));
  const order = isPast ? desc : asc;
  const place = sql`(${socialEvents.day}, ${socialEvents.startTime}, ${socialEvents.id})`;
  const rows = await app.db
    .select({ event: socialEvents, maybe: MAYBES, isChangeWaiting: IS_CHANGE_WAITING })
    .from(socialEvents)
    .where(
      and(
        isTheirs,
        isPast ? sql`${socialEvents.day} < ${today}` : sql`${socialEvents.day} >= ${today}`,
        position &&
          sql`${place} ${isPast ? sql`<` : sql`>`} (${position[0]}::date, ${position[1]}::time, ${position[2]}::text)`,
      ),
    )
    .orderBy(order(socialEvents.day), order(socialEvents.startTime), order(socialEvents.id))
    .limit(HOSTED_A_PAGE + 1);
  const { shown, next } = pageOf(rows, HOSTED_A_PAGE, ({ event }) => [event.day, event.startTime, event.id]);
  const [past] = await app.db
    .select({ id: socialEvents.id })
    .from(socialEvents)
    .where(and(isTheirs, sql`${socialEvents.day} < ${today}`))
    .limit(1);
  const now = app.clock.now();
  const idsOf = (those: typeof shown) => those.map(({ event }) => event.id);
  return ok({
    socialEvents: shown.map(({ event }) => viewEvent(event, person)),
    guests: Object.fromEntries(shown.map(({ event, maybe }) => [event.id, { maybe, waiting: event.waitingCount }])),
    doorsOpen: idsOf(shown.filter(({ event }) => whyDoorClosed(courseOf(event, person), now) === "")),
    changesWaiting: idsOf(shown.filter(({ isChangeWaiting }) => isChangeWaiting)),
    hasPast: past !== undefined,
    next,
  });
}

type NewGuest = { readonly name: string; /** How many there are, named or not. */ readonly of: number };

/** Limit of names in a mail. */
const MOST_NAMED = 5;

/** People who said 'going' in the span from `since` and still are, limited to the number that a mail names. */
export async function readNewGuests(
  app: App,
  { eventId, userId, since }: { readonly eventId: string; readonly userId: string; readonly since: string },
  timeZone: string,
): Promise<NewGuest[]> {
  const from = new Date(since);
  const { rows } = await app.db.execute<Pick<UserRow, "firstName" | "lastName" | "nickname"> & { of: number }>(sql`
    select u.first_name as "firstName", u.last_name as "lastName", u.nickname, count(*) over ()::int as "of"
    from event_rsvps r
    join users u on u.user_id = r.user_id
    join social_events e on e.id = r.event_id and e.host_user_id = ${userId}
    where r.event_id = ${eventId} and r.answer = 'going' and r.user_id <> ${userId}
      and r.answered_at >= ${moment(from)} and r.answered_at < ${moment(newsEnds(from, timeZone))}
    order by r.answered_at, r.user_id limit ${MOST_NAMED}`);
  return rows.map((row) => ({ name: nameOf(row), of: row.of }));
}
