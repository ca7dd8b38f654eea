import { Link } from "react-router";
import styles from "#src/features/events/forecast/components/own-show-rate.module.css";
import { showRateSentence } from "#src/features/events/forecast/rules.ts";
import type { ShowRate } from "#src/features/events/forecast/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Section } from "#src/ui/section.tsx";

const SECTION = "show-rate";

const useOwnShowRate = () => useLoaded<ShowRate>("/api/profile/show-rate").value;

/** The viewer's attendance record, with an explanation of what counts and how it is used. */
export function OwnShowRate() {
  const value = useOwnShowRate();
  const nothing = "Nothing counts yet. Your first event where a host marks who came will show here.";
  return (
    <Section id={SECTION} title="Your show rate">
      <p>{value === null ? "Loading…" : (showRateSentence(value) ?? nothing)}</p>
      <p className="quiet">
        It counts events of the last six months that you signed up for and where someone marked who came. Events that
        you host, that were canceled or on hold for the weather, or that you were excused from never count.
      </p>
      <p className="quiet">
        It is used for one thing: from everyone’s rates together, hosts read about how many people will come. It never
        decides who gets a space. Only you and the organizers see yours.
      </p>
    </Section>
  );
}

/** The attendance record in one line for the dashboard, with a link to details. Empty while nothing counts. */
export function OwnShowRateLine() {
  const value = useOwnShowRate();
  const sentence = value === null ? null : showRateSentence(value);
  return (
    sentence !== null && (
      <p className={styles.line}>
        {sentence} <Link to={`/dashboard?tab=account#${SECTION}`}>Your show rate</Link>
      </p>
    )
  );
}
