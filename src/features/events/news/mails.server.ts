import type { App } from "#src/context/app.ts";
import { whenWords } from "#src/features/events/components/event-words.ts";
import { callOffSentence, holdSentences } from "#src/features/events/decision/rules.ts";
import { type About, eventBlocks, PLACE_BUTTON, placeBlocks, say } from "#src/features/events/mails.server.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import {
  type EventMailFacts,
  getEventMailFacts,
  getUnseenFacts,
  type UnseenFacts,
} from "#src/features/events/news/queries.server.ts";
import type { EventNews } from "#src/features/events/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { readPlaceUrl } from "#src/features/events/visitors/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { counted } from "#src/shared/counted.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";

/** A change of a weekly series is one mail: `also` are the later events that changed too. */
type OfSeries = About & { readonly also?: readonly string[] };

type Change = OfSeries & {
  readonly news: readonly EventNews[];
  readonly before: { readonly day: string; readonly startTime: string; readonly lengthMinutes: number | null };
  /** The hold state that the recipient knew before this mail, and knows after it. Read by the next change. */
  readonly state: { readonly was: string; readonly is: string };
};

const STILL_WAITING = "You are still on the waiting list: please come only once you have a space.";
const YOUR_RSVP = "You get this because you RSVPed to this event or are on its waiting list.";
const YOUR_EVENT = "You get this because you host this event.";
/** For hosts, when another person made the change or the default applied. */
const HOSTS_WAY =
  "You host this event, so you can change it on the event's page. If you have questions, write to the organizers.";

/** Also for a host whose own hold ended in it. */
const HOSTS_WAY_BACK =
  "You host this event. If it should run after all, say so on the event's page. If you have questions, write to the organizers.";

const isGuest = ({ answer, isWaiting }: Pick<EventMailFacts, "answer" | "isWaiting">) =>
  isWaiting || answer === "going" || answer === "maybe";

/** Whether a change of the event affects the recipient. */
const isConcerned = (facts: EventMailFacts) => !facts.isOver && (isGuest(facts) || facts.isHost);

/** A hold reopens a canceled event, but it is still undecided whether that takes place. */
function statusWords({ status, decision }: Pick<EventView, "status" | "decision">): string {
  if (status === "postponed") return "It is postponed. The new date isn’t set yet.";
  return decision?.state === "hold" ? "It may take place after all." : "It’s back on.";
}

/** A new start, or only a new length; false if both are as before again. */
function timeWords({ event, startTime, lengthMinutes }: EventMailFacts, { before }: Change): string | false {
  if (event.day !== before.day || startTime !== before.startTime) {
    const was = `${weekdayName(before.day)}, ${longDate(before.day)}, ${clockTime(before.startTime)}`;
    return `It was planned for ${was}. The time below is the new one.`;
  }
  return lengthMinutes !== before.lengthMinutes && "It starts as planned, but its length has changed.";
}

/** The changes that this recipient may see, as sentences. */
function newsWords(facts: EventMailFacts, change: Change): string[] {
  const { event, isWaiting } = facts;
  const isPostponed = event.status === "postponed";
  const words: Partial<Record<EventNews, string | false>> = {
    status: statusWords(event),
    decision: event.decision?.state === "runs" && `It’s on, as planned.${isWaiting ? "" : " See you there."}`,
    time: !isPostponed && timeWords(facts, change),
    location: event.location !== JOIN_FOR_LOCATION && "It has a new location.",
    privateLocation: event.privateLocation !== undefined && "The exact location has changed.",
  };
  // A postponed event has no date, so a hold has no decision time.
  const said = [...change.news.flatMap((kind) => words[kind] || []), ...(isPostponed ? [] : holdSentences(event))];
  return isWaiting && said.length > 0 ? [...said, STILL_WAITING] : said;
}

/** The subject of a mail about a change, with the most important part first. */
function changeSubject(event: EventView, { news, before }: Change): string {
  if (event.status === "postponed") return `Postponed: ${event.title}`;
  const state = event.decision?.state;
  const isMoved = news.includes("time") && event.day !== before.day;
  const changed = isMoved ? "New date" : "Changed";
  const first = state === "hold" ? "On hold" : state === "runs" && news.includes("decision") ? "It’s on" : changed;
  return `${first}: ${event.title}, ${whenWords(event)}`;
}

/** The later events of the series with the same change that still concern the recipient; empty if there are none. */
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

/** A hold or its end, with which nothing of the event has changed. */
const isDecision = ({ news }: Change) => news.every((kind) => kind === "decision");

/** What the recipient can do about a change. */
function waysOn(app: App, change: Change, facts: EventMailFacts): Promise<MailBlock[]> | MailBlock[] {
  if (!isGuest(facts)) return [say(HOSTS_WAY)];
  const way =
    facts.event.status === "postponed"
      ? "You can change it when there is a new date."
      : isDecision(change)
        ? "You can change it on the event's page."
        : "If the change doesn’t work for you, update it on the event's page.";
  return placeBlocks(app, change, facts, `Your RSVP stays as it is. ${way}`);
}

