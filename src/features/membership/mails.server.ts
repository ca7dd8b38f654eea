import type { App } from "#src/context/app.ts";
import { correctionWords, DEMONSTRATION, REFUND_WORDS } from "#src/features/membership/messages.ts";
import {
  type FailedInvoice,
  isInvoicePaid,
  readMembership,
  readPayment,
  readMembershipStatus,
} from "#src/features/membership/queries/own.server.ts";
import { amountWords, viewPayment } from "#src/features/membership/view.ts";
import { mailKinds } from "#src/mail/kinds.server.ts";
import type { MailBlock } from "#src/mail/message.server.ts";
import { longDate } from "#src/shared/dates.ts";

/** A mail about a demonstration starts by saying so. */
function saidFirst({ provider }: { readonly provider: string }): MailBlock[] {
  return provider === "demonstration" ? [{ kind: "text", text: DEMONSTRATION }] : [];
}

const accountButton = (app: App): MailBlock => ({
  kind: "button",
  label: "Membership and payments",
  url: `${app.publicUrl}/dashboard?tab=account`,
});

/** For an unknown payer, the note repeats what was typed at the checkout, including the address. */
function noteForPayer(
  { provider, userId }: { readonly provider: string; readonly userId: string | null },
  note: string,
): string {
  return provider !== "demonstration" && userId !== null ? note : "";
}

/** Receipts and news about the person's own membership. They cannot be turned off. */
export const membershipMails = mailKinds({
  payment_receipt: async (app: App, { paymentId }: { paymentId: string }) => {
    const row = await readPayment(app, paymentId);
    if (!row) return null;
    const { amount, day, what, note } = viewPayment(row, app.config.group.timeZone);
    const facts: [string, string][] = [
      ["Paid", amount],
      ["On", longDate(day)],
      ["By", what],
      ["Note", noteForPayer(row, note)],
      ["Receipt", row.id],
    ];
    return {
      subject: `Thank you: ${amount} for ${app.config.group.name}`,
      blocks: [
        ...saidFirst(row),
        { kind: "text", text: "Thank you. It buys nets, permits and firewood." },
        { kind: "facts", facts: facts.filter(([, value]) => value !== "") },
        accountButton(app),
      ],
      list: null,
      why: "You get this because a payment was made with this address or recorded for you.",
    };
  },

  payment_returned: async (app: App, { paymentId }: { paymentId: string }) => {
    const row = await readPayment(app, paymentId);
    if (!row) return null;
    const { day, what, note } = viewPayment(row, app.config.group.timeZone);
    const amount = amountWords({ ...row, amountCents: -row.amountCents });
    const isCorrection = row.kind === "correction";
    const facts: [string, string][] = [
      [isCorrection ? "Taken back" : "Paid back", amount],
      ["On", longDate(day)],
      ["By", what],
      ["Why", noteForPayer(row, note)],
      ["Receipt", row.id],
    ];
    return {
      subject: isCorrection
        ? `Correction: your payment of ${amount} for ${app.config.group.name}`
        : `Refund: ${amount} from ${app.config.group.name}`,
      blocks: [
        ...saidFirst(row),
        { kind: "text", text: isCorrection ? correctionWords(row) : REFUND_WORDS },
        { kind: "facts", facts: facts.filter(([, value]) => value !== "") },
        accountButton(app),
      ],
      list: null,
      why: "You get this because a payment of yours was corrected or refunded.",
    };
  },

  payment_failed: async (app: App, data: FailedInvoice) => {
    const row = await readMembership(app, data.membershipId);
    // No mail is needed if it was paid meanwhile, never began (the checkout page said so), or is over.
    if (!row || row.memberUntil === null || row.closedAt !== null || (await isInvoicePaid(app, data))) return null;
    const { line } = await readMembershipStatus(app, row);
    return {
      subject: `Your payment for ${app.config.group.name} did not go through`,
      blocks: [
        ...saidFirst(row),
        { kind: "text", text: `The payment of this month did not go through. ${line}` },
        {
          kind: "text",
          text: "The card provider tries again by itself. To use another card, follow the link in its mail.",
        },
        accountButton(app),
      ],
      list: null,
      why: "You get this because a payment of your membership failed.",
    };
  },

  membership_ended: async (app: App, { membershipId }: { membershipId: string }) => {
    const row = await readMembership(app, membershipId);
    if (!row || row.closedAt === null) return null;
    const { state, line } = await readMembershipStatus(app, row);
    // Another membership continues.
    if (state !== "ended") return null;
    return {
      subject: `Your membership of ${app.config.group.name} has ended`,
      blocks: [
        ...saidFirst(row),
        {
          kind: "text",
          text: `${line} Public events stay open to you as they are, and you are welcome at all of them.`,
        },
        { kind: "button", label: "Subscribe again", url: `${app.publicUrl}/subscribe` },
      ],
      list: null,
      why: "You get this because you were a member.",
    };
  },
});
