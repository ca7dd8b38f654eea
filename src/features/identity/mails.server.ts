import type { App } from "#src/context/app.ts";
import type { MailContent } from "#src/mail/message.server.ts";
import type { OwedMail } from "#src/mail/outbox.server.ts";
import type { IdentityMail } from "#src/ports/identity/port.ts";

const IGNORE = "If that was not you, ignore this mail: without the code nothing happens.";

/** The mail that the user pool asks for, as the outbox keeps it. */
export function identityMail({ kind, id, email, ...data }: IdentityMail): OwedMail {
  const code = "code" in data ? data.code : "";
  return { kind, key: `${kind}:${id}:${code}`, email, data: { email, code } };
}

/** The codes and notices of sign-up and forgotten passwords. They are answers, so nobody can unsubscribe from them. */
export const identityMails = {
  sign_up_code: async (app: App, { code }: { code: string }): Promise<MailContent> => ({
    subject: `${code} is your ${app.config.group.name} code`,
    blocks: [
      { kind: "text", text: "Enter this code to confirm your e-mail address:" },
      { kind: "code", code },
      { kind: "text", text: `It is good for 10 minutes and for one use. ${IGNORE}` },
    ],
    list: null,
    why: "You get this because somebody signed up with this address.",
  }),
  reset_code: async (app: App, { code }: { code: string }): Promise<MailContent> => ({
    subject: `${code} is your ${app.config.group.name} code`,
    blocks: [
      { kind: "text", text: "Enter this code to choose another password:" },
      { kind: "code", code },
      { kind: "text", text: `It is good for 10 minutes and for one use. ${IGNORE}` },
    ],
    list: null,
    why: "You get this because somebody asked for another password for this address.",
  }),
  already_registered: async (app: App): Promise<MailContent> => ({
    subject: `You already have a ${app.config.group.name} account`,
    blocks: [
      { kind: "text", text: "Somebody signed up with this address, which has an account already. Was it you?" },
      { kind: "button", label: "Sign in", url: `${app.publicUrl}/login` },
      { kind: "text", text: "There you can also choose another password. If it was not you, ignore this mail." },
    ],
    list: null,
    why: "You get this because somebody signed up with this address.",
  }),
};
