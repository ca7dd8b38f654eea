import styles from "#src/features/membership/components/payment-table.module.css";
import type { PaymentView } from "#src/features/membership/schema.ts";
import { shortDate, weekdayName } from "#src/shared/dates.ts";

/** `2026-11-28` → `Sat, Nov 28, 2026`. */
export function paymentDay(day: string): string {
  return `${weekdayName(day).slice(0, 3)}, ${shortDate(day)}, ${day.slice(0, 4)}`;
}

/** A person's payments, newest first. */
export function PaymentTable({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Payments, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col" className={styles.amount}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, day, what, note, amount }) => (
          <tr key={id}>
            <th scope="row">{paymentDay(day)}</th>
            <td>
              {what}
              {note !== "" && <span className={styles.note}>{note}</span>}
            </td>
            <td className={styles.amount}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
