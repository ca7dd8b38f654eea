import { Link } from "react-router";
import styles from "#src/ui/breadcrumb.module.css";

type BreadcrumbProps = {
  /** The ancestors, from the top. */
  trail: readonly { readonly label: string; readonly to: string }[];
  current: string;
};

export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {trail.map(({ label, to }) => (
          <li key={to} className={styles.step}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
          </li>
        ))}
        <li className={styles.step} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
