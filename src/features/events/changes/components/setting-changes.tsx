import styles from "#src/features/events/changes/components/setting-changes.module.css";
import {
  SETTING_LABELS,
  SETTING_NAMES,
  type SettingName,
  settingWords,
} from "#src/features/events/edit/rules/settings.ts";
import type { EventSettings, Proposed } from "#src/features/events/edit/schema.ts";
import { Picture } from "#src/ui/picture.tsx";

type Value = EventSettings[SettingName];

function SettingValue({ name, value }: { name: SettingName; value: Value }) {
  const isPicture = name === "imgKey" && value !== "";
  return isPicture ? (
    <Picture name={String(value)} alt="" sizes="128px" className={styles.picture} />
  ) : (
    settingWords(name, value)
  );
}

/** The changed settings, with their values before and after. */
export function SettingChanges({ before, after }: { before: Proposed; after: Proposed }) {
  const names = SETTING_NAMES.filter((name) => after[name] !== undefined);
  return (
    <dl className={styles.list}>
      {names.map((name) => (
        <div key={name}>
          <dt>{SETTING_LABELS[name]}</dt>
          <dd>
            <del className={styles.old}>
              <span className="visually-hidden">Old: </span>
              <SettingValue name={name} value={before[name] ?? null} />
            </del>
            <ins className={styles.new}>
              <span className="visually-hidden">New: </span>
              <SettingValue name={name} value={after[name] ?? null} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
