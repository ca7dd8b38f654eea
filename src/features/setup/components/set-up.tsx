import { useEffect, useRef } from "react";
import styles from "#src/features/setup/components/setup.module.css";
import { ButtonLink } from "#src/ui/button-link.tsx";

type SetUpProps = { groupName: string; email: string };

const NEXT: readonly (readonly [what: string, how: string])[] = [
  ["Protect your sign-in", "The console asks you for a passkey or an authenticator app the first time."],
  ["Say who you are", "Settings has the tagline, links, payment names, places, and the pages you don’t need."],
  ["Send mail", "Until the server has MAILER=smtp, SMTP_URL and MAIL_FROM, every mail is only a file on it."],
  ["Bring your people", "Import a list from Meetup, GroupMe, a spreadsheet, and others. Nobody is mailed."],
  ["Share the work", "Roles lets others approve people, lead events, or keep the books."],
];

/** The end of the first run, and what to do next. */
export function SetUp({ groupName, email }: SetUpProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.done} role="status">
      <h1 ref={title} tabIndex={-1} className={styles.heading}>
        {groupName} is set up
      </h1>
      <p>
        Sign in as <strong>{email}</strong>. What comes next:
      </p>
      <ol className={styles.next}>
        {NEXT.map(([what, how]) => (
          <li key={what}>
            <strong>{what}.</strong> {how}
          </li>
        ))}
      </ol>
      {/* The page's frame still has the old name, so load the console anew. */}
      <ButtonLink to="/admin" reloadDocument size="lg">
        Sign in to the console
      </ButtonLink>
    </div>
  );
}
