import type { App } from "#src/context/app.ts";
import type { MembershipRow, PaymentRow } from "#src/db/tables/payments.ts";
import type { PaymentView, MembershipStatus } from "#src/features/membership/schema.ts";
import { isRunning } from "#src/features/membership/rules.ts";
import { viewPayment, viewMembershipStatus } from "#src/features/membership/view.ts";
import { membershipState } from "#src/policy/membership.ts";

/** A person's membership status: by their memberships, or because an organizer added them to the group. */
export function membershipStatusOf(app: App, rows: readonly MembershipRow[], isInGroup: boolean): MembershipStatus {
  const now = app.clock.now();
  const isMember = isInGroup || rows.some((row) => isRunning(membershipState(row, now)));
  return viewMembershipStatus(rows, isMember, { now, timeZone: app.config.group.timeZone });
}

/** A ledger entry as its person sees it. */
export function viewPaymentOf(app: App, row: PaymentRow): PaymentView {
  return viewPayment(row, app.config.group.timeZone);
}
