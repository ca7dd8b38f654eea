import type { App } from "#src/context/app.ts";
import { readChangeRefusal } from "#src/features/events/changes/queries/waiting.server.ts";
import { payWords, whenWords } from "#src/features/events/components/event-words.ts";
import { callOffSentence, holdSentences } from "#src/features/events/decision/rules.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { type EventMailFacts, getEventMailFacts } from "#src/features/events/rsvps/queries.server.ts";
import type { EventNews } from "#src/features/events/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { readPlaceUrl } from "#src/features/events/visitors/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";

export type About = { readonly eventId: string; readonly userId: string; readonly email: string };

const STILL_WAITING = "You are still on the waiting list: please come only once you have a place.";

const say = (text: string): MailBlock => ({ kind: "text", text });

/** The event in a few lines, with the place as far as the reader may know it, and where the rest is. */
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
  // Nobody pays for a canceled event, or brings anything.
  if (cost !== null && event.status !== "cancelled") facts.push(["Cost", cost]);
  if (event.bring && event.status !== "cancelled") facts.push(["Bring", event.bring]);
  return [
    { kind: "facts", facts },
    { kind: "button", label: "See the event", url: `${app.publicUrl}/events/${event.socialEventId}` },
  ];
}

/** How readers change their place: as `sentence` says, or by a link for people without an account. */
export async function placeBlocks(app: App, about: About, sentence?: string): Promise<MailBlock[]> {
  const url = await readPlaceUrl(app, about);
  if (url === null) return sentence === undefined ? [] : [say(sentence)];
  return [
    say("Plans changed? This link shows your place and gives it up:"),
    { kind: "button", label: "See or cancel my place", url },
  ];
}

/** Says when an event on hold is decided; nothing when it is not on hold. */
function holdBlocks(event: EventView): MailBlock[] {
  const sentences = holdSentences(event);
  return sentences.length === 0 ? [] : [say(["This event is on hold.", ...sentences].join(" "))];
}

const isComing = ({ answer, event, isAhead }: EventMailFacts) =>
  answer === "going" && event.status === "scheduled" && isAhead;

/** Whether a change of the event affects the recipient. */
const isConcerned = ({ answer, isWaiting, isOver }: EventMailFacts) =>
  !isOver && (isWaiting || answer === "going" || answer === "maybe");

async function confirmed(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isComing(facts)) return null;
  return {
    subject: `You are going: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("You have a place. We look forward to seeing you."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        "If you cannot come after all, please give up your place on the event's page: someone else may want it.",
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
    subject: `A place is yours: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("A place opened up, and you were first on the waiting list. You are going."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        "If you can’t make it, please give up your place on the event's page so the next person gets it.",
      )),
    ],
    list: "rsvps",
    why: "You get this because you were on the waiting list.",
  };
}

/** A change of a weekly series is one mail: `also` are the later events that it concerns too. */
type OfSeries = About & { readonly also?: readonly string[] };

type Change = OfSeries & {
  readonly news: readonly EventNews[];
  readonly before: { readonly day: string; readonly startTime: string };
  /** What the reader knew of a hold before this mail, and knows after it. Read by the next change. */
  readonly state: { readonly was: string; readonly is: string };
};

/** The news that this reader may read, as sentences. */
function newsWords({ event, isWaiting }: EventMailFacts, { news, before }: Change): string[] {
  const was = `${weekdayName(before.day)}, ${longDate(before.day)}, ${clockTime(before.startTime)}`;
  const isPostponed = event.status === "postponed";
  const words: Partial<Record<EventNews, string | false>> = {
    status: isPostponed ? "It is postponed. The new date isn’t set yet." : "It’s back on.",
    decision: event.decision?.state === "runs" && `It’s on, as planned.${isWaiting ? "" : " See you there."}`,
    time: !isPostponed && `It was planned for ${was}. The time below is the new one.`,
    location: event.location !== JOIN_FOR_LOCATION && "It has a new location.",
    privateLocation: event.privateLocation !== undefined && "The exact location has changed.",
  };
  // Without a date there is no moment at which a hold is decided.
  const said = [...news.flatMap((kind) => words[kind] || []), ...(isPostponed ? [] : holdSentences(event))];
  return isWaiting && said.length > 0 ? [...said, STILL_WAITING] : said;
}

