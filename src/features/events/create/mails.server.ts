import type { App } from "#src/context/app.ts";
import { readWaiting } from "#src/features/events/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";

type Waiting = { readonly eventId: string; readonly count: number };

/** Mails to organizers about held events. Without the host's text, which is read in the console. */
export const createMails = mailKinds({
  event_waits: async (app: App, { eventId, count }: Waiting) => {
    const event = await readWaiting(app, eventId);
    if (!event) return null;
    const { title, day } = event;
    const when = `${weekdayName(day)}, ${longDate(day)}`;
    return {
      subject: `An event is waiting for you: ${title}`,
      blocks: [
        {
          kind: "facts",
          facts: [
            ["Event", title],
            [count > 1 ? `The first of ${count}` : "When", when],
          ],
        },
        { kind: "button", label: "Look and decide", url: `${app.publicUrl}/admin?tab=events` },
        { kind: "text", text: "Until it is published, only its host and the organizers see it." },
      ],
      list: "forms",
      why: "You get this because you are an organizer of this site.",
    };
  },
});
