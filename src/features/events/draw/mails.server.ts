import type { App } from "#src/context/app.ts";
import { type About, eventBlocks, placeBlocks } from "#src/features/events/mails.server.ts";
import { getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";

const why = "You get this because you were in the draw.";

async function placeDrawn(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts?.isAhead || facts.answer !== "going" || facts.event.status !== "scheduled") return null;
  return {
    subject: `You have a space: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      {
        kind: "text",
        text: "Spaces were drawn, and one is yours.",
      },
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        facts,
        "If you can’t make it, please give up your space on the event's page so the next person gets it.",
      )),
    ],
    list: "rsvps",
    why,
  };
}

async function noPlaceDrawn(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts?.isAhead || !facts.isWaiting || facts.event.status !== "scheduled") return null;
  return {
    subject: `No space this time: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      {
        kind: "text",
        text: "Spaces were drawn, and you didn’t get one this time. You are on the waiting list, and we’ll email you when a space opens up. If none does, you come first in the next draw. The event's page shows how the spaces were drawn.",
      },
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(app, about, facts)),
    ],
    list: "rsvps",
    why,
  };
}

/** Mails the result of a draw to everyone in it. */
export const drawMails = mailKinds(
  { place_drawn: placeDrawn, no_place_drawn: noPlaceDrawn },
  { place_drawn: "urgent", no_place_drawn: "urgent" },
);
