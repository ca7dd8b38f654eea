import { memberFetch, type MemberAnswer } from "#src/features/identity/member-fetch.ts";
import type { ContactAnswers } from "#src/shared/contact-form.ts";

/** Sends a visitor's request to wait for a place to the hosts and organizers; the response says what happens next. */
export function postRequest(eventId: string, request: ContactAnswers): Promise<MemberAnswer<{ message: string }>> {
  return memberFetch("/api/form-submission", {
    method: "POST",
    body: { ...request, formType: "waitingList", eventId },
  });
}
