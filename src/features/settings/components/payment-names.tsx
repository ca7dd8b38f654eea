import type { SettingsPartProps } from "#src/features/settings/components/group-names.tsx";
import { type FieldsProps, SettingLine, SettingsSection } from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";

const bare = (name: string) => name.trim().replace(/^[@$]/, "");

function PaymentsPreview({ venmoName, cashAppName }: GroupSettings) {
  return (
    <>
      {venmoName !== "" && <p className={styles.link}>Venmo: venmo.com/{bare(venmoName)}</p>}
      {cashAppName !== "" && <p className={styles.link}>Cash App: cash.app/${bare(cashAppName)}</p>}
      {venmoName + cashAppName === "" && <p>No payment app is offered.</p>}
    </>
  );
}

function Fields({ section }: FieldsProps) {
  return (
    <>
      <SettingLine section={section} name="venmoName" maxLength={31} placeholder="@ourgroup" />
      <SettingLine section={section} name="cashAppName" maxLength={21} placeholder="$ourgroup" />
    </>
  );
}

export function PaymentNames({ settings, onSaved }: SettingsPartProps) {
  return (
    <SettingsSection
      id="payments"
      title="Payment names"
      settings={settings}
      onSaved={onSaved}
      Fields={Fields}
      Preview={PaymentsPreview}
    />
  );
}
