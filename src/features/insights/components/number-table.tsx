import { Link } from "react-router";
import styles from "#src/features/insights/components/insights.module.css";

type Cell = { readonly words: string; readonly to: string };
type NumberTableProps = {
  /** The table's caption, for screen readers. */
  caption: string;
  columns: readonly string[];
  rows: readonly { readonly title: string; readonly cells: readonly Cell[] }[];
};

/** Numbers by period, each a link to the list behind it. */
export function NumberTable({ caption, columns: [first = "", ...columns], rows }: NumberTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, cells }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {cells.map(({ words, to }, index) => (
                <td key={columns[index]}>
                  <Link to={to} aria-label={`${words}, ${columns[index]}, ${title}`}>
                    {words}
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
