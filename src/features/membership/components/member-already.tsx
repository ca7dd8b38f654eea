import styles from "#src/features/membership/components/plan-list.module.css";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

/** Shown to members in place of the ways to pay. */
export function MemberAlready({ own }: { own: OwnMembership }) {
  return (
    <div className={styles.action}>
      <p className={styles.already}>
        <strong>You are already a member.</strong> {own.line.replace("You are a member. ", "")}
      </p>
      <ButtonLink to="/dashboard?tab=account" variant="quiet">
        Membership and payments
      </ButtonLink>
    </div>
  );
}
