import type { App } from "#src/context/app.ts";
import { isCoHost } from "#src/features/events/co-hosts/queries.server.ts";
import { type About, eventBlocks } from "#src/features/events/mails.server.ts";
import { getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

/** The mail to a new co-host. */
export const coHostMails = mailKinds({
  co_host: async (app: App, about: About) => {
    const facts = (await isCoHost(app, about)) ? await getEventMailFacts(app, about) : null;
    if (!facts) return null;
    return {
      subject: `You are a co-host: ${facts.event.title}`,
      blocks: [
        {
          kind: "text",
          text: "You host this event together with its host. You can do what the host can: change it, hold it or cancel it, keep the door and plan the courts. Only who hosts and who is paid stays with the host.",
        },
        ...eventBlocks(app, facts.event),
        { kind: "text", text: "Rather not? Open “Co-hosts” on the event's page and leave." },
      ],
      list: "hostMessages",
      why: "You get this because you were named a co-host of this event.",
    };
  },
});
