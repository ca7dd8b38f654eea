import { Link } from "react-router";
import type { Route } from "./+types/membership-bitcoin-cash";
import { appContext } from "#src/context/app-context.ts";
import { MembershipCheckout } from "#src/features/payments/components/membership-checkout.tsx";
import { DemonstrationNotice } from "#src/features/payments/components/demonstration-notice.tsx";
import { NotSetUp } from "#src/features/payments/components/not-set-up.tsx";
import { BITCOIN_CASH_NOT_SET_UP } from "#src/features/payments/messages.ts";
import { bitcoinCashService } from "#src/features/payments/queries.server.ts";
import styles from "#src/features/payments/routes/membership-bitcoin-cash.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import { dollars } from "#src/shared/money.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { service: bitcoinCashService(app), prices: app.config.prices };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: "Membership in Bitcoin Cash",
    description: `A month of membership for ${dollars(loaderData?.prices.bitcoinCashCents ?? 0)} in Bitcoin Cash.`,
    path: "/bchMembership",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Subscribe", to: "/subscribe" },
];

export default function MembershipBitcoinCash({ loaderData: { service, prices } }: Route.ComponentProps) {
  const isSignedIn = useIdToken() !== null;
  return (
    <Page>
      <BesidePicture picture="photo-pier-group">
        <Breadcrumb trail={TRAIL} current="Bitcoin Cash" />
        <PageHeader
          title="Membership in Bitcoin Cash"
          lead={`${dollars(prices.bitcoinCashCents)} a month, and ${dollars(prices.monthlyCents)} by card: no card fees, and nothing renews by itself.`}
        />
        {service ? (
          <div className={styles.checkout}>
            {service.isDemonstration && <DemonstrationNotice />}
            {isSignedIn ? (
              <p>
                The button opens the payment service with the amount filled in. You’re signed in, so the month counts
                for you as soon as it’s paid.
              </p>
            ) : (
              <p>
                <Link to="/login?next=/bchMembership">Sign in</Link> first, and the month counts for you as soon as it’s
                paid. A wallet carries no name, so if you pay without logging in, write to{" "}
                <Link to="/support">Support</Link> with the name you use in the chat.
              </p>
            )}
            <MembershipCheckout cents={prices.bitcoinCashCents} />
          </div>
        ) : (
          <NotSetUp text={BITCOIN_CASH_NOT_SET_UP} />
        )}
      </BesidePicture>
    </Page>
  );
}
