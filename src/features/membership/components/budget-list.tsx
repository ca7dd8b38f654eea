import styles from "#src/features/membership/components/budget-list.module.css";
import type { BudgetLine } from "#src/shared/budget.ts";
import { dollars } from "#src/shared/money.ts";

/** What dues are spent on. Works without scripts. */
export function BudgetList({ budget }: { budget: readonly BudgetLine[] }) {
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
          {budget.map(({ what, cents }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two lines may say the same, and none has a state
            <tr key={at}>
              <th scope="row">{what}</th>
              <td>{dollars(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{dollars(budget.reduce((sum, { cents }) => sum + cents, 0))}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
}
