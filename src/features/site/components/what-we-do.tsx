import { Link } from "react-router";
import type { NavigationItem } from "#src/features/site/components/navigation.ts";
import styles from "#src/features/site/components/what-we-do.module.css";

/** Links to the pages about the group's activities that are configured. */
export function WhatWeDo({ links }: { links: readonly NavigationItem[] }) {
  return (
    <nav className={styles.about} aria-labelledby="what-we-do">
      <h2 id="what-we-do" className={styles.title}>
        What we do
      </h2>
      <ul className={styles.list}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
