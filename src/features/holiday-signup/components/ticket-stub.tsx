import styles from "#src/features/holiday-signup/components/ticket-stub.module.css";
import { AT_THE_DOOR_CENTS, EARLY_CENTS, ticketCents } from "#src/features/holiday-signup/rules.ts";
import type { Day } from "#src/shared/dates.ts";
import { dollars } from "#src/shared/money.ts";

/** The ticket prices, with the one that applies today. */
export function TicketStub({ today, partyDay }: { today: Day; partyDay: Day | null }) {
  const now = ticketCents(today, partyDay);
  const prices = [
    { when: "Before the day", cents: EARLY_CENTS },
    { when: "On the day", cents: AT_THE_DOOR_CENTS },
  ];
  return (
    <dl className={styles.stub}>
      {prices.map(({ when, cents }) => (
        <div key={when} className={cents === now ? `${styles.price} ${styles.today}` : styles.price}>
          <dt className="quiet">{when}</dt>
          <dd className={styles.amount}>
            {dollars(cents)}
            {cents === now && <span className={styles.now}> today</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
