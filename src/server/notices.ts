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
  /** The keys that sign id tokens were changed. */
  readonly identity_keys_changed: () => void;
  /** A mail waits in the outbox. */
  readonly mail_waiting: () => void;
  /** Somebody decided who may join a chat. */
  readonly join_decision: () => void;
};

/** Asks a line now and then whether it still stands, and ends it when it does not answer. Returns how to stop that. */
function keepAsking(line: pg.Client, socket: Socket): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ask = (): void => {
    timer = setTimeout(() => socket.destroy(new Error("no answer")), PATIENCE_MS);
    // Of its end another is told.
    line.query("select 1").then(wait, () => clearTimeout(timer));
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(ask, ASK_MS);
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function makeLine(connectionString: string): { readonly line: pg.Client; readonly socket: Socket } {
  const socket = new Socket();
  const line = new pg.Client({
    connectionString,
    application_name: "sandbar changes",
    connectionTimeoutMillis: PATIENCE_MS,
    stream: () => socket,
  });
  return { line, socket };
}

/**
 * Hears what the database announces. While the connection is away nothing is heard, which `onHearing` tells: whoever
 * relies on being told must then do without. Returns a function that ends it.
 */
export function hearNotices(
  connectionString: string,
  handlers: Partial<NoticeHandlers>,
  onHearing: (isHearing: boolean) => void,
  log: Logger,
): () => Promise<void> {
  const listen = Object.keys(handlers)
    .map((channel) => `listen ${channel}`)
    .join(";");
  let current: pg.Client | undefined;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  let stopAsking = (): void => undefined;

  function again(error: Error): void {
    onHearing(false);
    stopAsking();
    current = undefined;
    if (isOver) return;
    log.warn({ error: error.message }, "changes are not heard of; nothing that relies on them is kept until they are");
    clearTimeout(retry);
    retry = setTimeout(start, RETRY_MS);
  }

  async function begin(line: pg.Client, socket: Socket): Promise<void> {
    await line.connect();
    await line.query(listen);
    stopAsking = keepAsking(line, socket);
    onHearing(true);
  }

  function start(): void {
    const { line, socket } = makeLine(connectionString);
    current = line;
    // An error and the end may both be told of one connection: only the first counts.
    const lost = (error: Error) => {
      if (current !== line) return;
      socket.destroy();
      again(error);
    };
    line.on("error", lost);
    line.on("end", () => lost(new Error("the connection ended")));
    line.on("notification", ({ channel, payload = "" }) => {
      handlers[channel as keyof NoticeHandlers]?.(payload);
    });
    begin(line, socket).catch(lost);
  }

  start();
  return async () => {
    isOver = true;
    clearTimeout(retry);
    stopAsking();
    await current?.end().catch(() => undefined);
  };
}
