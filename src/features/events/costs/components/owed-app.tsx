import { Link } from "react-router";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import panel from "#src/features/console/components/panel.module.css";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import styles from "#src/features/events/costs/components/costs.module.css";
import type { Owed } from "#src/features/events/costs/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { longDate } from "#src/shared/dates.ts";
import { exactDollars } from "#src/shared/money.ts";

const SOURCE: PagedSource<Owed, Owed["shares"][number]> = {
  cursor: "after",
  read: ({ shares, next }) => ({ items: shares, next }),
};

/** The organizers' list of open shares of all events. */
export function OwedApp() {
  const owed = usePagedList("/api/admin/event-shares", SOURCE);
  return (
    <section className={styles.part} aria-labelledby="owed">
      <h2 id="owed" className={panel.heading}>
        Who owes what
      </h2>
      <p className={styles.quiet}>
        {owed.answer ? `${exactDollars(owed.answer.openCents)} to collect by hosts, of all events.` : ""} It is money
        between hosts and guests, so it is not in the group’s books.
      </p>
      <ListFrame list={owed} what={["share", "shares"]} empty={<p className={styles.quiet}>Nobody owes anything.</p>}>
        {(shares) => (
          <ul className={styles.list}>
            {shares.map(({ id, eventId, title, day, name, amountCents, reminders }) => (
              <li key={id} className={styles.share}>
                <span>
                  {name}
                  <span className={styles.quiet}>
                    {" "}
                    · <Link to={`/events/${eventId}/costs`}>{title}</Link>, {longDate(day)}
                    {reminders > 0 && `, ${counted(reminders, "reminder", "reminders")}`}
                  </span>
                </span>
                <span className={styles.amount}>{exactDollars(amountCents)}</span>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
