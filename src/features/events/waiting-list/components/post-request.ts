import type { Sex } from "#src/shared/choices.ts";
import { memberFetch, type MemberAnswer } from "#src/features/identity/member-fetch.ts";

/** A visitor's request to wait for a place. */
export type Request = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly sex: Sex | "";
  readonly message: string;
};
export type RequestField = keyof Request;

export const EMPTY_REQUEST: Request = { firstName: "", lastName: "", email: "", phone: "", sex: "", message: "" };

/** Sends the request to the hosts and organizers; the response says what happens next. */
export function postRequest(eventId: string, request: Request): Promise<MemberAnswer<{ message: string }>> {
  return memberFetch("/api/form-submission", {
    method: "POST",
    body: { ...request, formType: "waitingList", eventId },
  });
}
