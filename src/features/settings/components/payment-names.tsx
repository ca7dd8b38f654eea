import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import { PLANS } from "#src/features/membership/components/plans.ts";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { dollars, parseCents } from "#src/shared/money.ts";

const inDollars = (typed: string) => dollars(parseCents(typed) ?? 0);

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

function PlansPreview({ monthlyPrice, bitcoinCashPrice }: GroupSettings) {
  return (
    <>
      {PLANS.map(({ id, name }) => (
        <p key={id}>
          <strong>{name}</strong>: {id === "supporter" ? `${inDollars(monthlyPrice)} per month` : "$0"}
        </p>
      ))}
      <p>Pay {inDollars(bitcoinCashPrice)} in Bitcoin Cash</p>
    </>
  );
}

export const PLANS_SETTINGS: SettingsPart = {
  id: "plans",
  title: "Plans and prices",
  Fields: ({ section }) => (
    <>
      <SettingLine
        section={section}
        name="monthlyPrice"
        inputMode="decimal"
        maxLength={12}
        hint="The price shown on the site. Change it at the card provider too: people pay what its page asks for."
      />
      <SettingLine section={section} name="bitcoinCashPrice" inputMode="decimal" maxLength={12} />
    </>
  ),
  Preview: PlansPreview,
};
