import { expect } from "vitest";
import { sql } from "drizzle-orm";
import { auditLog } from "#src/db/tables/admin.ts";
import { chatCalendar } from "#src/db/tables/chat-calendar.ts";
import { chats } from "#src/db/tables/chats.ts";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import type { AdminEvents, CalendarAnswer } from "#src/features/events/chat-calendar/schema.ts";
import type { CalendarEntry, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { makeChat, makeEvent } from "#seeds/factories.ts";
import { callEvent } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const BASE = "/api/admin";

type Calls = { created: CalendarEntry[]; looked: number };

/** A site, two organizers, two chats with calendars, and what the tests of posting do with them. */
export async function startCalendarSite() {
  const site: TestSite = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  const admin = await site.tokenFor(["Admins"]);
  const second = await site.tokenFor(["Admins"], { email: "second@example.com" });
  // What the site was made with, put back before each test.
  const own = { chatProvider: site.app.chatProvider, clock: site.app.clock };
  async function command(type: string, eventIds: readonly string[], as = admin): Promise<CalendarAnswer> {
    const answer = await site.post(BASE, { type, eventIds }, as);
    expect(answer.status).toBe(200);
    return (await answer.json()) as CalendarAnswer;
  }
  return {
    site,
    admin,
    second,
    async reset(): Promise<void> {
      Object.assign(site.app, own);
      await site.app.db.execute(sql`truncate social_events, chats, chat_calendar, calendar_posts, audit_log cascade`);
      await site.app.db.insert(chats).values([makeChat(), makeChat({ id: "dance", name: "Dance" })]);
    },
    addEvent: (event: Partial<NewSocialEvent> = {}) => site.addEvent(makeEvent({ day: "2026-11-28", ...event })),
    /** Later by so many seconds. */
    wait(seconds: number): void {
      const { clock } = site.app;
      Object.assign(site.app, { clock: { now: () => new Date(clock.now().getTime() + seconds * 1000) } });
    },
    post: (ids: readonly string[], as?: string) => command("calendarEvents", ids, as),
    sendChanges: (ids: readonly string[], as?: string) => command("calendarChanges", ids, as),
    async list(days?: number): Promise<AdminEvents> {
      const ahead = days === undefined ? "" : `&days=${days}`;
      const answer = await site.fetch(`${BASE}?type=socialEvents${ahead}`, { as: admin });
      expect(answer.status).toBe(200);
      return (await answer.json()) as AdminEvents;
    },
    change: (id: string, body: unknown) => callEvent(site, "PATCH", id, { as: admin, body }),
    inCalendar: () => site.app.db.select().from(chatCalendar),
    /** What the log says of the calendar: an organizer's changes of the event are their own story. */
    actions: async () =>
      (await site.app.db.select().from(auditLog).orderBy(auditLog.id))
        .map((row) => row.action)
        .filter((action) => action !== "event_changed"),
    /** An outside chat without idempotency keys, like most: creating twice makes two entries. */
    chatElsewhere(more: (calls: Calls) => Partial<ChatProviderPort> = () => ({})): Calls {
      const calls: Calls = { created: [], looked: 0 };
      const chatProvider: ChatProviderPort = {
        ...own.chatProvider,
        async createCalendarEvent(entry) {
          calls.created.push(entry);
          return { ok: true, calendarEventId: `elsewhere-${calls.created.length}` };
        },
        async findCalendarEvent({ url }) {
          calls.looked += 1;
          const at = calls.created.findIndex((entry) => entry.url === url);
          return at < 0 ? null : `elsewhere-${at + 1}`;
        },
        updateCalendarEvent: async (calendarEventId) => ({ ok: true, calendarEventId }),
        cancelCalendarEvent: async (calendarEventId) => ({ ok: true, calendarEventId }),
        ...more(calls),
      };
      Object.assign(site.app, { chatProvider });
      return calls;
    },
  };
}

export type CalendarSite = Awaited<ReturnType<typeof startCalendarSite>>;
