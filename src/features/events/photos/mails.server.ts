import type { App } from "#src/context/app.ts";
import type { MailContent } from "#src/mail/message.server.ts";

type Request = { readonly title: string; readonly reason: string; readonly email: string; readonly hid: boolean };

/** What organisers are told of photos. Nobody can stop it: somebody waits for an answer. */
export const photoMails = {
  photo_request: async (app: App, { title, reason, email, hid }: Request): Promise<MailContent> => ({
    subject: `Somebody asks to take down a photo of ${title}`,
    blocks: [
      { kind: "text", text: reason },
      {
        kind: "facts",
        facts: [
          ["Event", title],
          ["Answer to", email === "" ? "no address was given" : email],
          ["The photo", hid ? "is hidden until you decide" : "is still shown"],
        ],
      },
      { kind: "button", label: "Look at it", url: `${app.publicUrl}/admin` },
    ],
    list: null,
    why: "You get this because your address is on the list of admins of this site.",
  }),
};
