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
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { service: bitcoinCashService(context.get(appContext)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Membership in Bitcoin Cash",
    description: "A month of membership for $15 in Bitcoin Cash.",
    path: "/bchMembership",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Subscribe", to: "/subscribe" },
];

export default function MembershipBitcoinCash({ loaderData: { service } }: Route.ComponentProps) {
  const isSignedIn = useIdToken() !== null;
  return (
    <Page width="text">
      <Breadcrumb trail={TRAIL} current="Bitcoin Cash" />
      <PageHeader
        title="Membership in Bitcoin Cash"
        lead="$15 a month instead of the $20 by card: no card fees, and no subscription that runs on by itself."
      />
      {service ? (
        <div className={styles.checkout}>
          {service.isDemonstration && <DemonstrationNotice />}
          {isSignedIn ? (
            <p>
              The button opens the payment service with the amount filled in. You are signed in, so the month counts for
              you by itself as soon as it is paid.
            </p>
          ) : (
            <p>
              The button opens the payment service with the amount filled in. <Link to="/login">Log in</Link> first, and
              the month counts for you by itself. Otherwise, when you have paid, tell an organizer which name you use in
              the chat, at an event or through <Link to="/support">Support</Link>: a wallet does not say whose it is.
            </p>
          )}
          <MembershipCheckout />
        </div>
      ) : (
        <NotSetUp text={BITCOIN_CASH_NOT_SET_UP} />
      )}
    </Page>
  );
}
