import { MemberAlready } from "#src/features/membership/components/member-already.tsx";
import { includedIn, PLANS } from "#src/features/membership/components/plans.ts";
import styles from "#src/features/membership/components/plan-list.module.css";
import { CARD_NOT_SET_UP, DEMONSTRATION } from "#src/features/membership/messages.ts";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import { forVisitors, useSessionState } from "#src/features/identity/session.ts";
import { dollars } from "#src/shared/money.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

type WayToPay = { paymentLink: string | null; isDemonstration: boolean };

function note({ paymentLink, isDemonstration }: WayToPay): string {
  if (paymentLink === null) return CARD_NOT_SET_UP;
  return isDemonstration ? DEMONSTRATION : "You pay on the card provider’s own page. Stop there whenever you like.";
}

/** Links to the hosted payment page, or to other methods until one is set up. */
function SubscribeAction({ own, ...way }: WayToPay & { own: OwnMembership | null }) {
  const session = useSessionState();
  if (own?.isMember) return <MemberAlready own={own} />;
  // Identifies the person so that the payment is matched; disabled until they are known.
  const paymentLink = own?.checkoutUrl ?? way.paymentLink;
  return (
    <div className={styles.action} {...(own === null && forVisitors(session))}>
      <ButtonLink to={paymentLink ?? "/pay"} size="lg" wide>
        Subscribe
      </ButtonLink>
      {own !== null && own.state !== "none" && <p className={styles.already}>{own.line}</p>}
      <p className="quiet">{note(way)}</p>
    </div>
  );
}

/** The two plans, side by side where there is room. */
export function PlanList({
  own,
  hasAnnouncements,
  monthlyCents,
  ...way
}: WayToPay & { own: OwnMembership | null; hasAnnouncements: boolean; monthlyCents: number }) {
  return (
    <div className={styles.plans}>
      {PLANS.map((plan) => (
        <section key={plan.id} className={styles.plan} data-plan={plan.id} aria-labelledby={plan.id}>
          <h2 id={plan.id} className={styles.name}>
            {plan.name}
          </h2>
          <p className={styles.price}>
            {dollars(plan.id === "supporter" ? monthlyCents : 0)}
            {plan.id === "supporter" && <span className={styles.per}> per month</span>}
          </p>
          <p className={styles.line}>{plan.line}</p>
          <ul className={styles.gets}>
            {includedIn(plan, hasAnnouncements).map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          {plan.id === "supporter" && <SubscribeAction {...way} own={own} />}
        </section>
      ))}
    </div>
  );
}
