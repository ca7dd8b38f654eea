import type { App } from "#src/context/app.ts";
import { readNewGuests } from "#src/features/events/hosting/queries.server.ts";
import { type About, eventBlocks } from "#src/features/events/mails.server.ts";
import { getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import { counted } from "#src/shared/counted.ts";

/** `since`: the time of the first RSVP in this mail, in ISO 8601. */
type NewGuests = About & { readonly since: string };

/** `Ana, Ben, and 3 others`. */
function listed(names: readonly string[], others: number): string {
  const all = others > 0 ? [...names, counted(others, "other", "others")] : names;
  return new Intl.ListFormat("en-US").format(all);
}

/** Mails to hosts about their events. */
export const hostingMails = mailKinds({
  new_guests: async (app: App, about: NewGuests) => {
    const facts = await getEventMailFacts(app, about);
    if (!facts?.isHost || !facts.isAhead || facts.event.status !== "scheduled") return null;
    const guests = await readNewGuests(app, about, facts.event.timeZone);
    const [first] = guests;
    if (!first) return null;
    const { event } = facts;
    const people = listed(
      guests.map(({ name }) => name),
      first.of - guests.length,
    );
    const are = first.of === 1 ? "is" : "are";
    return {
      subject: `${counted(first.of, "new guest", "new guests")}: ${event.title}`,
      blocks: [
        {
          kind: "text",
          text: `${people} ${are} coming. With guests, ${event.going} ${event.going === 1 ? "is" : "are"} going now.`,
        },
        ...eventBlocks(app, event),
      ],
      list: "newGuests",
      why: "You get this because you host this event.",
    };
  },
});
