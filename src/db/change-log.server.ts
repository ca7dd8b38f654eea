import { Socket } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import { makeClient } from "#src/db/client.server.ts";
import type { DatabaseEvents, Transaction } from "#src/db/connect.server.ts";
import { changeLog } from "#src/db/tables/change-log.ts";

const RETRY_MS = 500;
/** Poll interval for changes of other processes. Changes of this process are read right after their commit. */
const POLL_MS = 40;
/** Minimum time between two reads, so that a burst of commits shares one. */
const REST_MS = 5;
// A connection that was dropped silently raises no error.
const PATIENCE_MS = 5_000;
const KEPT_SECONDS = 60;
/** A reader that paused for longer may have missed deleted rows, and reconnects. */
const GAP_SECONDS = 30;

/** The topics of the change log. The subject identifies the row. */
export type ChangeHandlers = {
  /** 'event:ID' or 'event:*': an event changed. */
  readonly content_changed: (tag: string) => void;
  /** The id of a chat that has a new message. */
  readonly chat_message: (chatId: string) => void;
  /** The id of a chat whose messages changed. */
  readonly chat_changed: (chatId: string) => void;
  /** The id of an event whose poll changed. */
  readonly poll_changed: (eventId: string) => void;
  /** The id of an event whose door list changed. */
  readonly attendance_changed: (eventId: string) => void;
  /** The id of an event whose court board changed. */
  readonly courts_changed: (eventId: string) => void;
  /** The `sub` of an account whose groups, person or sessions changed. */
  readonly account_changed: (sub: string) => void;
  readonly identity_keys_changed: () => void;
  readonly settings_changed: () => void;
  /** A mail is due. */
  readonly mail_waiting: () => void;
  /** The eligibility for a chat changed. */
  readonly join_decision: () => void;
};

/** Announces a change to every process once the transaction commits, where no trigger does. */
export async function logChange(tx: Transaction, topic: keyof ChangeHandlers, subject: string): Promise<void> {
  await tx.insert(changeLog).values({ topic, subject });
}

/** Announces that a person's permissions changed, so that their open pages reload them. */
export async function logPersonChange(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(
    sql`insert into change_log (topic, subject) select 'account_changed', sub from accounts where user_id = ${userId}`,
  );
}

export type ChangeReader = {
  /** Whether changes are being read. */
  isHearing(): boolean;
  stop(): Promise<void>;
};

type Read = {
  /** Cursor for the next read. */
  readonly snapshot: string;
  /** Reveals a switch of servers behind a proxy. */
  readonly server: string;
  readonly seconds: number;
  readonly changes: readonly (readonly [topic: keyof ChangeHandlers, subject: string])[] | null;
};

// Compares snapshots, not serial numbers: a transaction that began earlier may commit later.
const READ = `select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
  extract(epoch from clock_timestamp())::float8 as seconds,
  (select json_agg(distinct jsonb_build_array(topic, subject)) from change_log
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)) as changes`;
/** Deletes rows of transactions that ended before this snapshot. Every reader has seen them by now. */
const DELETE_OLD = "delete from change_log where xid < pg_snapshot_xmin($1::pg_snapshot)";
/** Deletes rows restored from another server's backup, which would count as new forever. */
const DELETE_FOREIGN = "delete from change_log where xid >= pg_snapshot_xmax(pg_current_snapshot())";

function makeLine(connectionString: string): { readonly line: pg.Client; readonly socket: Socket } {
  const socket = new Socket();
  const line = makeClient({
    connectionString,
    // Not "sandbar changes": to a connection of this name the triggers still send NOTIFY (decision 0053).
    application_name: "sandbar change log",
    connectionTimeoutMillis: PATIENCE_MS,
    stream: () => socket,
  });
  return { line, socket };
}

type Following = {
  readonly pause: () => Promise<void>;
  readonly hear: (changes: Read["changes"]) => void;
  /** The server did not answer in time. */
  readonly silent: () => void;
  readonly keptSeconds: number;
};

