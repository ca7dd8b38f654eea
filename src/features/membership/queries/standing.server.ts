import type { App } from "#src/context/app.ts";
import type { MembershipRow, PaymentRow } from "#src/db/tables/payments.ts";
import type { PaymentView, Standing } from "#src/features/membership/schema.ts";
import { isRunning } from "#src/features/membership/rules.ts";
import { viewPayment, viewStanding } from "#src/features/membership/view.ts";
import { membershipState } from "#src/policy/membership.ts";

/** How a person stands: by their memberships, or because somebody put them into the group. */
export function viewStandingOf(app: App, rows: readonly MembershipRow[], isInGroup: boolean): Standing {
  const now = app.clock.now();
  const isMember = isInGroup || rows.some((row) => isRunning(membershipState(row, now)));
  return viewStanding(rows, isMember, { now, timeZone: app.config.group.timeZone });
}

/** An entry of the books as its person reads it. */
export function viewPaymentOf(app: App, row: PaymentRow): PaymentView {
  return viewPayment(row, app.config.group.timeZone);
}
