/** Outcome of a submission; `error` is the response body or the network error, for the details view. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

// The message when the response did not come from our server.
const NETWORK_ERROR = "network_error";
const UNEXPECTED_ANSWER = "unexpected_answer";

function saysError(answer: unknown): answer is { error: unknown } {
  return typeof answer === "object" && answer !== null && "error" in answer && Boolean(answer.error);
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    // Not from our server, such as a captive portal.
    return { error: UNEXPECTED_ANSWER, message: `The answer (status ${response.status}) could not be read.` };
  }
}

/** Reads the outcome of a request. Never rejects. */
export async function outcomeOf(request: Promise<Response>): Promise<Outcome> {
  try {
    const response = await request;
    const answer = await readAnswer(response);
    if (response.ok && !saysError(answer)) return { ok: true };
    return { ok: false, error: saysError(answer) ? answer : { error: `status_${response.status}`, answer } };
  } catch (error) {
    return {
      ok: false,
      error: { error: NETWORK_ERROR, message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** Submits a form as JSON. Never rejects; survives closing the tab (keepalive). */
export function postForm(path: string, body: unknown): Promise<Outcome> {
  return outcomeOf(
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    }),
  );
}

/** The server's error message, if our server responded. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!saysError(error) || error.error === NETWORK_ERROR || error.error === UNEXPECTED_ANSWER) return otherwise;
  return "message" in error && typeof error.message === "string" && error.message !== "" ? error.message : otherwise;
}
