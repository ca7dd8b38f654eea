import { Link } from "react-router";
import { cashAppUrl, venmoUrl } from "#src/features/events/components/safe-links.ts";
import styles from "#src/features/events/costs/components/costs.module.css";
import type { EventView } from "#src/features/events/schema.ts";
import type { OwnShares as OwnSharesView } from "#src/features/events/costs/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { longDate } from "#src/shared/dates.ts";
import { exactDollars } from "#src/shared/money.ts";
import { Notice } from "#src/ui/notice.tsx";

type OwnShare = OwnSharesView["shares"][number];
/** The event whose page shows the share. */
type Shown = Pick<EventView, "socialEventId" | "cost">;

function PayLinks({ share: { venmo, cashApp, host } }: { share: OwnShare }) {
  const ways = [
    ["Venmo", venmo === "" ? null : venmoUrl(venmo)],
    ["Cash App", cashApp === "" ? null : cashAppUrl(cashApp)],
  ] as const;
  const links = ways.filter(([, url]) => url !== null);
  if (links.length === 0) return <p>Ask {host || "the host"} how to pay.</p>;
  return (
    <p className={styles.buttons}>
      {links.map(([label, url]) => (
        <a key={label} href={url ?? ""} target="_blank" rel="noreferrer">
          Pay by {label}
        </a>
      ))}
    </p>
  );
}

function Owed({ share, event }: { share: OwnShare; event: Shown | undefined }) {
  const { eventId, title, day, what, amountCents, heads, host } = share;
  return (
    <Notice title={`You owe ${exactDollars(amountCents)}${event ? "" : ` for ${title}`}`}>
      <p>
        {event?.cost === 0 && "Joining was free, and the host split the cost afterwards. "}
        {what === "" ? "Your share of the cost" : `Your share of: ${what}`}
        {heads > 1 && `, for ${heads} people`}. {host || "The host"} collects it and marks it as paid.
      </p>
      <PayLinks share={share} />
      {!event && day !== "" && (
        <p>
          <Link to={`/events/${eventId}`}>See the event of {longDate(day)}</Link>
        </p>
      )}
    </Notice>
  );
}

/** The viewer's open shares: of one event, or of all. */
export function OwnShares({ event }: { event?: Shown }) {
  const { value } = useLoaded<OwnSharesView>("/api/event-shares");
  return (value?.shares ?? [])
    .filter((share) => event === undefined || share.eventId === event.socialEventId)
    .map((share) => <Owed key={share.eventId} share={share} event={event} />);
}
