import type { App } from "#src/context/app.ts";
import { MOST_REMINDERS } from "#src/features/events/costs/messages.ts";
import { readShare } from "#src/features/events/costs/queries.server.ts";
import { cashAppUrl, venmoUrl } from "#src/features/events/components/safe-links.ts";
import { type About, eventBlocks } from "#src/features/events/mails.server.ts";
import { getEventMailFacts } from "#src/features/events/news/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock, MailContent } from "#src/mail/message.server.ts";
import { exactDollars } from "#src/shared/money.ts";

type OfShare = About & { readonly shareId: string; readonly reminder: number };

/** Payment buttons, if the host gave a payment name. */
function payButtons({ organizerVenmo, organizerCashApp }: EventView): MailBlock[] {
  const ways = [
    ["Pay by Venmo", organizerVenmo === "" ? null : venmoUrl(organizerVenmo)],
    ["Pay by Cash App", organizerCashApp === "" ? null : cashAppUrl(organizerCashApp)],
  ] as const;
  return ways.flatMap(([label, url]) => (url === null ? [] : [{ kind: "button" as const, label, url }]));
}

async function shareReminder(app: App, about: OfShare): Promise<MailContent | null> {
  const owed = await readShare(app, about.shareId);
  if (!owed || owed.share.status !== "open" || owed.share.userId !== about.userId) return null;
  const facts = await getEventMailFacts(app, about);
  if (!facts) return null;
  const { event } = facts;
  const amount = exactDollars(owed.share.amountCents);
  const what = owed.what === "" ? "what it cost" : `the cost (${owed.what})`;
  const guests = owed.share.heads > 1 ? `, for ${owed.share.heads} people` : "";
  const last = about.reminder >= MOST_REMINDERS ? " This is the last reminder." : "";
  return {
    subject: `Your share of ${event.title}: ${amount}`,
    blocks: [
      { kind: "text", text: `Your share of ${what} is ${amount}${guests}. ${event.host || "The host"} collects it.` },
      ...payButtons(event),
      { kind: "text", text: `Already paid? Tell the host, who marks it as paid.${last}` },
      ...eventBlocks(app, event),
    ],
    list: "hostMessages",
    why: "You get this because you took part in this event. Nobody else gets it.",
  };
}

export const costMails = mailKinds({ share_reminder: shareReminder });
