import type { FormSubmission } from "#src/features/forms/schema.ts";

/** Whether somebody wants a place that is not free, rather than an answer. */
export function isForWaiting({ formType, eventId }: Pick<FormSubmission, "formType" | "eventId">): boolean {
  return eventId !== undefined || /wait/i.test(formType);
}
