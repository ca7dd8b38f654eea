import { Link, useMatches } from "react-router";
import { FOOTER_LINKS } from "#src/features/site/components/navigation.ts";
import { SchemeChoice } from "#src/features/site/components/scheme-choice.tsx";
import styles from "#src/features/site/components/site-footer.module.css";

type SiteFooterProps = {
  groupName: string;
  areaName: string;
  contactEmail: string | null;
  socialLinks: readonly { readonly name: string; readonly url: string }[];
};

/** The report page's URL, with the event that it was opened from. */
function useReportPath(): string {
  const eventId = useMatches().at(-1)?.params["eventId"];
  return eventId === undefined ? "/report" : `/report?${new URLSearchParams({ event: eventId })}`;
}

/** The footer of every page. */
export function SiteFooter({ groupName, areaName, contactEmail, socialLinks }: SiteFooterProps) {
  const reportPath = useReportPath();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.who}>
          <p className={styles.slogan}>Come Hang With Us</p>
          <p className="quiet">
            {groupName}, {areaName}
          </p>
          {contactEmail !== null && (
            <a href={`mailto:${contactEmail}`} className={styles.link}>
              {contactEmail}
            </a>
          )}
        </div>
        <nav aria-label="Footer" className={styles.columns}>
          <ul className={styles.list}>
            {FOOTER_LINKS.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {socialLinks.length > 0 && (
            <ul className={styles.list}>
              {socialLinks.map(({ name, url }) => (
                <li key={name}>
                  <a href={url} rel="noopener me" className={styles.link}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </nav>
        <div>
          <SchemeChoice />
          <Link to={reportPath} className={styles.link}>
            Report a problem
          </Link>
        </div>
      </div>
    </footer>
  );
}
