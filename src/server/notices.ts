import { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "pino";

const RETRY_MS = 500;
// A connection that was dropped silently raises no error, so it is pinged.
const ASK_MS = 5_000;
const PATIENCE_MS = 5_000;

/** The NOTIFY channels. The payload identifies the row. */
export type NoticeHandlers = {
  /** 'event:ID' or 'event:*': an event changed. */
  readonly content_changed: (tag: string) => void;
  /** The id of a chat that has a new message. */
  readonly chat_message: (chatId: string) => void;
  /** The id of an event whose poll changed. */
  readonly poll_changed: (eventId: string) => void;
  /** The `sub` of an account whose groups, person or sessions changed. */
  readonly account_changed: (sub: string) => void;
  /** The signing keys changed. */
  readonly identity_keys_changed: () => void;
  /** A mail is due. */
  readonly mail_waiting: () => void;
  /** The eligibility for a chat changed. */
  readonly join_decision: () => void;
};

/** Pings the LISTEN connection and destroys it if it does not respond. Returns a function that stops the pings. */
function keepAsking(line: pg.Client, socket: Socket): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ask = (): void => {
    timer = setTimeout(() => socket.destroy(new Error("no answer")), PATIENCE_MS);
    // The connection's end handler reports it.
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
 * Listens for database notifications. Calls `onHearing` with false while disconnected: caches that rely on
 * notifications must be bypassed. Returns a function that stops.
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
    // Both `error` and `end` may fire; only the first counts.
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
