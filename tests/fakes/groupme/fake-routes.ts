import {
  answered,
  type FakeAnswer,
  type FakeEvent,
  type FakeGroup,
  type FakeMessage,
  type FakeState,
  makeMember,
  refusedWith,
  say,
  seconds,
} from "#tests/fakes/groupme/fake-state.ts";

type Request = {
  readonly state: FakeState;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown> | null;
  readonly params: readonly string[];
};
type Route = readonly [method: string, path: RegExp, answer: (request: Request) => FakeAnswer];

const SAME_MESSAGE_SECONDS = 60;
const NOT_FOUND = refusedWith(404, "not found");

function groupView(group: FakeGroup, withMembers: boolean) {
  const last = group.messages.at(-1);
  return {
    id: group.id,
    group_id: group.id,
    name: group.name,
    type: group.isAnnouncement ? "announcement" : "closed",
    description: `All about ${group.name}`,
    image_url: null,
    creator_user_id: group.members[0]?.user_id ?? null,
    created_at: group.createdAt,
    updated_at: group.createdAt,
    muted_until: null,
    messages: {
      count: group.messages.length,
      last_message_id: last?.id ?? null,
      last_message_created_at: last?.created_at ?? null,
      preview: { nickname: last?.name ?? null, text: last?.text ?? null, image_url: null, attachments: [] },
    },
    max_members: 5000,
    requires_approval: true,
    share_url: null,
    members: withMembers ? group.members : null,
    members_count: 0,
    unread_count: null,
  };
}

const messageView = (message: FakeMessage) => ({
  ...message,
  ...(message.deleted_at !== undefined && { text: null, deletion_actor: "sender" }),
  favorited_by: [],
  platform: "gm",
  pinned_at: null,
  pinned_by: "",
});

/** A group of which the token's owner is a member. */
function groupOf({ state, params }: Request): FakeGroup | undefined {
  const group = state.groups.get(params[0] ?? "");
  return group?.members.some(({ user_id }) => user_id === state.me.user_id) ? group : undefined;
}

const isAdmin = (group: FakeGroup, { me }: FakeState) =>
  group.members.some(({ user_id, roles }) => user_id === me.user_id && roles.includes("admin"));

function listMessages(request: Request): FakeAnswer {
  const group = groupOf(request);
  // Former members get a 404 without a body.
  if (!group) return { status: 404, isEmpty: true };
  const { query } = request;
  const limit = Math.min(Number(query.get("limit") ?? 20), 100);
  const [before, after, since] = ["before_id", "after_id", "since_id"].map((name) => query.get(name));
  const all = group.messages;
  const newest = (list: readonly FakeMessage[]) => list.slice(-limit).toReversed();
  const chosen = after
    ? all.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit)
    : newest(
        all.filter(({ id }) => (!before || BigInt(id) < BigInt(before)) && (!since || BigInt(id) > BigInt(since))),
      );
  if (chosen.length === 0) return { status: 304, isEmpty: true };
  return answered({ count: all.length, messages: chosen.map(messageView) });
}

function postMessage(request: Request): FakeAnswer {
  const { state, body } = request;
  const group = groupOf(request);
  if (!group) return { status: 404, isEmpty: true };
  const message = (body?.["message"] ?? {}) as { source_guid?: string; text?: string };
  if (
    !message.source_guid ||
    !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(message.source_guid)
  )
    return refusedWith(400, "source_guid must be a uuid");
  if (!message.text || message.text.length > 1000) return refusedWith(400, "text must have 1 to 1000 characters");
  if (group.isAnnouncement && !isAdmin(group, state)) return refusedWith(403, "only admins may post", 40300);
  const isSame = ({ source_guid, created_at }: FakeMessage) =>
    source_guid === message.source_guid && seconds(state) - created_at < SAME_MESSAGE_SECONDS;
  if (group.messages.some(isSame)) return refusedWith(409, "duplicate source_guid");
  const said = say(state, group, { text: message.text, source_guid: message.source_guid });
  return { status: 201, code: 20_100, response: { message: messageView(said) } };
}

function listPending(request: Request): FakeAnswer {
  const group = groupOf(request);
  if (!group) return NOT_FOUND;
  return answered(
    group.pending.map((one) => ({
      ...one,
      reason: {
        type: "join_reason/membership_join_reason",
        question: { type: "join_reason/questions/text", text: "Why do you want to join this group?" },
        answer: { type: "join_reason/answers/text", response: "Because it looks awesome!" },
        method: "discoverable",
      },
    })),
  );
}

function decide(request: Request): FakeAnswer {
  const { state, params, body } = request;
  const group = groupOf(request);
  if (!group) return NOT_FOUND;
  if (!isAdmin(group, state)) return { status: 401, code: 40_100, errors: ["Not authorized"] };
  if (typeof body?.["approval"] !== "boolean") return refusedWith(400, "approval must be true or false");
  const index = group.pending.findIndex(({ id }) => id === params[1]);
  const [asked] = index === -1 ? [] : group.pending.splice(index, 1);
  if (!asked) return NOT_FOUND;
  if (body["approval"]) group.members.push(makeMember(state, asked.user_id, asked.nickname));
  return answered({ membership_id: Number(asked.id), state: body["approval"] ? "active" : "denied" });
}

const eventView = (event: FakeEvent, group: FakeGroup) => ({
  ...event,
  conversation_id: group.id,
  going: [event.creator_id],
  not_going: [],
  maybe_going: null,
  going_count: -1,
  share_url: `https://groupme.com/join_event/${group.id}/${event.event_id}/XXXXXXXX`,
});

