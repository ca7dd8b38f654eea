import type { App } from "#src/context/app.ts";
import { readStopUrl } from "#src/features/unsubscribe/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const unsubscribeMails = mailKinds({
  unsubscribe_asked: async (app: App, { email }: { email: string }) => {
    return {
      subject: `Stop the mails from ${app.config.group.name}?`,
      blocks: [
        { kind: "text", text: "We got a request to unsubscribe this address. Confirm it, and our mails stop at once." },
        { kind: "button", label: "Stop these emails", url: await readStopUrl(app, email) },
        { kind: "text", text: "If it was not you, ignore this mail. Nothing changes." },
      ],
      list: "forms",
      why: "You get this because this address was typed into our unsubscribe form.",
    };
  },
});
