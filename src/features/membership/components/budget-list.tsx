import { ANNUAL_BUDGET, totalCents } from "#src/features/membership/components/budget.ts";
import styles from "#src/features/membership/components/budget-list.module.css";
import { dollars } from "#src/shared/money.ts";

/** What dues are spent on. Works without scripts. */
export function BudgetList() {
  return (
    <details className={styles.budget}>
      <summary className={styles.summary}>Show Our Annual Budget</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">What a year costs</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">For</th>
            <th scope="col">A year</th>
          </tr>
        </thead>
        <tbody>
          {ANNUAL_BUDGET.map(({ what, cents }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{dollars(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{dollars(totalCents())}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
