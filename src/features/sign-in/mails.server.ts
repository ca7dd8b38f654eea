import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const signInMails = mailKinds(
  {
    sign_in_link: async (app: App, { token }: { token: string }) => ({
      subject: `Your sign-in link for ${app.config.group.name}`,
      blocks: [
        { kind: "text", text: "Open this link in the browser where you asked for it, and press the button there." },
        // In the fragment, so servers, logs and link checkers never see it.
        { kind: "button", label: "Sign in", url: `${app.publicUrl}/login/link#${token}` },
        { kind: "text", text: "It works once, for 10 minutes. If you didn’t ask for it, ignore this mail." },
      ],
      list: null,
      why: "You get this because someone asked for a sign-in link with this address.",
    }),
  },
  { sign_in_link: "urgent" },
);
