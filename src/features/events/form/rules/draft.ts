import type { MapTiles } from "#src/features/map/queries.server.ts";
import { NO_HOST_ID, passwordOf } from "#src/features/events/create/rules/password.ts";
import { readDay, readLength, readTime } from "#src/features/events/form/rules/read-values.ts";
import type { EventPayload } from "#src/features/events/create/schema.ts";
import { MINUTES_BEFORE, USUAL_MINUTES_BEFORE } from "#src/features/events/decision/rules.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { type PollDraft, pollDraftFrom, pollOf } from "#src/features/events/polls/rules.ts";
import { eventIdOf, GROUP_HOST, NONE, TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { forPlain, plainOf, type PlainValues } from "#src/features/events/rules/plain-fields.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import { CHAT_GROUPS, imageOfChat, pictureOfChat } from "#src/shared/chat-groups.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import { clockTime, hoursOf, lengthWords, longDate } from "#src/shared/dates.ts";
import type { KnownPlaces } from "#src/shared/places.ts";

/** The form's values, named like the API's fields. Null values are derived from other fields until one is typed. */
export type Draft = PlainValues & {
  readonly socialEventId: string | null;
  /** YYYY-MM-DD, or empty. */
  readonly date: string;
  /** HH:MM, on a quarter of an hour. */
  readonly time: string;
  /** In hours. */
  readonly length: string;
  /** The number of weekly events, a whole number. */
  readonly weeks: string;
  readonly location: string;
  /** More exact than the location, for members. A new event can only get it from a copied event. */
  readonly privateLocation: string;
  readonly isMembersOnly: boolean;
  readonly shortLocation: string | null;
  readonly cost: string;
  readonly spacesLeft: string;
  /** The number of guests a person may bring, a whole number. */
  readonly guestsPerPerson: string;
  readonly isPublic: boolean;
  readonly hostId: string;
  readonly submitterName: string;
  readonly phone: string;
  /** Empty for the default. */
  readonly chat: string;
  readonly groupMeChatUrl: string;
  readonly groupmeImg: string | null;
  readonly imgKey: string | null;
  readonly pollText: string;
  readonly pollPrivateLocation: string;
  /** Minimum number of people, and when that is decided; only for a new event. */
  readonly minimum: string;
  readonly decideMinutesBefore: string;
  /** Whether places are drawn; only for a new event. */
  readonly takesTurns: boolean;
  /** A poll for its page; only for a new event. */
  readonly eventPoll: PollDraft | null;
};

export const BLANK: Draft = {
  ...forPlain(() => ""),
  socialEventId: null,
  date: "",
  time: "18:00",
  length: "2",
  weeks: "1",
  location: "",
  privateLocation: "",
  isMembersOnly: false,
  shortLocation: null,
  cost: "0",
  spacesLeft: "",
  guestsPerPerson: "0",
  isPublic: true,
  hostId: NO_HOST_ID,
  submitterName: "",
  phone: "",
  chat: "",
  groupMeChatUrl: "",
  groupmeImg: null,
  imgKey: null,
  pollText: TO_BE_DETERMINED,
  pollPrivateLocation: TO_BE_DETERMINED,
  minimum: "",
  decideMinutesBefore: String(USUAL_MINUTES_BEFORE),
  takesTurns: false,
  eventPoll: null,
};

/** The start times on offer, `HH:MM`. */
export const TIMES: readonly string[] = Array.from({ length: 96 }, (_, quarter) => {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});

/** Pictures for the site. */
export const WEBSITE_IMAGES = [
  "volleyball",
  "pickleball",
  "running",
  "yoga",
  "surf",
  "kayak",
  "art-walk",
  "biking",
  "dance",
  "game-night",
  "climbing",
  "bonfire",
  "pier-sunrise",
] as const;

/** Pictures for the group chat. */
export const CHAT_IMAGES: readonly string[] = CHAT_GROUPS.map(imageOfChat);

const MOST_WORDS = 3;
const SHORT_LENGTH = 15;

/** The start of a title: at most 15 characters and three words. */
export function shortLocationOf(title: string): string {
  return beginningOf(title.trim(), SHORT_LENGTH).trim().split(/\s+/).slice(0, MOST_WORDS).join(" ");
}

/** The draft with its derived values filled in. */
export function completed(draft: Draft) {
  const { title, date, chat } = draft;
  return {
    ...draft,
    socialEventId: draft.socialEventId ?? (date === "" ? "" : eventIdOf(title, date)),
    shortLocation: draft.shortLocation ?? shortLocationOf(title),
    groupmeImg: draft.groupmeImg ?? imageOfChat(chat),
    imgKey: draft.imgKey ?? pictureOfChat(chat),
  };
}

function numberOr(typed: string): number | string {
  const trimmed = typed.trim();
  return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

function newPollOf(draft: PollDraft) {
  const { options, ...rest } = pollOf(draft);
  return { ...rest, options: options.map(({ label }) => label) };
}

/** The request body. Unreadable values are sent as typed, so that the schema reports them. */
export function payloadOf(draft: Draft): EventPayload {
  const { isMembersOnly, isPublic, hostId, submitterName, phone, weeks, eventPoll, ...more } = completed(draft);
  const { minimum, decideMinutesBefore, takesTurns, guestsPerPerson, bring, mapPoint, ...fields } = more;
  const minutes = readLength(fields.length);
  return {
    ...fields,
    date: readDay(fields.date) === null ? fields.date : longDate(fields.date),
    time: clockTime(fields.time),
    length: minutes === null ? fields.length : lengthWords(minutes),
    ...(weeks !== BLANK.weeks && { weeks: Number(weeks) }),
    ...(minimum.trim() !== "" && { minimum: Number(minimum), decideMinutesBefore: Number(decideMinutesBefore) }),
    ...(takesTurns && { takesTurns }),
    ...(guestsPerPerson !== BLANK.guestsPerPerson && { guestsPerPerson: Number(guestsPerPerson) }),
    // Omitted when empty: older clients do not send them either.
    bring: bring.trim() || undefined,
    mapPoint: mapPoint.trim() || undefined,
    ...(eventPoll && { eventPoll: newPollOf(eventPoll) }),
    location: isMembersOnly ? JOIN_FOR_LOCATION : fields.location,
    privateLocation: isMembersOnly ? fields.location : fields.privateLocation.trim(),
    cost: numberOr(fields.cost),
    spacesLeft: numberOr(fields.spacesLeft),
    generalpublic: isPublic,
    host1: GROUP_HOST,
    host2: NONE,
    password: passwordOf({ hostName: fields.host, submitterName, phone, hostId }),
    groupMeChatUrl: fields.groupMeChatUrl.trim() || NONE,
    pollText: fields.pollText.trim() || TO_BE_DETERMINED,
    pollPrivateLocation: fields.pollPrivateLocation.trim() || TO_BE_DETERMINED,
  };
}

/** The event's total places: those left plus those taken. */
function spacesOf({ spacesLeft, going }: EventView): string {
  if (spacesLeft === "") return "";
  return String(spacesLeft >= UNLIMITED_SPACES ? UNLIMITED_SPACES : Math.min(spacesLeft + going, UNLIMITED_SPACES));
}

/** Shows the API's "none" as an empty field. */
export function withoutNone(text: string): string {
  return text === NONE ? "" : text;
}

/** The host's name and payment names, which are not copied from other hosts' events. */
const ownPart = ({ host, organizerVenmo, organizerCashApp, facebookLink }: Draft) => ({
  host,
  organizerVenmo,
  organizerCashApp,
  facebookLink,
});

/** The minimum and decision time of an event, rounded to a time that the form offers. */
function clockOf({ decision, startsAt }: EventView): Pick<Draft, "minimum" | "decideMinutesBefore"> {
  const { minimum, decideMinutesBefore } = BLANK;
  if (!decision?.minimum) return { minimum, decideMinutesBefore };
  const before = (Date.parse(startsAt) - Date.parse(decision.decidesAt)) / 60_000;
  const farFrom = (minutes: number) => Math.abs(minutes - before);
  const nearest = MINUTES_BEFORE.reduce((best, each) => (farFrom(each) < farFrom(best) ? each : best));
  return { minimum: String(decision.minimum), decideMinutesBefore: String(nearest) };
}

/** The place, as far as the viewer may see it. The form has one place field for a members-only event. */
function placeOf({ location, privateLocation = "", membersOnly }: EventView) {
  const shown = location === JOIN_FOR_LOCATION ? "" : location;
  if (!membersOnly) return { location: shown, privateLocation, isMembersOnly: false };
  const whole = [...new Set([shown, privateLocation])].filter(Boolean).join(", ");
  return { location: whole, privateLocation: "", isMembersOnly: true };
}

/** The draft filled from another event, except its date, its poll and its submitter. */
export function copied(draft: Draft, event: EventView): Draft {
  const time = readTime(event.time) ?? "";
  const minutes = readLength(event.length);
  return {
    ...draft,
    ...plainOf(event),
    ...(draft.host === event.host ? {} : ownPart(draft)),
    socialEventId: null,
    // A copy of one event of a series is a single event.
    weeks: BLANK.weeks,
    time: TIMES.includes(time) ? time : BLANK.time,
    length: minutes === null ? BLANK.length : String(hoursOf(minutes)),
    // Viewers who can't see the place have to enter one.
    ...placeOf(event),
    ...clockOf(event),
    shortLocation: event.shortLocation || null,
    cost: String(event.cost),
    spacesLeft: spacesOf(event),
    takesTurns: event.draw !== undefined,
    guestsPerPerson: String(event.guestsPerPerson ?? 0),
    isPublic: event.generalpublic,
    chat: event.chat,
    groupMeChatUrl: withoutNone(event.groupMeChatUrl),
    groupmeImg: event.groupmeImg || null,
    imgKey: event.imgKey || null,
    pollText: event.pollText || TO_BE_DETERMINED,
    pollPrivateLocation: event.pollPrivateLocation || TO_BE_DETERMINED,
  };
}

// API fields that the form names differently.
const FILLED_IN: Readonly<Record<string, keyof Draft>> = {
  privateLocation: "location",
  password: "hostId",
  generalpublic: "isPublic",
};

export type Faults = Readonly<Partial<Record<keyof Draft, string>>>;

/** The form state that the fields need, for new and existing events. */
export type DraftForm = {
  readonly tiles: MapTiles;
  /** Suggestions for the place. */
  readonly places: KnownPlaces;
  readonly draft: Draft;
  readonly faults: Faults;
  readonly change: (changed: Partial<Draft>) => void;
  /** Blocks sending until the picture is uploaded. */
  readonly setUploading: (isUploading: boolean) => void;
};

/** The API's field errors, each at the form field that fixes it. */
export function faultsOf(fields: Readonly<Record<string, string>>, draft: Draft): Faults {
  const faults: Partial<Record<keyof Draft, string>> = {};
  for (const [sent, message] of Object.entries(fields)) {
    const name = FILLED_IN[sent] ?? sent.split(".", 1)[0] ?? sent;
    if (name in BLANK) faults[name as keyof Draft] ??= message;
  }
  // A derived id is fixed by fixing its parts.
  if (draft.socialEventId === null && draft.date === "") delete faults.socialEventId;
  return faults;
}

function isKept(blank: unknown, kept: unknown): boolean {
  return blank === null ? kept === null || typeof kept === "string" : typeof blank === typeof kept;
}

/** Parses a stored draft field by field; missing or invalid fields are blank. */
export function draftFrom(kept: unknown): Draft {
  if (typeof kept !== "object" || kept === null) return BLANK;
  const entries = Object.entries(kept).filter(
    ([name, value]) => name in BLANK && isKept(BLANK[name as keyof Draft], value),
  );
  const draft = { ...BLANK, ...Object.fromEntries(entries) } as Draft;
  const eventPoll = "eventPoll" in kept ? pollDraftFrom(kept.eventPoll) : null;
  return { ...draft, eventPoll, time: TIMES.includes(draft.time) ? draft.time : BLANK.time };
}
