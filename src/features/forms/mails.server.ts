import type { App } from "#src/context/app.ts";
import { ENTRY_RECEIVED, FORM_RECEIVED, WAITING_FORM_RECEIVED } from "#src/features/forms/messages.ts";
import { formWords } from "#src/features/forms/rules.ts";
import type { FormSubmission } from "#src/features/forms/schema.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { BLANK } from "#src/shared/contact-form.ts";

type Received = { readonly isWaiting: boolean; readonly isEntry?: boolean };

function receipt({ isWaiting, isEntry = false }: Received): { subject: string; text: string } {
  if (isEntry) return { subject: "Your team is in the tournament", text: ENTRY_RECEIVED };
  return isWaiting
    ? { subject: "We have your name for the waiting list", text: WAITING_FORM_RECEIVED }
    : { subject: "We have your message", text: FORM_RECEIVED };
}

const given = (answer: string) => (answer === BLANK ? "" : answer.trim());

/** Receipts repeat nothing of what was sent: whoever typed the address need not be who reads them. Nobody stops these. */
export const formMails = {
  form_received: async (app: App, about: Received): Promise<MailContent> => {
    const { subject, text } = receipt(about);
    return {
      subject,
      blocks: [
        { kind: "text", text },
        { kind: "button", label: "See what is on", url: `${app.publicUrl}/events` },
      ],
      list: null,
      why: "You get this because somebody sent a form with this address. If that was not you, ignore this mail.",
    };
  },
  form_forwarded: async (app: App, form: FormSubmission): Promise<MailContent> => {
    const name = `${given(form.firstName)} ${given(form.lastName)}`.trim() || form.email;
    const phone = given(form.phone);
    const facts: [string, string][] = [
      ["Name", name],
      ["E-mail", form.email],
      ["Phone", phone === "" ? "not given" : formatPhone(phone)],
    ];
    const event: MailBlock[] =
      form.eventId === undefined
        ? []
        : [{ kind: "button", label: "See the event", url: `${app.publicUrl}/events/${form.eventId}` }];
    return {
      subject: `${name} ${formWords(form)}`,
      blocks: [
        { kind: "text", text: given(form.message) || "They left no message, only how to reach them." },
        { kind: "facts", facts },
        ...event,
        { kind: "text", text: "Write to the address above to answer. Nothing else sends one." },
      ],
      list: null,
      why: "You get this because you are one of the organisers of this site, or host the event.",
    };
  },
};
