import { BITCOIN_CASH_CENTS, checkoutParameters, type PromptCash } from "#src/features/payments/rules.ts";
import { dollars } from "#src/shared/money.ts";
import { Button } from "#src/ui/button-link.tsx";

/** Named when it is sent, so that a page that lay open for a day does not name a payment of yesterday. */
function nameThePayment({ currentTarget }: React.FormEvent<HTMLFormElement>): void {
  const txId = currentTarget.elements.namedItem("tx_id");
  if (txId instanceof HTMLInputElement) txId.value = String(Date.now());
}

/** Hands over to the payment service's own page, with what it must know. */
export function MembershipCheckout({ service, groupName }: { service: PromptCash; groupName: string }) {
  const parameters = checkoutParameters(service.token, 0, `Membership of ${groupName}`);
  return (
    <form method="get" action={`${service.url}/pay`} onSubmit={nameThePayment}>
      {Object.entries(parameters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      <Button type="submit" size="lg" wide>
        Pay {dollars(BITCOIN_CASH_CENTS)} in Bitcoin Cash
      </Button>
    </form>
  );
}
