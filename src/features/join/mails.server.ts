import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const joinMails = mailKinds({
  // Repeats nothing from the form: anyone can type anyone's address into it.
  join_received: async (app: App) => ({
    subject: `We got your request to join ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: "Your request is here. An organizer reads it, usually within a day or two, and lets you into the chats. You need not wait to come along: anybody may join a public event.",
      },
      { kind: "button", label: "See what is on", url: `${app.publicUrl}/events` },
    ],
    list: "forms",
    why: "You get this once, because somebody filled in the join form with this address. If it was not you, ignore it.",
  }),
});
