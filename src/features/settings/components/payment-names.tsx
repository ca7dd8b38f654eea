import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import { PLANS } from "#src/features/membership/components/plans.ts";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { dollars, parseCents, priceFault } from "#src/shared/money.ts";

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

/** A typed price as the site shows it; null if it can't be read. */
const priceWords = (typed: string) => (priceFault(typed) === undefined ? dollars(parseCents(typed) ?? 0) : null);

/** Says at once that a price can't be read, because the preview leaves it out. */
function PriceLine(props: React.ComponentProps<typeof SettingLine> & { name: "monthlyPrice" | "bitcoinCashPrice" }) {
  const fault = priceFault(props.section.values[props.name]);
  return <SettingLine {...props} inputMode="decimal" maxLength={12} error={fault} />;
}

function PlansPreview({ monthlyPrice, bitcoinCashPrice }: GroupSettings) {
  const [card, bitcoinCash] = [priceWords(monthlyPrice), priceWords(bitcoinCashPrice)];
  return (
    <>
      {PLANS.map(({ id, name }) => (
        <p key={id}>
          <strong>{name}</strong>
          {id === "supporter" ? card !== null && `: ${card} per month` : ": $0"}
        </p>
      ))}
      {bitcoinCash !== null && <p>Pay {bitcoinCash} in Bitcoin Cash</p>}
    </>
  );
}

export const PLANS_SETTINGS: SettingsPart = {
  id: "plans",
  title: "Plans and prices",
  Fields: ({ section }) => (
    <>
      <PriceLine
        section={section}
        name="monthlyPrice"
        hint="The price shown on the site. Change it at the card provider too: people pay what its page asks for."
      />
      <PriceLine section={section} name="bitcoinCashPrice" />
    </>
  ),
  Preview: PlansPreview,
};