/** Follows the log over one connection, from now on. Rejects when the connection fails or a gap was too long. */
async function follow(line: pg.Client, { pause, hear, silent, keptSeconds }: Following): Promise<never> {
  const ask = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> => {
    let unread: NodeJS.Immediate | undefined;
    // setImmediate runs after pending socket reads: the reply may have arrived while this process was stalled.
    const patience = setTimeout(() => (unread = setImmediate(silent)), PATIENCE_MS);
    try {
      return (await line.query<R>(text, [...values])).rows;
    } finally {
      clearTimeout(patience);
      clearImmediate(unread);
    }
  };
  const read = async (cursor: string | null): Promise<Read> => (await ask<Read>(READ, [cursor]))[0] as Read;
  await line.connect().catch((error: Error) => {
    // The driver's message for a connection timeout.
    if (error.message === "timeout expired") silent();
    throw error;
  });
  await ask(DELETE_FOREIGN);
  let last = await read(null);
  let kept = last;
  for (;;) {
    hear(last.changes);
    await pause();
    const next = await read(last.snapshot);
    if (next.server !== last.server || next.seconds - last.seconds > GAP_SECONDS)
      throw new Error("the database was another, or was not asked for too long");
    if (next.seconds - kept.seconds >= keptSeconds) {
      await ask(DELETE_OLD, [kept.snapshot]);
      kept = next;
    }
    last = next;
  }
}

/** Pauses between reads. A commit of this process ends the pause early. */
function pauses(events: DatabaseEvents): { pause: () => Promise<void>; stop: () => void } {
  let hasCommitted = false;
  let end: (() => void) | undefined;
  let stopped = false;
  const wake = () => {
    hasCommitted = true;
    end?.();
  };
  events.on("commit", wake);
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    async pause() {
      // The next read also covers commits during this rest.
      await wait(REST_MS);
      if (!hasCommitted && !stopped) await wait(POLL_MS - REST_MS);
      hasCommitted = false;
    },
    stop() {
      stopped = true;
      events.off("commit", wake);
      end?.();
    },
  };
}

type Options = {
  readonly connectionString: string;
  readonly events: DatabaseEvents;
  readonly log: Logger;
  /** How long rows are kept. Overridden in tests. */
  readonly keptSeconds?: number;
};

/**
 * Follows the change log and calls the handlers of what changed, soon after each commit. Calls `onHearing` with false
 * while the log cannot be read: caches that rely on it must be bypassed. No NOTIFY: it would make every commit of the
 * database wait for the one before (decision 0053).
 */
export function followChanges(
  { connectionString, events, log, keptSeconds = KEPT_SECONDS }: Options,
  handlers: Partial<ChangeHandlers>,
  onHearing: (isHearing: boolean) => void,
): ChangeReader {
  const { pause, stop } = pauses(events);
  let current: pg.Client | undefined;
  let isHearing = false;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;

  function setHearing(now: boolean): void {
    isHearing = now;
    onHearing(now);
  }

  function hear(changes: Read["changes"]): void {
    if (isOver) return;
    if (!isHearing) setHearing(true);
    for (const [topic, subject] of changes ?? []) handlers[topic]?.(subject);
  }

  function start(): void {
    const made = makeLine(connectionString);
    current = made.line;
    // Both `error` and `end` may fire; only the first counts.
    const lost = (error: Error) => {
      if (current !== made.line) return;
      current = undefined;
      made.socket.destroy();
      setHearing(false);
      if (isOver) return;
      log.warn(
        { error: error.message },
        "changes are not heard of; nothing that relies on them is kept until they are",
      );
      retry = setTimeout(start, RETRY_MS);
    };
    made.line.on("error", lost);
    made.line.on("end", () => lost(new Error("the connection ended")));
    const silent = () => {
      made.socket.destroy(new Error("no answer"));
      // The pool's connections lead to the same server.
      events.emit("silent", PATIENCE_MS);
    };
    follow(made.line, { pause, hear, silent, keptSeconds }).catch(lost);
  }

  start();
  return {
    isHearing: () => isHearing,
    async stop() {
      isOver = true;
      clearTimeout(retry);
      stop();
      await current?.end().catch(() => undefined);
    },
  };
}
