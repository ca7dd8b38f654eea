import type { Sex } from "#src/shared/choices.ts";
import { memberFetch, type MemberAnswer } from "#src/features/identity/member-fetch.ts";

/** What a visitor tells of themselves who waits for a place. */
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

/** Sends it to the people who run the event; the answer says what happens next. */
export function postRequest(eventId: string, request: Request): Promise<MemberAnswer<{ message: string }>> {
  return memberFetch("/api/form-submission", {
    method: "POST",
    body: { ...request, formType: "waitingList", eventId },
  });
}
