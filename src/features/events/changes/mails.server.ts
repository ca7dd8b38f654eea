import type { App } from "#src/context/app.ts";
import { readWaitingChange } from "#src/features/events/changes/queries/waiting.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";

/** Mails to organizers about a pending change of a published event. Without its content, which is read in the console. */
export const changeMails = mailKinds({
  change_waits: async (app: App, { eventId }: { readonly eventId: string }) => {
    const event = await readWaitingChange(app, eventId);
    if (!event) return null;
    const { title, day } = event;
    return {
      subject: `A change is waiting for you: ${title}`,
      blocks: [
        {
          kind: "facts",
          facts: [
            ["Event", title],
            ["When", `${weekdayName(day)}, ${longDate(day)}`],
          ],
        },
        { kind: "button", label: "Look and decide", url: `${app.publicUrl}/admin?tab=events` },
        { kind: "text", text: "The event is published. Until you decide, everyone sees it as it was." },
      ],
      list: "forms",
      why: "You get this because you are an organizer of this site.",
    };
  },
});
