import { forecastSentence } from "#src/features/events/forecast/rules.ts";
import type { Forecast as ForecastView } from "#src/features/events/forecast/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";

/** The expected attendance, for hosts. Renders nothing until it is known. */
export function Forecast({ eventId }: { eventId: string }) {
  const { value } = useLoaded<ForecastView>(`/api/social-events/${encodeURIComponent(eventId)}/forecast`);
  const sentence = value === null ? null : forecastSentence(value);
  return sentence === null ? null : <p>{sentence}</p>;
}
