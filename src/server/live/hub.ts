import type { ServerResponse } from "node:http";
import type { App } from "#src/context/app.ts";
import { getLastSeq } from "#src/features/chats/queries.server.ts";
import { openThread, stillInThread } from "#src/features/chats/queries/threads.server.ts";
import { isThread, threadIdOf } from "#src/features/chats/rules.ts";
import { findFollowedEvent, mayFollowBoard } from "#src/features/events/courts/queries.server.ts";
import { mayKeepDoor } from "#src/features/events/door/queries.server.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { readEventNews } from "#src/features/events/queries.server.ts";
import { requireReader } from "#src/http/admission.server.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import { hasSamePermissions, signedInOf, type Viewer } from "#src/policy/viewer.ts";
import { ChatTopic } from "#src/server/live/chat-topic.ts";
import { EventTopic } from "#src/server/live/event-topic.ts";
import { HEARTBEAT } from "#src/server/live/frames.ts";
import { LiveStream } from "#src/server/live/live-stream.ts";
import { type Access, SignalTopic } from "#src/server/live/signal-topic.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const HEARTBEAT_MS = 20_000;

/** Open streams per person and process: a few tabs on a few devices. */
const MOST_A_PERSON = 10;
/** Visitors are counted by IP address, which a household or café shares. */
const MOST_AN_ADDRESS = 30;

const TOO_MANY = "You have this site open in many places already. Please close some of them.";
const STOPPING = "The site is restarting. Please try again in a moment.";

/** The stream's owner and address. */
export type LiveVisit = {
  readonly viewer: Viewer;
  readonly address: string;
  readonly outgoing: ServerResponse | undefined;
  /** Re-reads the viewer of the same token; fails once the token is no longer valid. */
  readonly askAgain: () => Promise<Result<Viewer>>;
};

type Line = {
  readonly stream: LiveStream;
  readonly who: string;
  readonly sub: string | null;
  readonly topicId: string;
  readonly visit: LiveVisit;
};

/** Groups streams whose readers have the same permissions. */
const keyOf = ({ viewer, address }: LiveVisit): string => {
  const account = signedInOf(viewer);
  return account ? `person ${account.sub}` : `address ${address}`;
};

/** The live subscriptions of one process. Every process reads the change log. */
export class LiveHub {
  readonly #app: App;
  readonly #lines = new Set<Line>();
  readonly #chats = new Map<string, ChatTopic>();
  readonly #events = new Map<string, EventTopic>();
  readonly #doors = new Map<string, SignalTopic>();
  readonly #courts = new Map<string, SignalTopic>();
  readonly #heartbeat: NodeJS.Timeout;
  #heardOfEvents = 0;
  #wasDeaf = false;
  #isStopped = false;

