import type { App } from "#src/context/app.ts";
import { chatWords } from "#src/features/membership/messages.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const joinMails = mailKinds({
  // Repeats nothing from the form: anyone can type anyone's address into it.
  join_received: async (app: App) => ({
    subject: `We got your request to join ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `We got your request. An organizer reads it, usually within a day or two. You don’t have to wait to come along: anyone can join a public event. ${chatWords(app.config.freeChatAccess)}`,
      },
      { kind: "button", label: "See what’s on", url: `${app.publicUrl}/events` },
    ],
    list: "forms",
    why: "You get this once, because someone filled in the join form with this address. If this wasn’t you, ignore it.",
  }),
});
