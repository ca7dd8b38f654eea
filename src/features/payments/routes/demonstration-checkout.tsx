import { data } from "react-router";
import type { Route } from "./+types/demonstration-checkout";
import { appContext } from "#src/context/app-context.ts";
import { useIdToken } from "#src/features/identity/session.ts";
import { DemonstrationCheckout } from "#src/features/payments/components/demonstration-checkout.tsx";
import { DemonstrationNotice } from "#src/features/payments/components/demonstration-notice.tsx";
import { DemonstrationSubscriptions } from "#src/features/payments/components/demonstration-subscriptions.tsx";
import { NotSetUp } from "#src/features/payments/components/not-set-up.tsx";
import { NO_DEMONSTRATION } from "#src/features/payments/messages.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { cardPayments, config } = context.get(appContext);
  const isThere = cardPayments?.demonstration !== undefined;
  return data({ isThere, cents: config.prices.monthlyCents }, { status: isThere ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Checkout",
    description: "A demonstration of the card provider's page. No money moves.",
    path: "/checkout",
    isHidden: true,
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Subscribe", to: "/subscribe" },
];

/** Stands in for the card provider's hosted page, and says so. */
export default function Checkout({ loaderData: { isThere, cents } }: Route.ComponentProps) {
  const isSignedIn = useIdToken() !== null;
  return (
    <Page>
      <BesidePicture picture="photo-pier-group">
        <Breadcrumb trail={TRAIL} current="Checkout" />
        {isThere ? (
          <>
            <PageHeader title="Checkout" lead="The card provider’s page would be here." />
            <DemonstrationNotice />
            <DemonstrationCheckout cents={cents} />
            {isSignedIn && <DemonstrationSubscriptions />}
          </>
        ) : (
          <NotSetUp text={NO_DEMONSTRATION} />
        )}
      </BesidePicture>
    </Page>
  );
}
