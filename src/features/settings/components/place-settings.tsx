import {
  type FieldsProps,
  SettingText,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { placeWords, readPlaces } from "#src/shared/places.ts";
import { SelectField } from "#src/ui/field.tsx";

function Preview({ places: text }: GroupSettings) {
  const kinds = readPlaces(text);
  if (kinds.length === 0) return <p>No places to choose from yet.</p>;
  return (
    <SelectField label="Places we know" value="" onValue={() => undefined}>
      <option value="">Somewhere else</option>
      {kinds.map(({ kind, places }) => (
        <optgroup key={kind} label={kind}>
          {places.map((place) => (
            <option key={placeWords(place)} value="">
              {place[0]}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function Fields({ section }: FieldsProps) {
  return (
    <SettingText
      section={section}
      name="places"
      hint="A line for each place: name, address. A line that begins with # is the kind of those below it."
      rows={10}
      maxLength={10_000}
    />
  );
}

export const PLACES_SETTINGS: SettingsPart = { id: "places", title: "Places", Fields, Preview };
