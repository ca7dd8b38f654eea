import type { App } from "#src/context/app.ts";
import { readStopUrl } from "#src/features/unsubscribe/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const unsubscribeMails = mailKinds({
  unsubscribe_asked: async (app: App, { email }: { email: string }) => {
    return {
      subject: `Unsubscribe from ${app.config.group.name}?`,
      blocks: [
        { kind: "text", text: "Someone asked to unsubscribe this address. Confirm it and we’ll stop emailing you." },
        { kind: "button", label: "Stop these emails", url: await readStopUrl(app, email) },
        { kind: "text", text: "If this wasn’t you, ignore this email. Nothing changes." },
      ],
      list: "forms",
      why: "You get this because this address was typed into our unsubscribe form.",
    };
  },
});
