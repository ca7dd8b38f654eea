import { Chips } from "#src/features/join/components/choice-groups.tsx";
import { PlaceList } from "#src/features/map/components/place-list.tsx";
import { SettingText, type SettingsPart } from "#src/features/settings/components/settings-section.tsx";
import { readChatGroups } from "#src/shared/chat-groups.ts";
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
      hint="A line for each kind of event; the last is the usual one. A new one gets a chat. When you take one out, its chat and its events stay."
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

export const MERCHANTS_SETTINGS: SettingsPart = {
  id: "merchants",
  title: "Merchants",
  Fields: ({ section }) => (
    <SettingText
      section={section}
      name="merchants"
      hint="A line for each: name | what for | address | latitude, longitude | the way there, which you can leave out."
      rows={10}
      maxLength={10_000}
    />
  ),
  Preview: ({ merchants }) => <PlaceList places={readMerchants(merchants)} chosen={null} onShow={null} />,
};
