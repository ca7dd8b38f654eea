import type { App } from "#src/context/app.ts";
import { CODE_LASTS } from "#src/features/identity/messages.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

/** Part of an email change that someone requested, so there is no unsubscribe. */
export const securityMails = mailKinds(
  {
    email_change_code: async (app: App, { code }: { code: string }) => ({
      subject: `${code} is your ${app.config.group.name} code`,
      blocks: [
        { kind: "text", text: "Enter this code under Sign-in & security to use this address for your account:" },
        { kind: "code", code },
        { kind: "text", text: CODE_LASTS },
      ],
      list: null,
      why: "You get this because someone wants to use this address for their account.",
    }),
    email_change_taken: async (app: App) => ({
      subject: `You already have a ${app.config.group.name} account`,
      blocks: [
        {
          kind: "text",
          text: "Someone wanted to use this address for another account. It has an account already, so nothing changed.",
        },
        { kind: "button", label: "Sign in", url: `${app.publicUrl}/login` },
      ],
      list: null,
      why: "You get this because someone wants to use this address for their account.",
    }),
  },
  { email_change_code: "urgent" },
);
