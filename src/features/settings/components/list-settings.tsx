import { Chips } from "#src/features/join/components/choice-groups.tsx";
import { PlaceList } from "#src/features/map/components/place-list.tsx";
import { isOnOurMap } from "#src/features/map/rules/places.ts";
import { SettingText, type SettingsPart } from "#src/features/settings/components/settings-section.tsx";
import { readChatGroups } from "#src/shared/chat-groups.ts";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { readInterests } from "#src/shared/interests.ts";
import { readMerchants } from "#src/shared/merchants.ts";
import { Options, SelectField } from "#src/ui/field.tsx";

export const INTERESTS_SETTINGS: SettingsPart = {
  id: "interests",
  title: "Interests",
  Fields: ({ section }) => (
    <SettingText
      section={section}
      name="interests"
      hint="A line for each interest that the join form offers. What people chose stays with them when you change the list."
      rows={8}
      maxLength={1000}
    />
  ),
  Preview: ({ interests }) => (
    <Chips choices={[...new Set(readInterests(interests))]} chosen={[]} onChosen={() => undefined} />
  ),
};

export const CHAT_GROUPS_SETTINGS: SettingsPart = {
  id: "chat-groups",
  title: "Chat groups",
  Fields: ({ section }) => (
    <SettingText
      section={section}
      name="chatGroups"
      hint="A line for each kind of event; the last one is the default. A new one gets a chat. When you take one out, its chat and its events stay."
      rows={7}
      maxLength={2000}
    />
  ),
  Preview: ({ chatGroups }) => (
    <SelectField label="Chat group" value={readChatGroups(chatGroups).at(-1) ?? ""} onValue={() => undefined}>
      <Options of={[...new Set(readChatGroups(chatGroups))].map((group) => [group, group])} />
    </SelectField>
  ),
};

/** Says which merchants the built-in map has no pin for. */
function MerchantsPreview({ merchants }: GroupSettings) {
  const places = readMerchants(merchants);
  const far = places.filter((place) => !isOnOurMap(place));
  return (
    <>
      {far.length > 0 && far.length < places.length && (
        <p role="status">
          Outside the built-in map: {far.map(({ name }) => name).join(", ")}. Unless you use a map service, they are
          listed without a pin. Check the latitude and longitude.
        </p>
      )}
      <PlaceList places={places} pinned={places} chosen={null} onShow={null} />
    </>
  );
}

export const MERCHANTS_SETTINGS: SettingsPart = {
  id: "merchants",
  title: "Merchants",
  Fields: ({ section }) => (
    <SettingText
      section={section}
      name="merchants"
      hint="A line for each: name | what for | address | latitude, longitude | directions (optional)."
      rows={10}
      maxLength={10_000}
    />
  ),
  Preview: MerchantsPreview,
};
