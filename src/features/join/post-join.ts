import type { JoinRequest, JoinSubmission } from "#src/features/join/schema.ts";

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

/** How a final submission ended; `error` is what the server (or the network) said, for whoever wants to see it. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

function saysError(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "error" in answer && Boolean(answer.error);
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    // Not our server: the sign-in page of a hotel's network, say.
    return { error: "unexpected_answer", message: `The answer (status ${response.status}) could not be read.` };
  }
}

/** Sends the whole of it. Never rejects. */
export async function postSubmission(submission: JoinSubmission): Promise<Outcome> {
  try {
    const response = await post(submission);
    const answer = await readAnswer(response);
    if (response.ok && !saysError(answer)) return { ok: true };
    return { ok: false, error: saysError(answer) ? answer : { error: `status_${response.status}`, answer } };
  } catch (error) {
    return {
      ok: false,
      error: { error: "network_error", message: error instanceof Error ? error.message : String(error) },
    };
  }
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