  constructor(app: App) {
    this.#app = app;
    this.#heartbeat = setInterval(() => {
      for (const { stream } of this.#lines) stream.write(HEARTBEAT);
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Streams a chat's messages from now on, or after `since`. */
  async openChat(visit: LiveVisit, chatId: string, since: number | undefined): Promise<Result<LiveStream>> {
    const reader = requireReader(visit.viewer, this.#app);
    if (!reader.ok) return reader;
    const lastSeq = await getLastSeq(this.#app, reader.value, chatId);
    if (!lastSeq.ok) return lastSeq;
    return this.#open(visit, this.#chats, chatId, {
      make: () => new ChatTopic(this.#app, chatId, lastSeq.value),
      join: (topic, stream) => topic.join(stream, since, lastSeq.value),
    });
  }

  /** Streams the messages of an event's thread from now on, or after `since`, for as long as the reader may read it. */
  async openThread(visit: LiveVisit, eventId: string, since: number | undefined): Promise<Result<LiveStream>> {
    const thread = await openThread(this.#app, visit.viewer, eventId);
    if (!thread.ok) return thread;
    const { chatId, lastSeq } = thread.value;
    return this.#open(visit, this.#chats, chatId, {
      make: () => new ChatTopic(this.#app, chatId, lastSeq, () => this.#siftThread(eventId)),
      join: (topic, stream) => topic.join(stream, since, lastSeq),
    });
  }

  async #siftThread(eventId: string): Promise<void> {
    const lines = [...this.#lines].filter(({ topicId }) => topicId === threadIdOf(eventId));
    const viewers = lines.map(({ visit }) => visit.viewer);
    const still = await stillInThread(this.#app, eventId, viewers);
    for (const { stream, visit } of lines) if (!still.has(visit.viewer)) stream.end({ atOnce: true });
  }

  /** Streams an event's counts whenever the event or its poll changes. */
  async openEvent(visit: LiveVisit, eventId: string): Promise<Result<LiveStream>> {
    const heard = this.#heardOfEvents;
    const news = await readEventNews(this.#app, eventId);
    if (!news || !canSeeEvent(visit.viewer, news.facts)) return fail("not_found", EVENT_NOT_FOUND);
    return this.#open(visit, this.#events, eventId, {
      make: () => new EventTopic(this.#app, eventId),
      join: (topic, stream) => {
        topic.join(stream, visit.viewer, news);
        // It may have changed during the read.
        if (heard !== this.#heardOfEvents) topic.hear();
      },
    });
  }

  /** Streams a signal when an event's door list changes, to the people who work the door. */
  async openDoor(visit: LiveVisit, eventId: string): Promise<Result<LiveStream>> {
    const ask = () => mayKeepDoor(this.#app, visit.viewer, eventId);
    const keeper = await ask();
    if (!keeper.ok) return keeper;
    return this.#openSignal(visit, this.#doors, eventId, { key: keyOf(visit), ask });
  }

  /** Streams a signal when a court board changes, to people who may see it or who have the host's link. */
  async openCourts(visit: LiveVisit, asked: { eventId: string } | { token: string }): Promise<Result<LiveStream>> {
    const ask = () =>
      "token" in asked
        ? findFollowedEvent(this.#app, asked.token)
        : mayFollowBoard(this.#app, visit.viewer, asked.eventId);
    const event = await ask();
    if (!event.ok) return event;
    const key = "token" in asked ? `link ${asked.token}` : keyOf(visit);
    return this.#openSignal(visit, this.#courts, event.value.id, { key, ask });
  }

  #openSignal(visit: LiveVisit, topics: Map<string, SignalTopic>, id: string, access: Access): Result<LiveStream> {
    return this.#open(visit, topics, id, {
      make: () => new SignalTopic(this.#app),
      join: (topic, stream) => topic.join(stream, access),
    });
  }

  #open<T extends ChatTopic | EventTopic | SignalTopic>(
    visit: LiveVisit,
    topics: Map<string, T>,
    id: string,
    { make, join }: { make: () => T; join: (topic: T, stream: LiveStream) => void },
  ): Result<LiveStream> {
    if (this.#isStopped) return fail("unavailable", STOPPING, { retryAfterSeconds: 2 });
    const account = signedInOf(visit.viewer);
    const who = keyOf(visit);
    const most = (account ? MOST_A_PERSON : MOST_AN_ADDRESS) * this.#app.config.rateLimitFactor;
    const theirs = this.#lines.values().filter((line) => line.who === who);
    if ([...theirs].length >= most) return fail("rate_limited", TOO_MANY, { retryAfterSeconds: 60 });

    const topic = topics.get(id) ?? make();
    topics.set(id, topic);
    const expiry = account ? this.#endAt(account.until, () => stream.end()) : undefined;
    const stream = new LiveStream(visit.outgoing, () => {
      clearTimeout(expiry);
      this.#lines.delete(line);
      topic.leave(stream);
      if (topic.isEmpty && topics.get(id) === topic) topics.delete(id);
    });
    const line: Line = { stream, who, sub: account?.sub ?? null, topicId: id, visit };
    this.#lines.add(line);
    join(topic, stream);
    return ok(stream);
  }

  #endAt(moment: Date, end: () => void): NodeJS.Timeout {
    return setTimeout(end, Math.max(0, moment.getTime() - this.#app.clock.now().getTime())).unref();
  }

  /** The number of open streams. */
  get readers(): number {
    return this.#lines.size;
  }

  /** A chat has a new message. */
  hearChat(chatId: string): void {
    this.#chats.get(chatId)?.hear();
  }

  /** Messages of a chat changed. */
  hearChatChange(chatId: string): void {
    this.#chats.get(chatId)?.reload();
  }

  /** An event or its poll changed; `*` is every event. */
  hearEvent(eventId: string): void {
    this.#heardOfEvents += 1;
    if (eventId === "*") {
      for (const topic of [...this.#events.values(), ...this.#doors.values()]) topic.hear();
      for (const [chatId, topic] of this.#chats) if (isThread(chatId)) topic.hear();
      return;
    }
    this.#events.get(eventId)?.hear();
    // Losing a place may end a greeter's access to the door and the thread.
    this.#doors.get(eventId)?.hear();
    this.#chats.get(threadIdOf(eventId))?.hear();
  }

  /** A person was marked at the door of an event, or its greeters changed. */
  hearDoor(eventId: string): void {
    this.#doors.get(eventId)?.hear();
  }

  /** The court board of an event changed. */
  hearCourts(eventId: string): void {
    this.#courts.get(eventId)?.hear();
  }

  /** An account changed: closes its streams. Clients that still have access reconnect. */
  hearAccount(sub: string): void {
    for (const line of this.#lines) if (line.sub === sub) line.stream.end({ atOnce: true });
  }

  /** Called when the change log connects or disconnects. After a gap, every reader gets what it missed. */
  setHearing(isHearing: boolean): void {
    if (isHearing && this.#wasDeaf) void this.#afterDeafness();
    this.#wasDeaf = !isHearing;
  }

  async #afterDeafness(): Promise<void> {
    for (const { stream, sub, visit } of this.#lines) {
      if (sub === null || stream.isOver) continue;
      const now = await visit.askAgain().catch(() => null);
      if (!now?.ok || !hasSamePermissions(visit.viewer, now.value)) stream.end({ atOnce: true });
    }
    for (const topic of [
      ...this.#chats.values(),
      ...this.#events.values(),
      ...this.#doors.values(),
      ...this.#courts.values(),
    ])
      topic.hear();
  }

  /** Closes every stream and opens no more. Clients reconnect to another process. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    for (const { stream } of this.#lines) stream.end({ atOnce: true });
  }
}
