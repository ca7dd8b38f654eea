import { LogoField } from "#src/features/settings/components/logo-field.tsx";
import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import type { GroupSettings } from "#src/shared/group-settings.ts";
import { GroupMark } from "#src/ui/group-mark.tsx";

const ZONES = "time-zones";

function timeIn(timeZone: string): string {
  try {
    return new Date().toLocaleTimeString("en-US", {
      timeZone,
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    });
  } catch {
    return "unknown";
  }
}

function Preview({ groupName, areaName, tagline, timeZone, logo }: GroupSettings) {
  return (
    <>
      <div className={styles.brand}>
        <GroupMark logo={logo === "" ? null : logo} />
        <span>
          <strong>{groupName}</strong>
          <span className="quiet">{areaName}</span>
        </span>
      </div>
      <p className={styles.tagline}>{tagline}</p>
      <p className="quiet">It is {timeIn(timeZone)} for the group.</p>
    </>
  );
}

function Fields({ section }: FieldsProps) {
  return (
    <>
      <SettingLine section={section} name="groupName" maxLength={60} hint="Also the sender of mails." />
      <LogoField section={section} />
      <SettingLine section={section} name="areaName" maxLength={60} />
      <SettingLine section={section} name="tagline" maxLength={60} hint="Over the first picture of the site." />
      <SettingLine
        section={section}
        name="timeZone"
        maxLength={60}
        list={ZONES}
        hint="Existing events keep their local time."
      />
      <datalist id={ZONES}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}

export const GROUP_SETTINGS: SettingsPart = { id: "group", title: "The group", Fields, Preview };
