import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { ShowRate } from "#src/features/events/forecast/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";

/** A person's attendance record, for organizers. Renders nothing while nothing counts. */
export function PersonShowRate({ userId }: { userId: string }) {
  const { value } = useLoaded<ShowRate>(`/api/admin/show-rate?${new URLSearchParams({ userId })}`, consoleFetch);
  if (value === null || value.of === 0) return null;
  return (
    <p>
      Came to {value.came} of {value.of} events they signed up for in the last six months. Only they and organizers see
      this.
    </p>
  );
}
