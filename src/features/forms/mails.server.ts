import type { App } from "#src/context/app.ts";
import { FORM_RECEIVED, WAITING_FORM_RECEIVED } from "#src/features/forms/messages.ts";
import type { MailContent } from "#src/mail/message.server.ts";

/** Receipts. They repeat nothing of what was sent: whoever typed the address need not be who reads this. */
export const formMails = {
  form_received: async (app: App, { isWaiting }: { isWaiting: boolean }): Promise<MailContent> => ({
    subject: isWaiting ? "We have your name for the waiting list" : "We have your message",
    blocks: [
      { kind: "text", text: isWaiting ? WAITING_FORM_RECEIVED : FORM_RECEIVED },
      { kind: "button", label: "See what is on", url: `${app.publicUrl}/events` },
    ],
    list: null,
    why: "You get this because somebody sent a form with this address. If that was not you, ignore this mail.",
  }),
};
