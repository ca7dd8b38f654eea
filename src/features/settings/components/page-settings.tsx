import {
  type FieldsProps,
  SettingLine,
  type SettingsPart,
} from "#src/features/settings/components/settings-section.tsx";
import styles from "#src/features/settings/components/settings.module.css";
import type { SectionState } from "#src/features/settings/components/use-section.ts";
import { type GroupSettings, OPTIONAL_PAGES, OPTIONAL_PATHS } from "#src/shared/group-settings.ts";

function PageChoice({ section: { values, change } }: { section: SectionState }) {
  const hidden = values.hiddenPages;
  return (
    <fieldset className={styles.pages}>
      <legend>Pages of the site</legend>
      {OPTIONAL_PATHS.map((path) => (
        <label key={path} className={styles.page}>
          <input
            type="checkbox"
            checked={!hidden.includes(path)}
            onChange={({ target }) =>
              change({ hiddenPages: target.checked ? hidden.filter((each) => each !== path) : [...hidden, path] })
            }
          />
          <span>
            {OPTIONAL_PAGES[path].label} <span className="quiet">{path}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Preview({ hiddenPages }: GroupSettings) {
  const shown = OPTIONAL_PATHS.filter((path) => !hiddenPages.includes(path));
  return (
    <>
      <p>
        <strong>What we do</strong>
      </p>
      {shown.map((path) => (
        <p key={path} className={styles.link}>
          {OPTIONAL_PAGES[path].label}
        </p>
      ))}
      {hiddenPages.length > 0 && (
        <p className="quiet">{hiddenPages.join(", ")}: these addresses say that there is no such page.</p>
      )}
    </>
  );
}

function Fields({ section }: FieldsProps) {
  return (
    <>
      <PageChoice section={section} />
      <SettingLine section={section} name="tournamentDay" type="date" />
      <SettingLine section={section} name="countryPartyDay" type="date" />
      <SettingLine section={section} name="merchOrderUrl" type="url" maxLength={300} placeholder="https://" />
      <SettingLine section={section} name="eventFeedbackUrl" type="url" maxLength={300} placeholder="https://" />
      <SettingLine section={section} name="groupFeedbackUrl" type="url" maxLength={300} placeholder="https://" />
    </>
  );
}

export const PAGES_SETTINGS: SettingsPart = { id: "pages", title: "Pages", Fields, Preview };
