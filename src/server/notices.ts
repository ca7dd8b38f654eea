import { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";

const RETRY_MS = 500;
// A line that was cut in silence tells nobody; so it is asked whether it still stands.
const ASK_MS = 5_000;
const PATIENCE_MS = 5_000;

/** What the database announces, by any hand and to every process. The payload says which one. */
export type NoticeHandlers = {
  /** 'event:ID' or 'event:*': an event changed. */
  readonly content_changed: (tag: string) => void;
  /** The id of a chat that has a new message. */
  readonly chat_message: (chatId: string) => void;
  /** The id of an event whose poll changed. */
  readonly poll_changed: (eventId: string) => void;
  /** The `sub` of an account whose groups, link or sessions changed. */
  readonly account_changed: (sub: string) => void;
  /** A mail waits in the outbox. */
  readonly mail_waiting: () => void;
  /** Somebody decided who may join a chat. */
  readonly join_decision: () => void;
};

/**
 * Hears what the database announces. While the connection is away nothing is heard, which `onHearing` tells: whoever
 * relies on being told must then do without. Returns a function that ends it.
 */
export function hearNotices(
  connectionString: string,
  handlers: NoticeHandlers,
  onHearing: (isHearing: boolean) => void,
  log: Logger,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;

  function again(error: Error): void {
    onHearing(false);
    clearTimeout(asking);
    client = undefined;
    if (isOver) return;
    log.warn({ error: error.message }, "changes are not heard of; nothing that relies on them is kept until they are");
    clearTimeout(retry);
    retry = setTimeout(start, RETRY_MS);
  }

  /** Asks the line now and then whether it still stands; ends it when it does not answer. */
  function ask(line: pg.Client, socket: Socket): void {
    if (client !== line || isOver) return;
    asking = setTimeout(() => {
      asking = setTimeout(() => socket.destroy(new Error("no answer")), PATIENCE_MS);
      line
        .query("select 1")
        .then(() => clearTimeout(asking))
        .then(() => ask(line, socket))
        // Its end is told of as well.
        .catch(() => undefined);
    }, ASK_MS);
  }

  function start(): void {
    const socket = new Socket();
    const fresh = new pg.Client({
      connectionString,
      application_name: "sandbar changes",
      connectionTimeoutMillis: PATIENCE_MS,
      stream: () => socket,
    });
    client = fresh;
    // An error and the end may both be told of one connection: only the first counts.
    const lost = (error: Error) => {
      if (client !== fresh) return;
      socket.destroy();
      again(error);
    };
    fresh.on("error", lost);
    fresh.on("end", () => lost(new Error("the connection ended")));
    fresh.on("notification", ({ channel, payload = "" }) => {
      if (channel in handlers) handlers[channel as keyof NoticeHandlers](payload);
    });
    fresh
      .connect()
      .then(() =>
        fresh.query(
          Object.keys(handlers)
            .map((channel) => `listen ${channel}`)
            .join(";"),
        ),
      )
      .then(() => {
        ask(fresh, socket);
        onHearing(true);
      })
      .catch(lost);
  }

  start();
  return async () => {
    isOver = true;
    clearTimeout(retry);
    clearTimeout(asking);
    await client?.end().catch(() => undefined);
  };
}
