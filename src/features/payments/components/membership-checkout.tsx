import { useState } from "react";
import { postBitcoinCash } from "#src/features/payments/components/post-bitcoin-cash.ts";
import { dollars } from "#src/shared/money.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";

/** Records the payment, so that its callback can be matched, and opens the payment service's page. */
export function MembershipCheckout({ cents }: { cents: number }) {
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [refusal, setRefusal] = useState("");

  async function begin(): Promise<void> {
    setIsUnderWay(true);
    setRefusal("");
    const begun = await postBitcoinCash({ purpose: "membership" });
    if (begun.ok) return window.location.assign(begun.value.pageUrl);
    setIsUnderWay(false);
    setRefusal(begun.message);
  }
  return (
    <>
      <NeedsScripts />
      <FailureNotice title="The payment didn’t start" words={refusal || null} />
      <Button size="lg" wide aria-disabled={isUnderWay} onClick={() => !isUnderWay && void begin()}>
        {isUnderWay ? "One moment…" : `Pay ${dollars(cents)} in Bitcoin Cash`}
      </Button>
    </>
  );
}
