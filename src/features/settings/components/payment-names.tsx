import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";

const bare = (name: string) => name.trim().replace(/^[@$]/, "");

function Preview({ venmoName, cashAppName }: GroupSettings) {
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

export const PAYMENTS_SETTINGS: SettingsPart = { id: "payments", title: "Payment names", Fields, Preview };
