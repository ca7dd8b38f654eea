import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

// These mails repeat nothing from the form: strangers' text is read in the console, not mailed in the group's name.
export const supportMails = mailKinds({
  support_received: async (app: App) => ({
    subject: `New message to ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Someone wrote to you through the support form. The message is in the console." },
      { kind: "button", label: "Read the messages", url: `${app.publicUrl}/admin?tab=apps&app=messages` },
      { kind: "text", text: "At most three of these mails arrive in an hour, so there may be more than one message." },
    ],
    list: "forms",
    why: "You get this because you are one of the organizers of this site.",
  }),
  support_receipt: async (app: App) => ({
    subject: `We got your message to ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Your message is here, and one of our organizers will read it." },
      {
        kind: "text",
        text: "We all do this after work, so an answer can take two or three days. It comes to this address.",
      },
    ],
    list: "forms",
    why: "You get this once, because someone filled in the support form with this address. If this wasn’t you, ignore it.",
  }),
});
