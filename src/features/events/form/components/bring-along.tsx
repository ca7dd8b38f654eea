import { Pick, PlainLine } from "#src/features/events/form/components/fields.tsx";
import type { DraftForm } from "#src/features/events/form/rules/draft.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";

/** How many guests people may bring, and what to bring. */
export function BringAlong({ form }: { form: DraftForm }) {
  return (
    <>
      <Pick form={form} name="guestsPerPerson" label="Guests per person" hint="Each guest takes a space.">
        {Array.from({ length: MOST_GUESTS + 1 }, (_, guests) => (
          <option key={guests} value={String(guests)}>
            {guests === 0 ? "None" : guests}
          </option>
        ))}
      </Pick>
      <PlainLine form={form} name="bring" placeholder="Water, a towel, two dollars for parking" />
    </>
  );
}