async function eventChanged(app: App, change: Change): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, change);
  if (!facts) return unseenChanged(app, change);
  // A canceled event has its own mail.
  if (!isConcerned(facts) || facts.event.status === "cancelled") return null;
  const words = newsWords(facts, change);
  if (words.length === 0) return null;
  const { title, status } = facts.event;
  const also = await alsoBlocks(app, change, "The same goes for:", (event) => event.status === status);
  return {
    subject: changeSubject(facts.event, change),
    blocks: [
      say([...(isDecision(change) ? [] : [`Something about ${title} has changed.`]), ...words].join("\n")),
      ...eventBlocks(app, facts.event),
      ...also,
      ...(await waysOn(app, change, facts)),
    ],
    list: "eventChanges",
    why: isGuest(facts) ? YOUR_RSVP : YOUR_EVENT,
  };
}

async function eventCancelled(app: App, about: OfSeries): Promise<MailContent | null> {
  const facts = await getEventMailFacts(app, about);
  if (!facts) return unseenCancelled(app, about);
  if (!isConcerned(facts) || facts.event.status !== "cancelled") return null;
  const why = callOffSentence(facts.event);
  const also = await alsoBlocks(app, about, "Also canceled:", (event) => event.status === "cancelled");
  return {
    subject: `Canceled: ${facts.event.title}, ${facts.event.weekday} ${facts.event.time}`,
    blocks: [
      say([`${facts.event.title} is canceled. We’re sorry.`, why].filter(Boolean).join(" ")),
      ...eventBlocks(app, facts.event),
      ...also,
      ...(isGuest(facts) ? [] : [say(HOSTS_WAY_BACK)]),
    ],
    list: "eventChanges",
    why: isGuest(facts) ? YOUR_RSVP : YOUR_EVENT,
  };
}

/** Changes of an event that the recipient can no longer see, without the new time and place or the host's text. */
function unseenWords({ title, status, decision, knowsPlace }: UnseenFacts, news: readonly EventNews[]): string[] {
  const decided = { hold: "It is on hold.", runs: "It’s on, as planned.", called_off: false } as const;
  const words: Partial<Record<EventNews, string | false>> = {
    status: statusWords({ status, decision }),
    decision: decision !== undefined && decided[decision.state],
    time: status !== "postponed" && "The time has changed.",
    location: knowsPlace && "The location has changed.",
  };
  const said = news.flatMap((kind) => words[kind] || []);
  return said.length === 0 ? [] : [`Something about ${title} has changed.`, ...said];
}

/** The number of later events of the series with the same change. No time: the current one may be new to the recipient. */
async function unseenBlocks(
  app: App,
  { also = [], ...about }: OfSeries,
  { status }: UnseenFacts,
): Promise<MailBlock[]> {
  const others = await Promise.all(also.map((eventId) => getUnseenFacts(app, { ...about, eventId })));
  const count = others.filter((other) => other !== null && isGuest(other) && other.status === status).length;
  return count === 0 ? [] : [say(`The same goes for ${counted(count, "later date", "later dates")} of it.`)];
}

async function unseenChanged(app: App, change: Change): Promise<MailContent | null> {
  const facts = await getUnseenFacts(app, change);
  if (!facts || !isGuest(facts) || facts.isOver || facts.status === "cancelled") return null;
  const words = unseenWords(facts, change.news);
  if (words.length === 0) return null;
  const { title, status, decision, isWaiting, isOpen } = facts;
  const first = status === "postponed" ? "Postponed" : decision?.state === "hold" ? "On hold" : "Changed";
  const url = isOpen ? await readPlaceUrl(app, change, true) : null;
  const yours = isWaiting
    ? "You are still on the waiting list, but spaces go to members."
    : "Your RSVP stays as it is. If you have questions, write to the organizers.";
  return {
    subject: `${first}: ${title}`,
    blocks: [
      say(words.join("\n")),
      ...(await unseenBlocks(app, change, facts)),
      say(`Only members of the group can see this event now, so this email can’t say more. ${yours}`),
      ...(url === null
        ? []
        : [
            say("Open your space here. You can give it up on that page:"),
            { kind: "button", label: PLACE_BUTTON, url } as const,
          ]),
    ],
    list: "eventChanges",
    why: YOUR_RSVP,
  };
}

async function unseenCancelled(app: App, about: OfSeries): Promise<MailContent | null> {
  const facts = await getUnseenFacts(app, about);
  if (!facts || !isGuest(facts) || facts.isOver || facts.status !== "cancelled") return null;
  return {
    subject: `Canceled: ${facts.title}`,
    blocks: [say(`${facts.title} is canceled. We’re sorry.`), ...(await unseenBlocks(app, about, facts))],
    list: "eventChanges",
    why: YOUR_RSVP,
  };
}

/** Mails about changes to guests and hosts, including guests who can no longer see the event. */
export const newsMails = mailKinds({ event_changed: eventChanged, event_cancelled: eventCancelled });
