import { Section } from "#src/ui/section.tsx";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { PaymentTable } from "#src/features/membership/components/payment-table.tsx";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";

const HINT = "The newest payments; all of them are in your data below.";

function Status({ own }: { own: OwnMembership }) {
  const { line, cancel, isMember, state, payments, checkoutUrl, isDemonstration } = own;
  const mayPay = checkoutUrl !== null && !isMember;
  return (
    <>
      <p>{line}</p>
      {cancel !== "" && <p className={styles.hint}>{cancel}</p>}
      {(mayPay || (isDemonstration && isMember)) && (
        <div className="buttons">
          {mayPay && <ButtonLink to="/subscribe">{state === "none" ? "Subscribe" : "Subscribe again"}</ButtonLink>}
          {isDemonstration && cancel !== "" && (
            <ButtonLink to={checkoutUrl ?? "/checkout"} variant="quiet">
              The demonstration’s page
            </ButtonLink>
          )}
        </div>
      )}
      {payments.length === 0 ? (
        <p className={styles.hint}>No payments yet.</p>
      ) : (
        <>
          <PaymentTable payments={payments} />
          <p className={styles.hint}>{HINT}</p>
        </>
      )}
    </>
  );
}

/** The end of the membership, its payments, and how to cancel. */
export function MembershipSection() {
  const own = useLoaded<OwnMembership>("/api/membership");
  return (
    <Section id="account-membership" title="Membership and payments">
      {own.value && <Status own={own.value} />}
      {own.failure && (
        <>
          <p className={styles.refused} role="alert">
            {own.failure.message}
          </p>
          <div>
            <Button variant="quiet" onClick={own.retry}>
              Try again
            </Button>
          </div>
        </>
      )}
      {!own.value && !own.failure && <p className={styles.hint}>One moment…</p>}
    </Section>
  );
}
