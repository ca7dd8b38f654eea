import { PasswordAndEmailSections } from "#src/features/security/components/password-and-email.tsx";
import { DevicesSection } from "#src/features/security/components/devices.tsx";
import { SignInMethodsSection } from "#src/features/factors/components/sign-in-methods.tsx";
import { RecentActivitySection } from "#src/features/security/components/recent-activity.tsx";
import styles from "#src/features/security/components/security.module.css";

/** In this order: Password, Email, Sign-in methods, Devices, Recent activity. Each section is a file beside this one. */
export function SecuritySections() {
  return (
    <div className={styles.sections}>
      <PasswordAndEmailSections />
      <SignInMethodsSection />
      <DevicesSection />
      <RecentActivitySection />
    </div>
  );
}

/** Skeleton of the sections. */
export function SecuritySkeleton() {
  return (
    <div className={styles.sections} aria-hidden>
      {[1, 2, 3].map((section) => (
        <div key={section} className={styles.blank} />
      ))}
    </div>
  );
}
