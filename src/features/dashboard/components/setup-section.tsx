import { useState } from "react";
import { Facts } from "#src/ui/facts.tsx";
import { Section } from "#src/ui/section.tsx";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import type { AccountPartProps } from "#src/features/dashboard/components/account-part.ts";
import { SEX_WORDS } from "#src/features/profile/components/profile-fields.tsx";
import { ProfileModal } from "#src/features/profile/components/profile-modal.tsx";
import { CHECK_JOIN_FORM, SETUP_IS_FINAL } from "#src/features/profile/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { formatPhone } from "#src/shared/contact.ts";

/** The fields that can be set only once, with their step-by-step form. */
export function SetupSection({ profile, onProfile }: AccountPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { phone, sex, shirtSize, isFromJoinForm = false } = profile;
  const isComplete = phone !== "" && sex !== "" && shirtSize !== "";
  const action = (
    <Button variant={isComplete && !isFromJoinForm ? "quiet" : "primary"} onClick={() => setIsOpen(true)}>
      {isFromJoinForm ? "Check" : isComplete ? "View" : "Complete"}
      <span className="visually-hidden"> phone, sex and shirt size</span>
    </Button>
  );
  return (
    <Section id="account-setup" title="Phone, sex and shirt size" action={action}>
      <Facts
        facts={[
          ["Phone", formatPhone(phone)],
          ["Sex", sex && SEX_WORDS[sex]],
          ["Shirt size", shirtSize],
        ]}
      />
      <p className={styles.hint}>{isFromJoinForm ? CHECK_JOIN_FORM : SETUP_IS_FINAL}</p>
      {isOpen && (
        <ProfileModal
          feature="profile"
          profile={profile}
          onClose={() => setIsOpen(false)}
          onSaved={(saved) => {
            setIsOpen(false);
            onProfile(saved);
          }}
        />
      )}
    </Section>
  );
}
