import type { App } from "#src/context/app.ts";
import { readPlace } from "#src/features/events/visitors/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";

export const visitorMails = mailKinds(
  {
    // Contains no text by the sender, because anyone can enter anyone's address.
    place_requested: async (app: App, { token }: { token: string }) => {
      const place = await readPlace(app, token);
      if (!place.ok || place.value.state !== "unproven" || place.value.closed !== null) return null;
      const { event, isFull, hold } = place.value;
      const what = isFull ? "your place on the waiting list" : "your space";
      return {
        subject: `Confirm ${what}: ${event.title}`,
        blocks: [
          { kind: "text", text: `Tap the button, then confirm if the page asks you to, and ${what} is yours.` },
          {
            kind: "facts",
            facts: [
              ["What", event.title],
              ["When", event.when],
              ["Where", event.location],
              ...(event.cost === null ? [] : [["Cost", event.cost] as const]),
            ],
          },
          ...(hold === null ? [] : [{ kind: "text" as const, text: `This event is on hold. ${hold}` }]),
          // Behind #, so no server, log or link checker sees it.
          {
            kind: "button",
            label: isFull ? "Join the waiting list" : "Yes, I’m coming",
            url: `${app.publicUrl}/place#${token}`,
          },
          {
            kind: "text",
            text: "The link works for 24 hours, or until the event starts. Until then, nothing is held for you. If you didn’t ask for it, ignore this email.",
          },
        ],
        list: "forms",
        why: "You get this because someone asked for a space at this event with this address.",
      };
    },
  },
  { place_requested: "urgent" },
);
