import type { App } from "#src/context/app.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import { FORM_RECEIVED, FORM_REFUSED, WAITING_FORM_RECEIVED } from "#src/features/forms/messages.ts";
import { isForWaiting } from "#src/features/forms/rules.ts";
import type { FormSubmission } from "#src/features/forms/schema.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import type { Viewer } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Whoever has the address gets a mail each time, and need not be who typed it.
const RECEIPTS = { name: "form-receipt", max: 5, windowSeconds: 3600 };

/** Keeps what somebody sent with one of the smaller forms, and sends them a receipt that says what happens next. */
export async function keepSubmission(
  app: App,
  viewer: Viewer,
  submission: FormSubmission,
): Promise<Result<{ success: true; message: string }>> {
  const { email, formType, ...data } = submission;
  if (data.eventId !== undefined) {
    const event = await getEvent(app, viewer, data.eventId);
    if (!event.ok) return fail("invalid", FORM_REFUSED, { fields: { eventId: event.failure.message } });
  }
  const allowed = await countUse(app, RECEIPTS, email);
  if (!allowed.ok) return allowed;
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  const isWaiting = isForWaiting(submission);
  await app.db.transaction(async (tx) => {
    await tx.insert(formSubmissions).values({ id, formType, email, data, createdAt: now });
    const receipt = { kind: "form_received", key: `form_received:${id}`, email, data: { isWaiting } };
    await enqueueMails(tx, [receipt], now);
  });
  return ok({ success: true, message: isWaiting ? WAITING_FORM_RECEIVED : FORM_RECEIVED });
}
