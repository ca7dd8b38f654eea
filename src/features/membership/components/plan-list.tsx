import { PLANS } from "#src/features/membership/components/plans.ts";
import styles from "#src/features/membership/components/plan-list.module.css";
import { CARD_NOT_SET_UP } from "#src/features/membership/messages.ts";
import { dollars } from "#src/shared/money.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

/** The way to the hosted payment page; until there is one, to the other ways. */
function SubscribeAction({ paymentLink }: { paymentLink: string | null }) {
  return (
    <div className={styles.action}>
      <ButtonLink to={paymentLink ?? "/pay"} size="lg" wide>
        Subscribe
      </ButtonLink>
      {paymentLink === null ? (
        <p className={styles.missing}>{CARD_NOT_SET_UP}</p>
      ) : (
        <p className={styles.missing}>You pay on the card provider’s own page. Stop there whenever you like.</p>
      )}
    </div>
  );
}

/** The two plans, side by side where there is room. */
export function PlanList({ paymentLink }: { paymentLink: string | null }) {
  return (
    <div className={styles.plans}>
      {PLANS.map(({ id, name, monthlyCents, line, gets }) => (
        <section key={id} className={styles.plan} data-plan={id} aria-labelledby={id}>
          <h2 id={id} className={styles.name}>
            {name}
          </h2>
          <p className={styles.price}>
            {dollars(monthlyCents)}
            {monthlyCents > 0 && <span className={styles.per}> per month</span>}
          </p>
          <p className={styles.line}>{line}</p>
          <ul className={styles.gets}>
            {gets.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          {id === "supporter" && <SubscribeAction paymentLink={paymentLink} />}
        </section>
      ))}
    </div>
  );
}
