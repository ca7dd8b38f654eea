import type { FormSubmissionRow } from "#src/db/tables/form-submissions.ts";
import type { Message } from "#src/features/inbox/schema/messages.ts";

const saidIn = (data: unknown, field: string): string => {
  const value = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[field] : undefined;
  // The form's placeholder for an unanswered question.
  return typeof value === "string" && value !== "blank" ? value : "";
};

/** A submitted form, for organizers. */
export function viewMessage(row: FormSubmissionRow): Message {
  const { id, formType, email, data, createdAt, doneAt, doneBy } = row;
  return {
    id,
    kind: formType,
    email,
    name: `${saidIn(data, "firstName")} ${saidIn(data, "lastName")}`.trim(),
    phone: saidIn(data, "phone"),
    message: saidIn(data, "message"),
    eventId: saidIn(data, "eventId") || null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    doneBy,
  };
}
