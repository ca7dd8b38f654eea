import type { JoinRequest, JoinSubmission } from "#src/features/join/schema.ts";
import { type Outcome, outcomeOf } from "#src/ui/post-form.ts";

const JOIN_CALL = "/api/join";

// Each post says all that the one before it said, so that one is given up. Left to hang on a bad line, early
// submissions would take the few connections that a browser has for a site, and the final one would wait for ever.
let draftUnderWay: AbortController | undefined;

function post(body: JoinRequest): Promise<Response> {
  draftUnderWay?.abort();
  draftUnderWay = body.complete ? undefined : new AbortController();
  return fetch(JOIN_CALL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // The final one arrives also when the tab is closed right after. Not so a draft: a request that is kept alive
    // holds its connection for half a minute even when it is given up.
    ...(draftUnderWay ? { signal: draftUnderWay.signal } : { keepalive: true }),
  });
}

/** Sends what is there so far. Whether it arrives or not, the wizard goes on. */
export function postDraft(draft: JoinRequest): void {
  post(draft).catch(() => undefined);
}

/** Sends the whole of it. Never rejects. */
export function postSubmission(submission: JoinSubmission): Promise<Outcome> {
  return outcomeOf(post(submission));
}

// Apart, so that the schema's weight comes when the last step is near, not with the first screen.
function loadSchema() {
  return import("#src/features/join/schema.ts");
}

/** Fetches ahead what the final check needs. */
export function prepareSubmission(): void {
  loadSchema().catch(() => undefined);
}

/** What the schema says of a submission: field → words; empty when it is fine. */
export async function findFaults(submission: JoinSubmission): Promise<Readonly<Record<string, string>>> {
  const schema = await loadSchema().catch(() => null);
  // Its code cannot be had just now (offline, or a new release): the server checks the same.
  const parsed = schema?.joinSubmissionSchema.safeParse(submission);
  if (!parsed || parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
}
