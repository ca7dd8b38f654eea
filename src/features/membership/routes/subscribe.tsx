import { Link } from "react-router";
import type { Route } from "./+types/subscribe";
import { appContext } from "#src/context/app-context.ts";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import { BudgetList } from "#src/features/membership/components/budget-list.tsx";
import { JoinedThanks } from "#src/features/membership/components/joined-thanks.tsx";
import { PlanList } from "#src/features/membership/components/plan-list.tsx";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import styles from "#src/features/membership/routes/subscribe.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { dollars } from "#src/shared/money.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";
import { Picture, pictureUrl } from "#src/ui/picture.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { cardPayments, chatProvider, config } = context.get(appContext);
  return {
    paymentLink: cardPayments?.checkoutUrl({}) ?? null,
    isDemonstration: cardPayments?.demonstration !== undefined,
    hasAnnouncements: chatProvider.name === "local",
    freeChatAccess: config.freeChatAccess,
    budget: config.group.budget,
    prices: config.prices,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: "Subscribe",
    description: `Supporting Members pay ${dollars(loaderData?.prices.monthlyCents ?? 0)} per month and get every place, every chat and a vote in the members' polls.`,
    path: "/subscribe",
    image: {
      path: pictureUrl("photo-pier-group", 960),
      alt: "Friends arm in arm under the pier",
      width: 960,
      height: 640,
    },
  });

export default function Subscribe({ loaderData: { freeChatAccess, budget, prices, ...plans } }: Route.ComponentProps) {
  const own = useAsMember<OwnMembership>("/api/membership");
  return (
    <Page>
      <JoinedThanks freeChatAccess={freeChatAccess} />
      <PageHeader
        title="Subscribe"
        lead={`The nets, the permits and the firewood are paid for by the people who use them. For ${dollars(prices.monthlyCents)} a month, you are one of them.`}
      />
      <PlanList {...plans} monthlyCents={prices.monthlyCents} own={own} />
      <div className={styles.more}>
        <figure className={styles.figure}>
          <Picture name="photo-pier-group" sizes="(max-width: 47.99em) 92vw, 560px" className={styles.picture} />
          <figcaption className={styles.caption}>Under the pier, after the last set</figcaption>
        </figure>
        <div className={styles.words}>
          <h2 className={styles.title}>Where it goes</h2>
          <p>
            On things you can see on the sand, and on a few you cannot: permits, filings, the chat that reaches you on
            the day.{budget.length > 0 && " Line by line:"}
          </p>
          {budget.length > 0 && <BudgetList budget={budget} />}
          <p className={styles.other}>
            Rather pay in Bitcoin Cash? That membership is {dollars(prices.bitcoinCashCents)}:{" "}
            <Link to="/bchMembership">pay here</Link>.
          </p>
        </div>
      </div>
    </Page>
  );
}
