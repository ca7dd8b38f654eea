import { EVENT_CREATION_FAILED, EVENT_NOT_CREATED } from "#src/features/events/create/messages.ts";
import type { CreatedEvent, EventPayload } from "#src/features/events/create/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { unreachable, statusMessage } from "#src/features/identity/messages.ts";

type Fields = Readonly<Record<string, string>>;

/** The result of sending. `detail` explains a generic failure message. */
export type Outcome =
  | { readonly ok: true; readonly socialEventId: string; readonly held: boolean; readonly count: number }
  | { readonly ok: false; readonly message: string; readonly detail?: string; readonly fields: Fields };

// A separate chunk, loaded when the form is sent rather than with the page.
function loadSchema() {
  return import("#src/features/events/create/schema.ts");
}

/** The schema's errors for a payload, by field; empty if it is valid. */
export async function findFaults(payload: EventPayload): Promise<Fields> {
  const schema = await loadSchema().catch(() => null);
  // If the chunk cannot be loaded (offline, or a new release), the server does the same checks.
  const parsed = schema?.newEventSchema.safeParse(payload);
  if (!parsed || parsed.success) return {};
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) faults[path.join(".")] ??= message;
  return faults;
}

function logFailure(cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for it in the browser's log
  console.warn(EVENT_CREATION_FAILED, cause);
}

/** Sends the event. Never rejects. */
export async function sendEvent(payload: EventPayload): Promise<Outcome> {
  const answer = await memberFetch<Partial<CreatedEvent> | undefined>("/api/social-events", {
    method: "POST",
    body: payload,
  });
  if (answer.ok) {
    const socialEventId = answer.value?.dbVal?.socialEventId;
    const { held = false, occurrences = [] } = answer.value ?? {};
    if (typeof socialEventId === "string") return { ok: true, socialEventId, held, count: occurrences.length };
    logFailure(answer.value);
    return { ok: false, message: EVENT_NOT_CREATED, fields: {} };
  }
  logFailure(answer.status);
  const { status, message, fields = {} } = answer;
  if (status === 0) return { ok: false, message: EVENT_NOT_CREATED, detail: unreachable(), fields };
  return { ok: false, message: message === statusMessage(status) ? EVENT_NOT_CREATED : message, fields };
}
