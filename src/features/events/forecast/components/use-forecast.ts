import { forecastSentence } from "#src/features/events/forecast/rules.ts";
import type { Forecast } from "#src/features/events/forecast/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";

/** The expected attendance in words, for hosts; null if there is none or `eventId` is null. */
export function useForecast(eventId: string | null): { sentence: string | null; isLoading: boolean } {
  const path = eventId === null ? null : `/api/social-events/${encodeURIComponent(eventId)}/forecast`;
  const { value, failure } = useLoaded<Forecast>(path);
  return {
    sentence: value === null ? null : forecastSentence(value),
    isLoading: path !== null && value === null && failure === null,
  };
}
