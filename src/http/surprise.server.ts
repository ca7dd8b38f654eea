import { databaseCode } from "#src/db/retrying.server.ts";
import { OutsideAway } from "#src/shared/outside.ts";

const LOST = "Something went wrong on our side. No partial changes were saved. Please try again.";
const DATABASE_AWAY = "The site cannot reach its database right now. Nothing was lost. Please try again in a minute.";

const JUST_GONE = "Something that this needs was deleted just now. Nothing was changed. Please reload the page.";
// foreign_key_violation: a referenced row is gone.
const GONE = "23503";

// Error codes of PostgreSQL and its driver for a database that is down, full or out of connections.
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  // Read-only: a standby, or a leader being replaced.
  "25006",
  "57P01",
  "57P02",
  "57P03",
  "53100",
  "53300",
  "08006",
  "08001",
  // No standby confirmed a commit.
  "08007",
]);

function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && AWAY.has(String(cause.code))) return true;
    if (
      /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|connection timeout/i.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}

/** Whether a statement timed out, such as waiting for a lock held by a commit that waits for a standby. */
const isGivenUp = (error: unknown): boolean => databaseCode(error) === "57014";

/** Whether the request refers to a row deleted meanwhile, such as an account deleted in another tab. */
const isJustGone = (error: unknown): boolean => databaseCode(error) === GONE;

/** The generic message for an unexpected error; it reveals no details. */
export type Surprise = {
  readonly code: "unavailable" | "conflict" | "internal";
  readonly message: string;
  readonly status: 503 | 409 | 500;
  readonly retryAfterSeconds?: number;
};

export function describeSurprise(error: unknown): Surprise {
  if (error instanceof OutsideAway) {
    const { calm, retryAfterSeconds } = error;
    return { code: "unavailable", message: calm, status: 503, retryAfterSeconds };
  }
  if (isJustGone(error)) return { code: "conflict", message: JUST_GONE, status: 409 };
  return isDatabaseAway(error) || isGivenUp(error)
    ? { code: "unavailable", message: DATABASE_AWAY, status: 503, retryAfterSeconds: 30 }
    : { code: "internal", message: LOST, status: 500 };
}

/** A failed statement's message lists its parameters, which may be personal; logs hold no personal data. */
function withoutValues(words: string): string {
  return words.replace(/^params: [\s\S]*?(?=\n {4}at |$(?![\s\S]))/m, "params: …");
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/**
 * The log entry of an unexpected error, with stack and causes. During an outage, one line per request without a stack.
 */
export function surpriseForLog(error: unknown): { error: string; cause?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  if (isDatabaseAway(error)) return { error: `the database is away: ${innermost(error).message.split("\n")[0]}` };
  return {
    error: withoutValues(error.stack ?? error.message),
    ...(error.cause !== undefined && { cause: error.cause instanceof Error ? String(error.cause) : "" }),
  };
}