/** What is wrong with an event as it was sent; null when nothing is. */
function eventFault(body: Record<string, unknown> | null, isNew: boolean): string | null {
  const needed = isNew ? ["name", "start_at", "end_at", "timezone"] : ["start_at", "end_at", "timezone"];
  const missing = needed.find((field) => typeof body?.[field] !== "string" || body[field] === "");
  if (missing !== undefined) return `${missing} is required`;
  if (!isNew && typeof body?.["is_all_day"] !== "boolean") return "is_all_day is required";
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(String(body?.["start_at"])))
    return "start_at is not ISO 8601";
  const location = body?.["location"] as { name?: string; lat?: unknown } | undefined;
  if (location && !location.name) return "location.name is required";
  return location?.lat !== undefined && typeof location.lat !== "string" ? "location.lat must be a string" : null;
}

const tell = (state: FakeState, group: FakeGroup, kind: string, event: FakeEvent) =>
  say(state, group, {
    text: `${state.me.name} ${kind} event '${event.name}'`,
    user_id: "calendar",
    sender_type: "service",
    name: "GroupMe Calendar",
    attachments: [{ type: "event", event_id: event.event_id, view: "full" }],
  });

function createEvent(request: Request): FakeAnswer {
  const { state, body } = request;
  const group = groupOf(request);
  if (!group) return NOT_FOUND;
  const fault = eventFault(body, true);
  if (fault !== null) return refusedWith(400, fault);
  const event = {
    is_all_day: false,
    description: "",
    location: null,
    ...body,
    event_id: crypto.randomUUID().replaceAll("-", ""),
    creator_id: state.me.user_id,
  } as FakeEvent;
  group.events.push(event);
  const message = messageView(tell(state, group, "created", event));
  return { status: 201, code: 20_100, response: { event: eventView(event, group), share_token: "XXXXXXXX", message } };
}

function eventOf(request: Request): { group: FakeGroup; event: FakeEvent } | undefined {
  const group = groupOf(request);
  const event = group?.events.find(({ event_id }) => event_id === request.query.get("event_id"));
  return group && event && { group, event };
}

function listEvents(request: Request): FakeAnswer {
  const { query } = request;
  const group = groupOf(request);
  if (!group) return NOT_FOUND;
  const endAt = Date.parse(query.get("end_at") ?? "");
  if (Number.isNaN(endAt)) return refusedWith(400, "end_at is required");
  const last = query.get("last_event_id");
  const from = last === null ? 0 : group.events.findIndex(({ event_id }) => event_id === last) + 1;
  const limit = Number(query.get("limit") ?? 20);
  const events = group.events.slice(from).filter((event) => Date.parse(event.end_at) > endAt);
  return answered({ events: events.slice(0, limit).map((event) => eventView(event, group)) });
}

function updateEvent(request: Request): FakeAnswer {
  const found = eventOf(request);
  if (!found) return NOT_FOUND;
  const { group, event } = found;
  const { state, body } = request;
  if (event.creator_id !== state.me.user_id) return { status: 401, code: 40_100, errors: ["Not authorized"] };
  const fault = eventFault(body, false);
  if (fault !== null) return refusedWith(400, fault);
  Object.assign(event, body);
  tell(state, group, "updated", event);
  return answered({ event: eventView(event, group) });
}

function deleteEvent(request: Request): FakeAnswer {
  const found = eventOf(request);
  if (!found) return NOT_FOUND;
  const { group, event } = found;
  group.events.splice(group.events.indexOf(event), 1);
  tell(request.state, group, "canceled", event);
  return answered(null);
}

function listGroups({ state, query }: Request): FakeAnswer {
  const page = Number(query.get("page") ?? 1);
  const size = Math.min(Number(query.get("per_page") ?? 10), 100);
  const mine = [...state.groups.values()].filter(({ members }) =>
    members.some(({ user_id }) => user_id === state.me.user_id),
  );
  const isShort = query.get("omit") === "memberships";
  return answered(mine.slice((page - 1) * size, page * size).map((group) => groupView(group, !isShort)));
}

/** What the fake answers: all that the adapter asks for, and what is closed to those who are no app of GroupMe's. */
export const ROUTES: readonly Route[] = [
  ["GET", /^\/groups$/, listGroups],
  ["POST", /^\/groups$/, () => refusedWith(403, "X-verify-token is missing")],
  [
    "GET",
    /^\/groups\/(\w+)$/,
    (request) => {
      const group = groupOf(request);
      return group ? answered(groupView(group, request.query.get("include") === "members")) : NOT_FOUND;
    },
  ],
  ["GET", /^\/groups\/(\w+)\/messages$/, listMessages],
  ["POST", /^\/groups\/(\w+)\/messages$/, postMessage],
  ["GET", /^\/groups\/(\w+)\/pending_memberships$/, listPending],
  ["POST", /^\/groups\/(\w+)\/members\/(\w+)\/approval$/, decide],
  ["POST", /^\/groups\/(\w+)\/members\/add$/, () => refusedWith(403, "X-verify-token is missing")],
  ["GET", /^\/conversations\/(\w+)\/events\/list$/, listEvents],
  [
    "GET",
    /^\/conversations\/(\w+)\/events\/show$/,
    (request) => {
      const found = eventOf(request);
      return found ? answered({ event: eventView(found.event, found.group) }) : NOT_FOUND;
    },
  ],
  ["POST", /^\/conversations\/(\w+)\/events\/create$/, createEvent],
  ["POST", /^\/conversations\/(\w+)\/events\/update$/, updateEvent],
  ["DELETE", /^\/conversations\/(\w+)\/events\/delete$/, deleteEvent],
];
