import { showRateSentence } from "#src/features/events/forecast/rules.ts";
import type { ShowRate } from "#src/features/events/forecast/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { Section } from "#src/ui/section.tsx";

/** The reader's own attendance record. Renders nothing while nothing counts. */
export function OwnShowRate() {
  const { value } = useLoaded<ShowRate>("/api/profile/show-rate");
  const sentence = value === null ? null : showRateSentence(value);
  if (sentence === null) return null;
  return (
    <Section id="show-rate" title="How often you came">
      <p>{sentence} Only you and the organizers see this.</p>
      <p>
        It counts the last six months. Events that were called off or on hold for the weather never count, nor those
        that you were excused from.
      </p>
    </Section>
  );
}
