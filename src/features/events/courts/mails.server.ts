import type { App } from "#src/context/app.ts";
import { placeOf } from "#src/features/events/court-plan/rules/place.ts";
import { readBoard } from "#src/features/events/courts/queries.server.ts";
import type { About } from "#src/features/events/mails.server.ts";
import { getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailContent } from "#src/mail/message.server.ts";

/** Stands for an unknown court: the player is certainly next, but not yet where. */
export const NO_COURT = 0;

type Turn = About & { readonly player: string; readonly court: number };

/** Sent only as a notification; null if the board has changed since. */
async function nextOnCourt(app: App, turn: Turn): Promise<MailContent | null> {
  const { eventId, player, court } = turn;
  const [facts, saved] = await Promise.all([getEventMailFacts(app, turn), readBoard(app, eventId)]);
  const place = saved && placeOf(saved.board, player);
  if (!facts || place?.kind !== "next" || (place.court ?? NO_COURT) !== court) return null;
  return {
    subject: court === NO_COURT ? "You play in the next game" : `You are next on court ${court}`,
    blocks: [
      { kind: "text", text: facts.event.title },
      { kind: "button", label: "See the court board", url: `${app.publicUrl}/events/${eventId}/courts` },
    ],
    list: null,
    why: "You get this because you are on the court board.",
  };
}

export const courtMails = mailKinds({ next_on_court: nextOnCourt }, { next_on_court: "urgent" });
