import type { JoinRequest, JoinSubmission } from "#src/features/join/schema.ts";
import { nextPaint } from "#src/ui/after-paint.ts";
import { type Outcome, outcomeOf } from "#src/ui/post-form.ts";

const JOIN_CALL = "/api/join";

// Each request contains the previous one, so the previous one is aborted. Otherwise drafts on a bad connection would
// occupy the few connections that a browser opens per site, and a submission that was corrected could arrive last.
let underWay: AbortController | undefined;

function post(body: JoinRequest): Promise<Response> {
  underWay?.abort();
  underWay = new AbortController();
  return fetch(JOIN_CALL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // `keepalive` lets the submission survive closing the tab. Drafts go without: an aborted keepalive request holds
    // its connection for half a minute.
    signal: underWay.signal,
    keepalive: body.complete,
  });
}

/** Sends the answers so far. The wizard continues whether or not they arrive. */
export function postDraft(draft: JoinRequest): void {
  void nextPaint().then(() => post(draft).catch(() => undefined));
}

/** Sends the complete submission. Never rejects. */
export function postSubmission(submission: JoinSubmission): Promise<Outcome> {
  return outcomeOf(post(submission));
}

// Loaded separately, so that the schema's weight is fetched near the last step and not with the first screen.
function loadSchema() {
  return import("#src/features/join/schema.ts");
}

/** Prefetches the code of the final check. */
export function prepareSubmission(): void {
  loadSchema().catch(() => undefined);
}

/** Validates a submission: field → message; empty if it is valid. */
export async function findFaults(submission: JoinSubmission): Promise<Readonly<Record<string, string>>> {
  const schema = await loadSchema().catch(() => null);
  // The code could not be loaded (offline, or a new release): the server runs the same check.
  const parsed = schema?.joinSubmissionSchema.safeParse(submission);
  if (!parsed || parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}
