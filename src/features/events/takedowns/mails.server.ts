import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

type Request = { readonly title: string; readonly hid: boolean };

/** Mails to organizers about takedown requests. Without the sender's reason, which is read in the console. */
export const takedownMails = mailKinds({
  photo_request: async (app: App, { title, hid }: Request) => ({
    subject: `Request to take down a photo of ${title}`,
    blocks: [
      {
        kind: "facts",
        facts: [
          ["Event", title],
          ["The photo", hid ? "is hidden until you decide" : "is still shown"],
        ],
      },
      { kind: "button", label: "Look at it", url: `${app.publicUrl}/admin?tab=apps&app=photos` },
      { kind: "text", text: "At most three of these mails arrive in an hour, so more than one photo may be waiting." },
    ],
    list: "forms",
    why: `You get this because you decide about photos at ${app.config.group.name}.`,
  }),
});
