import styles from "#src/features/membership/books/components/payments-app.module.css";
import type { Totals as TotalsView } from "#src/features/membership/books/schema.ts";
import { TextButton } from "#src/ui/text-button.tsx";

type TotalsProps = {
  totals: TotalsView;
  /** Shown if the list is empty. */
  none: string;
  chosen: string;
  onChoose: (month: string) => void;
};

/** Monthly totals by payment method; each month links to its entries. */
export function Totals({ totals: { months }, none, chosen, onChoose }: TotalsProps) {
  if (months.length === 0) return <p className={styles.quiet}>{none}</p>;
  return (
    <ul className={styles.list} aria-label="Totals by month">
      {months.map(({ month, title, amount, methods }) => (
        <li key={month} className={styles.entry} aria-current={chosen === month || undefined}>
          <div className={styles.line}>
            <p className={styles.what}>
              <strong>{amount}</strong> {title}
            </p>
            <TextButton onClick={() => onChoose(chosen === month ? "" : month)}>
              {chosen === month ? "Show all months" : "Show entries"}
              <span className="visually-hidden"> of {title}</span>
            </TextButton>
          </div>
          <p className={styles.quiet}>
            {methods
              .map(({ name, amount: sum, count }) => `${name} ${sum} (${count > 0 ? count : "given back"})`)
              .join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  );
}
