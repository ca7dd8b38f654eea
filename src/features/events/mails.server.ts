import type { App } from "#src/context/app.ts";
import { readChangeRefusal } from "#src/features/events/changes/queries/waiting.server.ts";
import { payWords, whenWords } from "#src/features/events/components/event-words.ts";
import { holdSentences } from "#src/features/events/decision/rules.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { type EventMailFacts, getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { readPlaceUrl } from "#src/features/events/visitors/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";

export type About = { readonly eventId: string; readonly userId: string; readonly email: string };

/** A button to the page of a place. */
export const PLACE_BUTTON = "See or cancel my space";

export const say = (text: string): MailBlock => ({ kind: "text", text });

/** The event in a few lines, with the place if the recipient may see it, and a link. */
export function eventBlocks(app: App, event: EventView): MailBlock[] {
  const where =
    event.location === JOIN_FOR_LOCATION ? "Members can read the place on the event's page." : event.location;
  const facts: [string, string][] = [
    ["What", event.title],
    [event.status === "scheduled" ? "When" : "Was planned for", whenWords(event)],
    ["Where", where],
  ];
  if (event.privateLocation && event.privateLocation !== event.location) facts.push(["Exactly", event.privateLocation]);
  const cost = payWords(event);
  // A canceled event needs no payment and nothing to bring.
  if (cost !== null && event.status !== "cancelled") facts.push(["Cost", cost]);
  if (event.bring && event.status !== "cancelled") facts.push(["Bring", event.bring]);
  return [
    { kind: "facts", facts },
    { kind: "button", label: "See the event", url: `${app.publicUrl}/events/${event.socialEventId}` },
  ];
}

/**
 * Explains how to change the RSVP: `sentence`, or a link for people without an account. Empty once RSVPs are closed,
 * because a link could change nothing.
 */
export async function placeBlocks(
  app: App,
  about: About,
  { event, isAhead }: EventMailFacts,
  sentence?: string,
): Promise<MailBlock[]> {
  if (event.status === "scheduled" && !isAhead) return [];
  const url = event.status === "scheduled" ? await readPlaceUrl(app, about) : null;
  if (url === null) return sentence === undefined ? [] : [say(sentence)];
  return [
    say("Plans changed? Open your space here. You can give it up on that page:"),
    { kind: "button", label: PLACE_BUTTON, url },
  ];
}

/** The terms of an event on hold; empty if it is not on hold. */
function holdBlocks(event: EventView): MailBlock[] {
  const sentences = holdSentences(event);
  return sentences.length === 0 ? [] : [say(["This event is on hold.", ...sentences].join(" "))];
}

const isComing = ({ answer, event, isAhead }: EventMailFacts) =>
  answer === "going" && event.status === "scheduled" && isAhead;

async function confirmed(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isComing(facts)) return null;
  return {
    subject: `You are going: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("You have a space. We look forward to seeing you."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        facts,
        "If you cannot come after all, please give up your space on the event's page: someone else may want it.",
      )),
    ],
    list: "rsvps",
    why: "You get this because you said you’re going.",
  };
}

async function promoted(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isComing(facts)) return null;
  return {
    subject: `A space is yours: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("A space opened up for you on the waiting list. You are going."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        facts,
        "If you can’t make it, please give up your space on the event's page so the next person gets it.",
      )),
    ],
    list: "rsvps",
    why: "You get this because you were on the waiting list.",
  };
}

async function reminder(app: App, about: About & { readonly startsAt: string }): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isComing(facts) || facts.startsAt.getTime() !== new Date(about.startsAt).getTime()) return null;
  return {
    subject: `Soon: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("You’re going, and it’s coming up soon."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        facts,
        "If you cannot come after all, please give up your space on the event's page: someone else may want it.",
      )),
    ],
    list: "reminders",
    why: "You get this because you said you’re going.",
  };
}

async function published(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || facts.event.held) return null;
  return {
    subject: `Published: ${facts.event.title}`,
    blocks: [
      say(
        `An organizer published your event. ${facts.event.generalpublic ? "Everyone" : "Members"} can see it and RSVP now.`,
      ),
      ...eventBlocks(app, facts.event),
    ],
    list: null,
    why: "You get this because you created this event.",
  };
}

async function refused(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  // The host changed it, so it waits again, or it was published after all.
  if (facts?.event.refusal === undefined) return null;
  return {
    subject: `Not published: ${facts.event.title}`,
    blocks: [
      say("An organizer looked at your event and did not publish it. They wrote:"),
      say(facts.event.refusal),
      ...eventBlocks(app, facts.event),
      say("Nothing is lost. If you have a question, write to us through the support page."),
    ],
    list: null,
    why: "You get this because you created this event.",
  };
}

async function changePublished(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts) return null;
  return {
    subject: `Your change is published: ${facts.event.title}`,
    blocks: [say("An organizer published your change. Your event now reads:"), ...eventBlocks(app, facts.event)],
    list: null,
    why: "You get this because you host this event.",
  };
}

async function changeRefused(app: App, about: About): Promise<MailContent | null> {
  const [facts, refusal] = await Promise.all([getEventMailFacts(app, about), readChangeRefusal(app, about.eventId)]);
  // Changed or withdrawn since.
  if (!facts || refusal === null) return null;
  return {
    subject: `Your change is not published: ${facts.event.title}`,
    blocks: [
      say("An organizer looked at your change and did not publish it. They wrote:"),
      say(refusal),
      say("Your event stays as it was. You can change what you proposed, or withdraw it:"),
      { kind: "button", label: "Edit the event", url: `${app.publicUrl}/events/${about.eventId}/edit` },
    ],
    list: null,
    why: "You get this because you host this event.",
  };
}

/** Mails about events to their guests and creators. Each is rendered from current data when it is sent. */
export const eventMails = mailKinds(
  {
    rsvp_confirmed: confirmed,
    promoted,
    event_published: published,
    event_refused: refused,
    change_published: changePublished,
    change_refused: changeRefused,
    reminder,
  },
  { promoted: "urgent" },
);
