import type { App } from "#src/context/app.ts";
import type { SupportRequest } from "#src/features/support/schema.ts";
import type { MailContent } from "#src/mail/message.server.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { BLANK } from "#src/shared/contact-form.ts";

type Received = Pick<SupportRequest, "email" | "firstName" | "lastName" | "phone" | "sex" | "message">;

const given = (answer: string) => (answer === BLANK || answer === "" ? null : answer);

/** The message on its way to the organisers, and the receipt of who wrote it. Both are answers: nobody can stop them. */
export const supportMails = {
  support_received: async (app: App, data: Received): Promise<MailContent> => {
    const phone = given(data.phone);
    return {
      subject: `${data.firstName} ${data.lastName} wrote to ${app.config.group.name}`,
      blocks: [
        { kind: "text", text: given(data.message) ?? "They left no message, only how to reach them." },
        {
          kind: "facts",
          facts: [
            ["Name", `${data.firstName} ${data.lastName}`],
            ["E-mail", data.email],
            ["Phone", phone === null ? "not given" : formatPhone(phone)],
            ["Sex", data.sex],
          ],
        },
        { kind: "text", text: "Write to the address above to answer. Nothing else sends one." },
      ],
      list: null,
      why: "You get this because you are one of the organisers of this site.",
    };
  },
  // Says nothing that was typed into the form: it goes to an address that anybody can have typed too.
  support_receipt: async (app: App): Promise<MailContent> => ({
    subject: `We got your message to ${app.config.group.name}`,
    blocks: [
      { kind: "text", text: "Your message is here, and one of our organisers will read it." },
      {
        kind: "text",
        text: "We all do this after work, so an answer can take two or three days. It comes to this address.",
      },
    ],
    list: null,
    why: "You get this once, because somebody filled in the support form with this address. If it was not you, ignore it.",
  }),
};
