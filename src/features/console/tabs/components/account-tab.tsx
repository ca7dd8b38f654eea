import styles from "#src/features/console/components/console.module.css";
import { Facts } from "#src/ui/facts.tsx";
import { Section } from "#src/ui/section.tsx";
import type { Profile } from "#src/features/profile/schema.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";

/** The 'Account' tab: the signed-in organizer, and sign-out. */
export function AccountTab({ profile }: { profile: Profile }) {
  return (
    <div className={styles.account}>
      <Section
        id="console-account"
        title="Account"
        action={
          <ButtonLink to="/logout" variant="quiet">
            Logout
          </ButtonLink>
        }
      >
        <Facts
          facts={[
            ["Email", profile.email],
            ["Role", profile.role],
          ]}
        />
        <ButtonLink to="/account/security" variant="quiet">
          Sign-in &amp; security
        </ButtonLink>
      </Section>
    </div>
  );
}
