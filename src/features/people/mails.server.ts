import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const peopleMails = mailKinds({
  // Does not name the new email: someone else may be reading the old one.
  email_changed_by_organizer: async (app: App) => ({
    subject: `Your email at ${app.config.group.name} was changed`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: "An organizer changed the email that we have for you, or joined two entries that name you. From now on we write to the other address. If you have an account, you sign in with its email as before.",
      },
      { kind: "text", text: "Was that not what you wanted? Tell us within 30 days, and we put it back." },
      { kind: "button", label: "Write to us", url: `${app.publicUrl}/support` },
    ],
    list: null,
    why: "You get this because this was the email that we had for you.",
  }),
});
