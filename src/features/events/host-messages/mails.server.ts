import type { App } from "#src/context/app.ts";
import { readMessage } from "#src/features/events/host-messages/queries.server.ts";
import type { WrittenMessage } from "#src/features/events/host-messages/view.ts";
import { type About, eventBlocks, placeBlocks } from "#src/features/events/mails.server.ts";
import { type EventMailFacts, getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";

/** Why the recipient gets the mail; null if they are no longer a guest. */
function whyOf({ answer, isWaiting, event }: EventMailFacts, from: string): string | null {
  const written = `${from} wrote this to guests.`;
  if (answer === "going") return `You get this because you said that you are going to ${event.title}. ${written}`;
  if (isWaiting) return `You get this because you wait for a space at ${event.title}. ${written}`;
  return answer === "maybe" ? `You get this because you may come to ${event.title}. ${written}` : null;
}

type Author = Pick<WrittenMessage, "isHost" | "coHost" | "authorUserId">;

function signature(message: Author, { host, title }: EventView): string {
  if (message.coHost) return `– ${nameOf(message.coHost)}, co-host of ${title}`;
  // The author's account was deleted.
  if (message.isHost && message.authorUserId === null) return `– A host of ${title}`;
  return message.isHost ? `– ${host}, host of ${title}` : "– The organizers";
}

async function hostMessage(app: App, about: About & { readonly messageId: string }): Promise<MailContent | null> {
  const message = await readMessage(app, about.messageId);
  const facts = message && (await getEventMailFacts(app, about));
  if (!facts) return null;
  const { event } = facts;
  const from = message.isHost ? "Its host" : "An organizer";
  const why = whyOf(facts, from);
  if (why === null) return null;
  return {
    subject: message.subject || `A message about ${event.title}, ${event.weekday} ${event.time}`,
    blocks: [
      { kind: "text", text: message.body },
      { kind: "text", text: signature(message, event) },
      ...eventBlocks(app, event),
      ...(await placeBlocks(app, about, facts)),
    ],
    list: "hostMessages",
    why,
  };
}

export const hostMessageMails = mailKinds({ host_message: hostMessage });
