import type { App } from "#src/context/app.ts";
import { type About, eventBlocks } from "#src/features/events/mails.server.ts";
import { type EventMailFacts, getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import { readPlaceUrl } from "#src/features/events/visitors/queries.server.ts";
import { readOfferEnd } from "#src/features/events/waiting-list/queries/offers.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { zonedClock } from "#src/shared/zones.server.ts";

type OfOffer = About & { readonly offerId: string };

/** An open offer with the event's facts for the mail; null when there is nothing to accept anymore. */
async function readOpen(app: App, about: OfOffer): Promise<(EventMailFacts & { expiresAt: Date }) | null> {
  const expiresAt = await readOfferEnd(app, about.offerId);
  if (expiresAt === null) return null;
  const facts = await getEventMailFacts(app, about);
  return facts?.isAhead && facts.event.status === "scheduled" ? { ...facts, expiresAt } : null;
}

/** The button to take the space: the event's page, or a link for people without an account. */
async function takeButton(app: App, about: OfOffer): Promise<MailBlock> {
  const url = (await readPlaceUrl(app, about)) ?? `${app.publicUrl}/events/${about.eventId}`;
  return { kind: "button", label: "Take the space", url };
}

const why = "You get this because you are on the waiting list.";

async function seatOffered(app: App, about: OfOffer): Promise<MailContent | null> {
  const facts = await readOpen(app, about);
  if (!facts) return null;
  const { event } = facts;
  const until = zonedClock(facts.expiresAt, event.timeZone);
  return {
    subject: `A space is kept for you until ${until}: ${event.title}`,
    blocks: [
      {
        kind: "text",
        text: `A space opened up, and it’s your turn. Say you’re going by ${until} and it’s yours. After that it goes to the next person, and you stay on the waiting list.`,
      },
      await takeButton(app, about),
      ...eventBlocks(app, event),
    ],
    list: "rsvps",
    why,
  };
}

async function seatFree(app: App, about: OfOffer): Promise<MailContent | null> {
  const facts = await readOpen(app, about);
  if (!facts) return null;
  const { event } = facts;
  return {
    subject: `A space is free: ${event.title}, ${event.weekday} ${event.time}`,
    blocks: [
      {
        kind: "text",
        text: "A space opened up, and the event starts soon. Everyone on the waiting list gets this email, and the first to take the space gets it.",
      },
      await takeButton(app, about),
      ...eventBlocks(app, event),
    ],
    list: "rsvps",
    why,
  };
}

/** Mails about offered seats, which are reserved for half an hour or go to the first to take them. */
export const offerMails = mailKinds(
  { seat_offered: seatOffered, seat_free: seatFree },
  { seat_offered: "urgent", seat_free: "urgent" },
);
