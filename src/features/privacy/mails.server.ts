import type { App } from "#src/context/app.ts";
import { readUpcoming } from "#src/features/privacy/queries/hosted-events.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";
import { clockTime, longDate } from "#src/shared/dates.ts";

type Hosted = { readonly eventIds: readonly string[] };

/** Tells organizers which upcoming events lost their host; null if none is upcoming any more. */
async function hostLeft(app: App, { eventIds }: Hosted): Promise<MailContent | null> {
  const events = await readUpcoming(app, eventIds);
  const [first] = events;
  if (!first) return null;
  return {
    subject:
      events.length === 1 ? `${first.title} has no host any more` : `${events.length} events have no host any more`,
    blocks: [
      {
        kind: "text",
        text: "The host deleted their account. What they host stays open, and people can still join. Find another host or cancel, and tell the guests.",
      },
      ...events.map((event) => ({
        kind: "facts" as const,
        facts: [
          ["What", event.title],
          ["When", `${longDate(event.day)}, ${clockTime(event.startTime)}`],
          ["Page", `${app.publicUrl}/events/${event.id}`],
        ] as const,
      })),
      { kind: "button", label: "Open the console", url: `${app.publicUrl}/admin?tab=events` },
    ],
    list: null,
    why: "You get this because you are one of the organizers of this site.",
  };
}

export const privacyMails = mailKinds({ host_left: hostLeft });
