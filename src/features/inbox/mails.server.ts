import type { App } from "#src/context/app.ts";
import { ENTRY_RECEIVED, FORM_RECEIVED, WAITING_FORM_RECEIVED } from "#src/features/inbox/messages.ts";
import { formWords } from "#src/features/inbox/rules.ts";
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

// Neither repeats anything from the form: what a stranger wrote is read in the console, not mailed in the group's name.
export const inboxMails = mailKinds({
  form_received: async (app: App, about: Received) => {
    const { subject, text } = receipt(about);
    return {
      subject,
      blocks: [
        { kind: "text", text },
        { kind: "button", label: "See what is on", url: `${app.publicUrl}/events` },
      ],
      list: "forms",
      why: "You get this because somebody sent a form with this address. If that was not you, ignore this mail.",
    };
  },
  report_read: async (app: App) => ({
    subject: "We read your report",
    blocks: [
      { kind: "text", text: "An organizer read your report and dealt with it. Thank you for speaking up." },
      { kind: "text", text: "If it goes on, or if you know more, please send another report." },
      { kind: "button", label: "Report again", url: `${app.publicUrl}/report` },
    ],
    list: "forms",
    why: "You get this because somebody sent a report with this address. If that was not you, ignore this mail.",
  }),
  form_forwarded: async (app: App, form: Forwarded) => ({
    subject: `Somebody ${formWords(form)}`,
    blocks: [
      { kind: "text", text: "A form came in. Organizers read it in the console, with the sender's name and address." },
      form.eventId === undefined
        ? { kind: "button", label: "Read the messages", url: `${app.publicUrl}/admin?tab=apps&app=messages` }
        : { kind: "button", label: "See the event", url: `${app.publicUrl}/events/${form.eventId}` },
      { kind: "text", text: "At most three of these mails arrive in an hour, so there may be more than one form." },
    ],
    list: "forms",
    why: "You get this because you are one of the organizers of this site, or host the event.",
  }),
});
