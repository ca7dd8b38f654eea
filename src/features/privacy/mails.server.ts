import type { App } from "#src/context/app.ts";
import { readUpcoming } from "#src/features/privacy/queries/hosted-events.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { clockTime, longDate } from "#src/shared/dates.ts";

type Hosted = { readonly eventIds: readonly string[] };
type Upcoming = Awaited<ReturnType<typeof readUpcoming>>;

const subjectOf = (events: Upcoming) =>
  events.length === 1 ? `${events[0]?.title} has no host anymore` : `${events.length} events have no host anymore`;

const factsOf = (app: App, events: Upcoming): MailBlock[] =>
  events.map(({ id, title, day, startTime, status }) => ({
    kind: "facts",
    facts: [
      ["What", title],
      ["When", status === "postponed" ? "postponed, no new day yet" : `${longDate(day)}, ${clockTime(startTime)}`],
      ["Page", `${app.publicUrl}/events/${id}`],
    ],
  }));

/** Tells organizers which upcoming events lost their host; null if none is upcoming anymore. */
async function hostLeft(app: App, { eventIds }: Hosted): Promise<MailContent | null> {
  const events = await readUpcoming(app, eventIds);
  if (events.length === 0) return null;
  return {
    subject: subjectOf(events),
    blocks: [
      {
        kind: "text",
        text: "The host deleted their account. What they host stays open, and people can still join. Find another host or cancel, and tell the guests.",
      },
      ...factsOf(app, events),
      { kind: "button", label: "Open the console", url: `${app.publicUrl}/admin?tab=events` },
    ],
    list: null,
    why: "You get this because you are one of the organizers of this site.",
  };
}

/** Tells a co-host which of their upcoming events lost their host; null if none is upcoming anymore. */
async function coHostAlone(app: App, { eventIds, userId }: Hosted & { userId: string }): Promise<MailContent | null> {
  const events = await readUpcoming(app, eventIds, userId);
  if (events.length === 0) return null;
  return {
    subject: subjectOf(events),
    blocks: [
      {
        kind: "text",
        text: "The host deleted their account. You are a co-host, so you can still change the event, hold it or cancel it. The organizers know, too.",
      },
      ...factsOf(app, events),
    ],
    list: null,
    why: "You get this because you are a co-host.",
  };
}

export const privacyMails = mailKinds({ host_left: hostLeft, co_host_alone: coHostAlone });
