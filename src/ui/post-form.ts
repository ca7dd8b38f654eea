/** Outcome of a submission; `error` is the response body or the network error, for the details view. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

// What is said when it was not our server that spoke.
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
    // Not our server: the sign-in page of a hotel's network, say.
    return { error: UNEXPECTED_ANSWER, message: `The answer (status ${response.status}) could not be read.` };
  }
}

/** What came of a request. Never rejects. */
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

/** Sends a form as JSON. Never rejects; arrives also when the tab is closed right after. */
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

/** The sentence of the server, if it was our server that spoke. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!saysError(error) || error.error === NETWORK_ERROR || error.error === UNEXPECTED_ANSWER) return otherwise;
  return "message" in error && typeof error.message === "string" && error.message !== "" ? error.message : otherwise;
}
