import styles from "#src/features/events/components/event-details.module.css";
import { cashAppUrl, handleWords, venmoUrl, webUrl } from "#src/features/events/components/safe-links.ts";
import { GROUP_HOST, NONE, TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";

/** Plain text: empty lines separate paragraphs, single line breaks stay. */
export function Description({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={styles.description}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  );
}

/** Names of further hosts, without the group itself and clients' 'none'. */
function furtherHosts({ host, host1, host2 }: EventView): string[] {
  return [host1, host2].filter((name) => !["", NONE, GROUP_HOST, host].includes(name));
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Links a value if its URL is safe. */
function Outside({ href, children }: { href: string | null; children: string }) {
  if (href === null) return children;
  return (
    <a href={href} rel="noopener nofollow" target="_blank">
      {children}
    </a>
  );
}

/** The remaining facts of an event. */
export function EventDetails({ event }: { event: EventView }) {
  const hosts = furtherHosts(event);
  return (
    <section className={styles.details} aria-labelledby="details">
      <h2 id="details" className={styles.title}>
        Good to know
      </h2>
      <dl className={styles.rows}>
        {event.bring !== "" && <Row label="Bring">{event.bring}</Row>}
        {event.guestsPerPerson !== undefined && (
          <Row label="Guests">
            {event.guestsPerPerson === 1 ? "You can bring one" : `You can bring up to ${event.guestsPerPerson}`}
          </Row>
        )}
        {event.length !== "" && <Row label="Length">{event.length}</Row>}
        {hosts.length > 0 && <Row label="Also hosting">{hosts.join(", ")}</Row>}
        {webUrl(event.groupMeChatUrl) !== null && (
          <Row label="Group chat">
            <Outside href={webUrl(event.groupMeChatUrl)}>{event.chat || "Open the chat"}</Outside>
          </Row>
        )}
        {webUrl(event.facebookLink) !== null && (
          <Row label="Facebook">
            <Outside href={webUrl(event.facebookLink)}>Event on Facebook</Outside>
          </Row>
        )}
        {event.organizerVenmo !== "" && (
          <Row label="Venmo">
            <Outside href={venmoUrl(event.organizerVenmo)}>{handleWords(event.organizerVenmo, "@")}</Outside>
          </Row>
        )}
        {event.organizerCashApp !== "" && (
          <Row label="Cash App">
            <Outside href={cashAppUrl(event.organizerCashApp)}>{handleWords(event.organizerCashApp, "$")}</Outside>
          </Row>
        )}
        {event.pollPrivateLocation && event.pollPrivateLocation !== TO_BE_DETERMINED && (
          <Row label="Place in the poll">{event.pollPrivateLocation}</Row>
        )}
      </dl>
    </section>
  );
}
