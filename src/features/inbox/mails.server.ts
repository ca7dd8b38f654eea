import type { App } from "#src/context/app.ts";
import { ENTRY_RECEIVED, FORM_RECEIVED, WAITING_FORM_RECEIVED } from "#src/features/inbox/messages.ts";
import { formWords, REPORT } from "#src/features/inbox/rules.ts";
import type { FormSubmission } from "#src/features/inbox/schema/forms.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

type Forwarded = Pick<FormSubmission, "formType" | "eventId">;
type Received = { readonly isWaiting: boolean; readonly isEntry?: boolean };

function receipt({ isWaiting, isEntry = false }: Received): { subject: string; text: string } {
  if (isEntry) return { subject: "Your team is in the tournament", text: ENTRY_RECEIVED };
  return isWaiting
    ? { subject: "We have your name for the waiting list", text: WAITING_FORM_RECEIVED }
    : { subject: "We have your message", text: FORM_RECEIVED };
}

/** Where the recipient can read the form. */
function readAt(app: App, { formType, eventId }: Forwarded): { label: string; url: string } {
  if (eventId !== undefined) return { label: "See the event", url: `${app.publicUrl}/events/${eventId}` };
  const [label, panel] = formType === REPORT ? ["Read the reports", "reports"] : ["Read the messages", "messages"];
  return { label, url: `${app.publicUrl}/admin?tab=apps&app=${panel}` };
}

// These mails repeat nothing from the form: strangers' text is read in the console, not mailed in the group's name.
export const inboxMails = mailKinds({
  form_received: async (app: App, about: Received) => {
    const { subject, text } = receipt(about);
    return {
      subject,
      blocks: [
        { kind: "text", text },
        { kind: "button", label: "See what’s on", url: `${app.publicUrl}/events` },
      ],
      list: "forms",
      why: "You get this because someone sent a form with this address. If this wasn’t you, ignore this email.",
    };
  },
  form_forwarded: async (app: App, form: Forwarded) => ({
    subject: `Someone ${formWords(form)}`,
    blocks: [
      {
        kind: "text",
        text: "A form came in. Organizers read it in the console, with what the sender said about themselves.",
      },
      { kind: "button", ...readAt(app, form) },
      { kind: "text", text: "At most three of these mails arrive in an hour, so there may be more than one form." },
    ],
    list: "forms",
    why: "You get this because you are one of the organizers of this site, or host the event.",
  }),
});
