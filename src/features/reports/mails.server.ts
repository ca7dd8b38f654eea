import type { App } from "#src/context/app.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const reportMails = mailKinds({
  report_read: async (app: App) => ({
    subject: "We read your report",
    blocks: [
      { kind: "text", text: "An organizer read your report and dealt with it. Thank you for speaking up." },
      { kind: "text", text: "If it goes on, or if you know more, please send another report." },
      { kind: "button", label: "Report again", url: `${app.publicUrl}/report` },
    ],
    list: "forms",
    why: "You get this because someone sent a report with this address. If this wasn’t you, ignore this email.",
  }),
});
