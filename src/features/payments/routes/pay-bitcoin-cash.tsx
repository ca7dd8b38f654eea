import type { Route } from "./+types/pay-bitcoin-cash";
import { appContext } from "#src/context/app-context.ts";
import { BitcoinCashCheckout } from "#src/features/payments/components/bitcoin-cash-checkout.tsx";
import { DemonstrationNotice } from "#src/features/payments/components/demonstration-notice.tsx";
import { NotSetUp } from "#src/features/payments/components/not-set-up.tsx";
import { BITCOIN_CASH_NOT_SET_UP } from "#src/features/payments/messages.ts";
import { bitcoinCashService } from "#src/features/payments/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { service: bitcoinCashService(context.get(appContext)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Pay with Bitcoin Cash",
    description: "Fifteen dollars in Bitcoin Cash, in two steps: who you are, then your wallet.",
    path: "/paybch",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Donate or Pay", to: "/pay" },
];

export default function PayBitcoinCash({ loaderData: { service } }: Route.ComponentProps) {
  return (
    <Page>
      <BesidePicture picture="kayak">
        <Breadcrumb trail={TRAIL} current="Bitcoin Cash" />
        <PageHeader title="Pay with Bitcoin Cash" lead="Fifteen dollars, from your wallet to the group’s." />
        {service?.isDemonstration && <DemonstrationNotice />}
        {service ? <BitcoinCashCheckout /> : <NotSetUp text={BITCOIN_CASH_NOT_SET_UP} />}
      </BesidePicture>
    </Page>
  );
}
