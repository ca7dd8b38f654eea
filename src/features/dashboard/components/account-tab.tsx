import styles from "#src/features/dashboard/components/account-tab.module.css";
import { OwnShowRate } from "#src/features/events/forecast/components/own-show-rate.tsx";
import { CalendarSection } from "#src/features/dashboard/components/calendar-section.tsx";
import { DetailsSection } from "#src/features/dashboard/components/details-section.tsx";
import { LadderSection } from "#src/features/dashboard/components/ladder-section.tsx";
import { MembershipSection } from "#src/features/dashboard/components/membership-section.tsx";
import { MailChoices } from "#src/features/dashboard/components/mail-choices.tsx";
import { DataSection, SessionSection } from "#src/features/dashboard/components/own-data.tsx";
import { PushSection } from "#src/features/dashboard/components/push-section.tsx";
import { SetupSection } from "#src/features/dashboard/components/setup-section.tsx";
import type { AccountPartProps } from "#src/features/dashboard/components/account-part.ts";

/** The person's data and settings. */
export function AccountTab({ profile, onProfile }: AccountPartProps) {
  return (
    <div className={styles.sections}>
      <DetailsSection profile={profile} onProfile={onProfile} />
      <OwnShowRate />
      <MembershipSection />
      <SetupSection profile={profile} onProfile={onProfile} />
      <MailChoices profile={profile} onProfile={onProfile} />
      <PushSection getsMail={!profile.notifications.unsubscribed} />
      <LadderSection />
      <CalendarSection />
      <SessionSection />
      <DataSection />
    </div>
  );
}

/** Reserves the account's space. */
export function AccountSkeleton() {
  return (
    <div className={styles.sections} aria-hidden>
      {[1, 2, 3].map((section) => (
        <div key={section} className={styles.blank} />
      ))}
    </div>
  );
}
