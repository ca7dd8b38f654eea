import { Link } from "react-router";
import type { Route } from "./+types/pay";
import { appContext } from "#src/context/app-context.ts";
import { NO_WAYS_TO_PAY } from "#src/features/payments/messages.ts";
import { paymentApps } from "#src/features/payments/queries.server.ts";
import styles from "#src/features/payments/routes/pay.module.css";
import { BITCOIN_CASH_CENTS } from "#src/features/payments/rules.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { dollars } from "#src/shared/money.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return paymentApps(context.get(appContext));
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Donate or Pay",
    description: "Give something for the fire, or pay what you owe: in Bitcoin Cash or with a payment app.",
    path: "/pay",
  });

const TRAIL = [
  { label: "Home", to: "/" },
  { label: "Events", to: "/events" },
];

type WayProps = { to: string; name: string; note: string };

function Way({ to, name, note }: WayProps) {
  return (
    <li className={styles.way}>
      <Link to={to} className={styles.link} {...(to.startsWith("http") && { rel: "noopener" })}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{note}</span>
      </Link>
    </li>
  );
}

export default function Pay({ loaderData: { venmo, cashApp } }: Route.ComponentProps) {
  return (
    <Page>
      <BesidePicture picture="photo-bonfire-circle">
        <Breadcrumb trail={TRAIL} current="Donate or Pay" />
        <PageHeader
          title="Donate or Pay"
          lead="For your share of an event, a ticket, or because the firewood ran out last time."
        />
        <ul className={styles.ways}>
          <Way
            to="/paybch"
            name="Bitcoin Cash"
            note={`${dollars(BITCOIN_CASH_CENTS)} from your wallet, on this site`}
          />
          {venmo !== null && <Way to={venmo} name="Venmo" note="Opens venmo.com or its app" />}
          {cashApp !== null && <Way to={cashApp} name="Cash App" note="Opens cash.app or its app" />}
        </ul>
        {venmo === null && cashApp === null && <p className={styles.none}>{NO_WAYS_TO_PAY}</p>}
        <p className={styles.hint}>
          Write in the note what it is for and the name you use in the chat. Want to pay every month instead?{" "}
          <Link to="/subscribe">Subscribe</Link>.
        </p>
      </BesidePicture>
    </Page>
  );
}
