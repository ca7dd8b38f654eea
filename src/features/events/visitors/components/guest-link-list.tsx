import styles from "#src/features/events/visitors/components/place.module.css";
import { CopyButton } from "#src/ui/copy-button.tsx";

/** The links for the person's guests, each with a copy button. */
export function GuestLinkList({ paths }: { paths: readonly string[] }) {
  return (
    <>
      <p>
        Send each guest their link. It shows where and when, has a calendar file, and says nothing about you. It works
        while you come with them.
      </p>
      <ul className={styles.links}>
        {paths.map((path, index) => (
          <li key={index} className={styles.link}>
            Guest {index + 1}
            <CopyButton label="Copy link" text={() => location.origin + path} />
          </li>
        ))}
      </ul>
    </>
  );
}