/** The subject of a mail about a change: what matters most comes first. */
function changeSubject(event: EventView, { news, before }: Change): string {
  if (event.status === "postponed") return `Postponed: ${event.title}`;
  const state = event.decision?.state;
  const isMoved = news.includes("time") && event.day !== before.day;
  const changed = isMoved ? "New date" : "Changed";
  const first = state === "hold" ? "On hold" : state === "runs" && news.includes("decision") ? "It’s on" : changed;
  return `${first}: ${event.title}, ${whenWords(event)}`;
}

/** The later events of a series that changed alike and still concern this reader; nothing when there are none. */
async function alsoBlocks(
  app: App,
  { also = [], ...about }: OfSeries,
  heading: string,
  isMeant: (event: EventView) => boolean,
): Promise<MailBlock[]> {
  const all = await Promise.all(also.map((eventId) => getEventMailFacts(app, { ...about, eventId })));
  const meant = all.flatMap((facts) => (facts && isConcerned(facts) && isMeant(facts.event) ? facts.event : []));
  return meant.length === 0 ? [] : [say([heading, ...meant.map(whenWords)].join("\n"))];
}

async function eventChanged(app: App, change: Change): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, change);
  // A canceled event has a mail of its own.
  if (!facts || !isConcerned(facts) || facts.event.status === "cancelled") return null;
  const words = newsWords(facts, change);
  if (words.length === 0) return null;
  const { title, status } = facts.event;
  const isDecision = change.news.every((kind) => kind === "decision");
  const also = await alsoBlocks(app, change, "The same goes for:", (event) => event.status === status);
  return {
    subject: changeSubject(facts.event, change),
    blocks: [
      say([...(isDecision ? [] : [`Something about ${title} has changed.`]), ...words].join("\n")),
      ...eventBlocks(app, facts.event),
      ...also,
      ...(await placeBlocks(
        app,
        change,
        status === "postponed"
          ? "Your RSVP stays as it is. You can change it when there is a new date."
          : "Your RSVP stays as it is. If the change doesn’t work for you, update it on the event's page.",
      )),
    ],
    list: "eventChanges",
    why: "You get this because you RSVPed to this event or are on its waiting list.",
  };
}

async function eventCancelled(app: App, about: OfSeries): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isConcerned(facts) || facts.event.status !== "cancelled") return null;
  const why = callOffSentence(facts.event);
  const also = await alsoBlocks(app, about, "Also canceled:", (event) => event.status === "cancelled");
  return {
    subject: `Canceled: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say([`${facts.event.title} is canceled. We’re sorry.`, why].filter(Boolean).join(" ")),
      ...eventBlocks(app, facts.event),
      ...also,
    ],
    list: "eventChanges",
    why: "You get this because you RSVPed to this event or are on its waiting list.",
  };
}

async function reminder(app: App, about: About & { readonly startsAt: string }): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts || !isComing(facts) || facts.startsAt.getTime() !== new Date(about.startsAt).getTime()) return null;
  return {
    subject: `Soon: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say("You said that you are going. It is not long now."),
      ...holdBlocks(facts.event),
      ...eventBlocks(app, facts.event),
      ...(await placeBlocks(
        app,
        about,
        "If you cannot come after all, please give up your place on the event's page: someone else may want it.",
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
      say("An organizer published your event. Everyone can see it and RSVP now."),
      ...eventBlocks(app, facts.event),
    ],
    list: null,
    why: "You get this because you created this event.",
  };
}

async function refused(app: App, about: About): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  // Changed meanwhile, so it waits again; or it was published after all.
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

/** What people hear of the events they answered or made. Each is composed from what is true when it is sent. */
export const eventMails = mailKinds(
  {
    rsvp_confirmed: confirmed,
    promoted,
    event_changed: eventChanged,
    event_cancelled: eventCancelled,
    event_published: published,
    event_refused: refused,
    change_published: changePublished,
    change_refused: changeRefused,
    reminder,
  },
  { promoted: "urgent" },
);
