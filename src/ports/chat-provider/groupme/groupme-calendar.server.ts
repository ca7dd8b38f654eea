import { type GroupMeClient, GroupMeRefusal } from "#src/ports/chat-provider/groupme/groupme-client.server.ts";
import {
  eventSchema,
  eventsSchema,
  type GroupMeEvent,
  read,
} from "#src/ports/chat-provider/groupme/groupme-shapes.server.ts";
import {
  type CalendarEntry,
  type CalendarOutcome,
  type ChatProviderPort,
  pollWords,
} from "#src/ports/chat-provider/port.ts";

type Calendar = Pick<
  ChatProviderPort,
  "createCalendarEvent" | "findCalendarEvent" | "updateCalendarEvent" | "cancelCalendarEvent"
>;

const EVENTS_A_PAGE = 100;
/** Half the time limit of a calendar call, which makes two requests. */
const MOST_PAGES = 2;
/** An event may have moved since it was posted. */
const LOOK_BACK_MS = 60 * 86_400_000;

/** GroupMe's id format: anything else must not become part of a URL. */
const isGroupMeId = (id: string) => /^\w{1,64}$/.test(id);

function bodyOf(entry: CalendarEntry) {
  const { name, startsAt, endsAt, timeZone, place } = entry;
  return {
    name,
    description: descriptionOf(entry),
    is_all_day: false,
    start_at: startsAt,
    end_at: endsAt,
    timezone: timeZone,
    ...(place.name !== "" && { location: { name: place.name, address: place.address } }),
  };
}

/** Includes the event page's URL, which identifies the event: GroupMe stores no key of ours. */
const descriptionOf = (entry: CalendarEntry) =>
  [entry.description, pollWords(entry), entry.url].filter(Boolean).join("\n\n");

/** Whether the calendar entry is current. Compares instants, not their notation. */
function isAsWanted(event: GroupMeEvent, entry: CalendarEntry): boolean {
  const wanted = bodyOf(entry);
  return (
    event.name === wanted.name &&
    event.description === wanted.description &&
    Date.parse(event.start_at) === Date.parse(wanted.start_at) &&
    Date.parse(event.end_at) === Date.parse(wanted.end_at) &&
    event.timezone === wanted.timezone &&
    !event.is_all_day &&
    (event.location?.name ?? "") === (wanted.location?.name ?? "") &&
    (event.location?.address ?? "") === (wanted.location?.address ?? "")
  );
}

/** Maps a GroupMe refusal to the port's faults; rethrows other errors. */
async function orRefused(
  missing: "unknown_chat" | "unknown_event",
  ask: () => Promise<CalendarOutcome>,
): Promise<CalendarOutcome> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GroupMeRefusal)) throw error;
    if (error.status === 404 || error.status === 410) return { ok: false, fault: missing };
    const isForbidden = error.status === 401 || error.status === 403;
    const words = isForbidden ? "GroupMe does not let this site's account do that in this chat." : error.words;
    return { ok: false, fault: "refused", reason: words || `GroupMe answered ${error.status}.` };
  }
}

/** Group calendars. GroupMe announces each change in the group. */
export function groupMeCalendar(client: GroupMeClient): Calendar {
  const pathOf = ({ chatId }: CalendarEntry, what: string) => `/conversations/${chatId}/events/${what}`;

  return {
    createCalendarEvent: async (entry) => {
      if (!isGroupMeId(entry.chatId)) return { ok: false, fault: "unknown_chat" };
      return orRefused("unknown_chat", async () => {
        const call = { method: "POST", path: pathOf(entry, "create"), body: bodyOf(entry) } as const;
        const { event } = read(eventSchema, await client.call(call));
        return { ok: true, calendarEventId: event.event_id };
      });
    },

    async findCalendarEvent(entry) {
      if (!isGroupMeId(entry.chatId)) return null;
      const end_at = new Date(Date.parse(entry.startsAt) - LOOK_BACK_MS).toISOString();
      let last: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { end_at, limit: EVENTS_A_PAGE, ...(last !== undefined && { last_event_id: last }) };
        const answer = await client.call({ path: pathOf(entry, "list"), query }).catch((error: unknown) => {
          if (error instanceof GroupMeRefusal && error.status === 404) return null;
          throw error;
        });
        const events = answer?.response ? (read(eventsSchema, answer).events ?? []) : [];
        const found = events.find(
          ({ description, deleted_at }) => !deleted_at && description.split(/\s+/).includes(entry.url),
        );
        if (found) return found.event_id;
        last = events.at(-1)?.event_id;
        if (events.length < EVENTS_A_PAGE) return null;
      }
      return null;
    },

    updateCalendarEvent: async (id, entry) => {
      if (!isGroupMeId(entry.chatId) || !isGroupMeId(id)) return { ok: false, fault: "unknown_event" };
      return orRefused("unknown_event", async () => {
        const query = { event_id: id };
        const { event } = read(eventSchema, await client.call({ path: pathOf(entry, "show"), query }));
        // Every change notifies the whole group, so unchanged entries are not sent.
        if (event.deleted_at) return { ok: false, fault: "unknown_event" };
        if (!isAsWanted(event, entry))
          await client.call({ method: "POST", path: pathOf(entry, "update"), query, body: bodyOf(entry) });
        return { ok: true, calendarEventId: id };
      });
    },

    cancelCalendarEvent: async (id, entry) => {
      if (!isGroupMeId(entry.chatId) || !isGroupMeId(id)) return { ok: false, fault: "unknown_event" };
      return orRefused("unknown_event", async () => {
        await client.call({ method: "DELETE", path: pathOf(entry, "delete"), query: { event_id: id } });
        return { ok: true, calendarEventId: id };
      });
    },
  };
}
