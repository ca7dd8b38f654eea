import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";

function Preview(values: GroupSettings) {
  const links = [
    ["Instagram", values.instagramUrl],
    ["Facebook", values.facebookUrl],
    ["Meetup", values.meetupUrl],
  ].filter(([, url]) => url !== "");
  return (
    <>
      <p>
        <strong>Come Hang With Us</strong>
      </p>
      <p className="quiet">
        {values.groupName}, {values.areaName}
      </p>
      {values.contactEmail !== "" && <p className={styles.link}>{values.contactEmail}</p>}
      {links.map(([name]) => (
        <p key={name} className={styles.link}>
          {name}
        </p>
      ))}
    </>
  );
}

function Fields({ section }: FieldsProps) {
  return (
    <>
      <SettingLine
        section={section}
        name="contactEmail"
        type="email"
        maxLength={100}
        hint="At the end of every page. Leave empty to show none."
      />
      <SettingLine
        section={section}
        name="chatInviteUrl"
        type="url"
        maxLength={300}
        hint="Where the link to the group's chat leads."
      />
      <SettingLine section={section} name="instagramUrl" type="url" maxLength={300} placeholder="https://" />
      <SettingLine section={section} name="facebookUrl" type="url" maxLength={300} placeholder="https://" />
      <SettingLine section={section} name="meetupUrl" type="url" maxLength={300} placeholder="https://" />
    </>
  );
}

export const CONTACT_SETTINGS: SettingsPart = { id: "contact", title: "Contact and links", Fields, Preview };
