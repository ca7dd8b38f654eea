import { NO_MONEY_MOVES } from "#src/features/payments/messages.ts";
import { Notice } from "#src/ui/notice.tsx";

/** Shown first on a page that stands in for a payment service. */
export function DemonstrationNotice() {
  return (
    <Notice kind="warning" title="This is a demonstration">
      <p>{NO_MONEY_MOVES}</p>
    </Notice>
  );
}
